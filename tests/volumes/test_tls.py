"""A cluster over TLS, with the certificates that Dask's own configuration names."""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import dask
import pytest
from daybook.errors import GeneratorError
from daybook.volumes.running import run

from tests.volumes import clusters
from tests.volumes.library import Listener, task, volume

pytestmark = pytest.mark.trial


def test_a_cluster_over_tls(tmp_path: Path, fixed_time: None, monkeypatch: pytest.MonkeyPatch) -> None:
    place, key, certificate = volume(tmp_path / "volume"), tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=daybook", "-days", "2"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    parts = {f"{who}.{what}": str(file) for who in ("scheduler", "worker", "client")
             for what, file in (("key", key), ("cert", certificate))}  # fmt: skip
    port = clusters.free_port()
    for name, value in {"ca-file": str(certificate), **parts}.items():
        named = name.upper().replace("-", "_").replace(".", "__")
        monkeypatch.setenv(f"DASK_DISTRIBUTED__COMM__TLS__{named}", value)
    with ExitStack() as stack:
        stack.enter_context(clusters.scheduler(tmp_path, port, "tls"))
        stack.enter_context(clusters.worker(tmp_path, port, scheme="tls"))
        cluster = f"tls://127.0.0.1:{port}"
        with pytest.raises(GeneratorError, match="for tls:// name certificates in Dask's configuration"):
            run([task(place)], cluster, Listener())
        with dask.config.set({f"distributed.comm.tls.{name}": value for name, value in
                              {"ca-file": str(certificate), **parts}.items()}):  # fmt: skip
            (outcome,) = run([task(place)], cluster, Listener())
    assert outcome.state == "built"
