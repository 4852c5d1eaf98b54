"""A stand-in for Sigstore: a certificate authority, a log of certificates and one of signatures, each a key of its own,
which sign a release as actions/attest does on GitHub. Forms: RFC 6962; DSSE; Sigstore's bundle 0.3; Rekor's 0.0.1."""

import base64
import datetime as dt
import hashlib
import json
import struct
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NOW = dt.datetime(2026, 3, 1, 6, tzinfo=dt.UTC)
ISSUER = "https://token.actions.githubusercontent.com"
WORKFLOW = "https://github.com/daybook-archive/daybook/.github/workflows/release.yml@" + "d" * 40
_SCTS = x509.ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")
_LOG = "rekor.example"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def compact(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def public(key: EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.DER, form)


def signed(key: EllipticCurvePrivateKey, data: bytes) -> bytes:
    return key.sign(data, ECDSA(hashes.SHA256()))


def text(value: str) -> bytes:
    """A UTF8String of DER."""
    data = value.encode()
    return bytes([12, len(data)] if len(data) < 128 else [12, 0x81, len(data)]) + data


class Sigstore:
    def __init__(self) -> None:
        self.authority, self.certificates, self.log = (generate_private_key(SECP256R1()) for _ in range(3))
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "authority.example")])
        usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        self.root = (
            self._certificate(self.authority, self.name, dt.timedelta(days=365))
            .add_extension(x509.BasicConstraints(ca=True, path_length=1), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.authority.public_key()), critical=False)
            .sign(self.authority, hashes.SHA256())
        )

    def _certificate(
        self, key: EllipticCurvePrivateKey, subject: x509.Name, lives: dt.timedelta
    ) -> x509.CertificateBuilder:
        return x509.CertificateBuilder(
            issuer_name=self.name, subject_name=subject, public_key=key.public_key(), serial_number=7,
            not_valid_before=NOW - lives, not_valid_after=NOW + lives,
        )  # fmt: skip

    def keys(self) -> bytes:
        """Those to trust, as `trusted_root.json` has them."""

        def of(key: EllipticCurvePrivateKey) -> dict[str, Any]:
            valid = {"start": "2020-01-01T00:00:00Z"}
            held = {"rawBytes": b64(public(key)), "keyDetails": "PKIX_ECDSA_P256_SHA_256", "validFor": valid}
            ident = {"keyId": b64(hashlib.sha256(public(key)).digest())}
            return {"baseUrl": f"https://{_LOG}", "hashAlgorithm": "SHA2_256", "publicKey": held, "logId": ident}

        chain = {"certificates": [{"rawBytes": b64(self.root.public_bytes(serialization.Encoding.DER))}]}
        authority = {"subject": {"organization": "example", "commonName": "authority"}, "uri": "https://ca.example",
                     "certChain": chain, "validFor": {"start": "2020-01-01T00:00:00Z"}}  # fmt: skip
        return compact({
            "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1", "tlogs": [of(self.log)],
            "certificateAuthorities": [authority], "ctlogs": [of(self.certificates)], "timestampAuthorities": [],
        })  # fmt: skip

    def bundle(self, data: bytes, repository: str, issuer: str = ISSUER) -> bytes:
        """The attestation of a file of these bytes, made by a workflow of a repository on GitHub."""
        key = generate_private_key(SECP256R1())
        leaf = self._leaf(key, {8: issuer, 9: WORKFLOW, 12: repository, 13: "c" * 40})
        subject = [{"name": "SHA256SUMS", "digest": {"sha256": hashlib.sha256(data).hexdigest()}}]
        payload = compact({"_type": "https://in-toto.io/Statement/v1", "subject": subject,
                           "predicateType": "https://slsa.dev/provenance/v1", "predicate": {}})  # fmt: skip
        kind = "application/vnd.in-toto+json"
        signature = signed(key, f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload)
        envelope = {"payload": b64(payload), "payloadType": kind, "signatures": [{"sig": b64(signature), "keyid": ""}]}
        material = {"certificate": {"rawBytes": b64(leaf.public_bytes(serialization.Encoding.DER))},
                    "tlogEntries": [self._entry(leaf, payload, signature, envelope)]}  # fmt: skip
        return compact({"mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
                        "verificationMaterial": material, "dsseEnvelope": envelope})  # fmt: skip

    def _leaf(self, key: EllipticCurvePrivateKey, told: dict[int, str]) -> x509.Certificate:
        """A certificate for ten minutes, with the word of the log of certificates that it has it."""
        use = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
        made = (
            self._certificate(key, x509.Name([]), dt.timedelta(minutes=5))
            .add_extension(x509.SubjectAlternativeName([x509.UniformResourceIdentifier(WORKFLOW)]), critical=True)
            .add_extension(use, critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self.authority.public_key()), critical=False
            )
        )
        for number, value in told.items():
            part = x509.UnrecognizedExtension(x509.ObjectIdentifier(f"1.3.6.1.4.1.57264.1.{number}"), text(value))
            made = made.add_extension(part, critical=False)
        before = made.sign(self.authority, hashes.SHA256()).tbs_certificate_bytes
        issuer, time = hashlib.sha256(public(self.authority)).digest(), int(NOW.timestamp() * 1000)
        said = struct.pack("!BBQH", 0, 0, time, 1) + issuer + len(before).to_bytes(3, "big") + before + b"\0\0"
        word = signed(self.certificates, said)
        sct = b"\0" + hashlib.sha256(public(self.certificates)).digest() + struct.pack("!QH", time, 0)
        sct += b"\x04\x03" + struct.pack("!H", len(word)) + word
        told_by = struct.pack("!HH", len(sct) + 2, len(sct)) + sct
        listed = x509.UnrecognizedExtension(_SCTS, b"\x04" + bytes([len(told_by)]) + told_by)
        return made.add_extension(listed, critical=False).sign(self.authority, hashes.SHA256())

    def _entry(self, leaf: x509.Certificate, payload: bytes, signature: bytes, envelope: object) -> dict[str, Any]:
        """The signature in its log, which has no other."""
        verifier = b64(leaf.public_bytes(serialization.Encoding.PEM))
        hashed = {name: {"algorithm": "sha256", "value": hashlib.sha256(data).hexdigest()}
                  for name, data in (("payloadHash", payload), ("envelopeHash", compact(envelope)))}  # fmt: skip
        spec = {**hashed, "signatures": [{"signature": b64(signature), "verifier": verifier}]}
        body = compact({"apiVersion": "0.0.1", "kind": "dsse", "spec": spec})
        ident, root = hashlib.sha256(public(self.log)).digest(), hashlib.sha256(b"\0" + body).digest()
        note = f"{_LOG} - 1\n1\n{b64(root)}\n"
        checkpoint = f"{note}\n— {_LOG} {b64(ident[:4] + signed(self.log, note.encode()))}\n"
        time = int(NOW.timestamp())
        promise = compact({"body": b64(body), "integratedTime": time, "logID": ident.hex(), "logIndex": 0})
        proof = {"logIndex": "0", "rootHash": b64(root), "treeSize": "1", "hashes": [],
                 "checkpoint": {"envelope": checkpoint}}  # fmt: skip
        return {
            "logIndex": "0", "logId": {"keyId": b64(ident)}, "kindVersion": {"kind": "dsse", "version": "0.0.1"},
            "integratedTime": str(time), "inclusionProof": proof, "canonicalizedBody": b64(body),
            "inclusionPromise": {"signedEntryTimestamp": b64(signed(self.log, promise))},
        }  # fmt: skip
