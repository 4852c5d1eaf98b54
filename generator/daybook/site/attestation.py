"""The attestation of a release: who made it, verified without network by the extra `verify`, which brings sigstore."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import as_file, files
from typing import NamedTuple

from daybook.errors import BuildError

SUFFIX = ".sigstore.json"  # of the bundle that stands beside a file
_ISSUER = "https://token.actions.githubusercontent.com"  # says who runs a workflow
_REPOSITORY, _WORKFLOW, _COMMIT = (f"1.3.6.1.4.1.57264.1.{number}" for number in (12, 9, 13))  # parts of a certificate
_AGAIN = "download it and its attestation again, from the release's own page"


class Unverified(BuildError):
    """An attestation that there is no means to verify, or none at all."""


class Attested(NamedTuple):
    """Who made a file: addresses, and a hash of git's."""

    repository: str
    workflow: str
    commit: str


def attested(data: bytes, bundle: bytes, subject: str) -> Attested:
    """Who made the file with these bytes, by a bundle as actions/attest writes it.

    Raises BuildError, which names `subject`, where the bundle is of another file or not signed by a workflow on GitHub;
    Unverified without sigstore.
    """
    try:
        from sigstore.errors import Error
        from sigstore.models import Bundle, TrustedRoot
        from sigstore.verify import Verifier, policy
    except ImportError:
        with_gh = f"gh attestation verify {subject} --bundle {subject}{SUFFIX} --repo OWNER/REPOSITORY"
        hint = f'run: pip install "daybook-archive[verify]", or: {with_gh}'
        raise Unverified("its attestation is not verified", subject=subject, hint=hint) from None
    # Its own copy of the keys to trust: asking for the newest would need the network, and write to the user's folder.
    keys = files("sigstore") / "_store" / "https%3A%2F%2Ftuf-repo-cdn.sigstore.dev" / "trusted_root.json"
    try:
        signed = Bundle.from_json(bundle)
        with as_file(keys) as path:
            verifier = Verifier(trusted_root=TrustedRoot.from_file(str(path)))
        _, statement = verifier.verify_dsse(signed, policy.OIDCIssuerV2(_ISSUER))
        subjects = [each["digest"].get("sha256") for each in json.loads(statement)["subject"]]
    except (Error, ValueError, KeyError, TypeError, AttributeError) as error:
        told = str(error).partition("\n")[0][:200]
        raise BuildError(f"its attestation is not sound ({told})", subject=subject, hint=_AGAIN) from None
    if sha256(data).hexdigest() not in subjects:
        raise BuildError("is not what its attestation attests", subject=subject, hint=_AGAIN)
    parts = {each.oid.dotted_string: each.value for each in signed.signing_certificate.extensions}
    return Attested(*(_text(parts[name].value) for name in (_REPOSITORY, _WORKFLOW, _COMMIT)))


def _text(der: bytes) -> str:
    """A text of a certificate: behind its kind and its length, which takes more than a byte from 128 on."""
    return der[2 + (der[1] & 0x7F if der[1] > 0x7F else 0) :].decode()
