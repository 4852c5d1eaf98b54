"""Certificates for a server of this machine, made by the openssl program: sound ones, and those that are no good."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path

_CONFIG = """
[ca]
default_ca = one
[one]
database = {folder}/database.txt
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = names
x509_extensions = more
[names]
commonName = supplied
[more]
subjectAltName = {name}
"""


def certificate(folder: Path, name: str, first: str, last: str) -> Path:
    """A file with a certificate for a name ("IP:127.0.0.1") that signs itself, and its key. first, last: YYMMDD."""
    folder.mkdir()
    config, request, key, made = (folder / each for each in ("config", "request.pem", "key.pem", "certificate.pem"))
    config.write_text(_CONFIG.format(folder=folder, name=name))
    (folder / "database.txt").touch()
    (folder / "serial").write_text("01\n")
    asked = ["req", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=local"]
    signed = ["ca", "-batch", "-notext", "-selfsign", "-config", config, "-keyfile", key, "-in", request, "-out", made]
    for arguments in (asked, [*signed, "-startdate", f"{first}000000Z", "-enddate", f"{last}000000Z"]):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes(made.read_bytes() + key.read_bytes())
    return both


def serving_with(file: Path) -> ssl.SSLContext:
    """What a server with this certificate needs."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def trusting(file: Path) -> ssl.SSLContext:
    """What a client needs that trusts this certificate."""
    return ssl.create_default_context(cafile=str(file))
