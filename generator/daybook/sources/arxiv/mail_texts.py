"""The texts of mails: a single mail with headers, a mailbox (mbox), and mails attached to or forwarded in another."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from email.message import EmailMessage, Message
from email.policy import default as mail_policy
from html import unescape

from daybook.errors import Refused
from daybook.sources.plain_text import decode, lines_of
from daybook.sources.xml import plain_text

HEADER = re.compile(r"From |[A-Z][A-Za-z-]+:\s")
"""The beginning of a mail with headers, or of a mailbox."""

_BEFORE = re.compile(rb"\A(?:\xef\xbb\xbf|[ \t]*\r?\n)*+")
_POSTMARK = re.compile(rb"(?:\A|(?<=\n)\r?\n)From [^\r\n]{0,200}\d{4}[^\r\n]{0,20}\r?\n(?=[A-Za-z>-]{1,60}:)")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEADERS = re.compile(rb"(?<=\n)\r?\n((?:[A-Za-z-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){3,})(?=\r?\n)")
_OF_TRANSPORT = re.compile(
    rb"^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version):", re.MULTILINE | re.IGNORECASE
)
_SENDER = re.compile(rb"^From:", re.MULTILINE | re.IGNORECASE)
_BOUNDARY = re.compile(
    rb"^Content-Type:\s{0,9}multipart/[^;]{1,60};[^=]{0,200}?boundary=\"?([^\"\s;]{1,80})", re.M | re.I
)
_ENTRY = re.compile(r"^\\\\[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"<[^<>]{1,500}>")


def texts(data: bytes, *, cut: bool = False) -> tuple[str | Refused, ...]:
    """The texts of all mails in a document, with "\\n" line endings; the document itself if it has no headers.

    cut: `data` is only a document's beginning, which may end within a character. A mail whose character set is unknown
    or wrongly declared is represented by a Refused. Raises Refused where no mail has a text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace" if cut else "strict").encode()
    mails = _BEFORE.sub(b"", data)
    if not HEADER.match(mails[:1000].decode("utf-8", "replace").split("\n", 1)[0]):
        return (_even(decode(data)),)
    bodies: list[str | Refused] = []
    for mail in _mails(mails):
        try:
            bodies += list(_texts_of(mail, cut=cut))
        except Refused as refused:  # one damaged mail must not affect the others
            bodies.append(refused)
    refusal = next((each for each in bodies if isinstance(each, Refused)), None)
    if not any(isinstance(each, str) for each in bodies):
        raise refusal or Refused("message has no plain text", hint="save the message as plain text")
    return tuple(bodies)


def _mails(data: bytes) -> Iterator[EmailMessage]:
    """The mails of a mailbox, in which "From " lines are quoted, or of concatenated mails, or the only mail."""
    starts = [match.start() for match in _POSTMARK.finditer(data)]
    quoted = bool(starts)
    starts = starts or list(_concatenated(data))
    for start, end in zip(starts, [*starts[1:], len(data)], strict=True):
        mail = data[start:end].lstrip(b"\r\n")
        mail = _QUOTED.sub(rb"\1", mail.partition(b"\n")[2]) if quoted else mail
        message = email.message_from_bytes(mail, policy=mail_policy)
        if isinstance(message, EmailMessage):
            yield message


def _concatenated(data: bytes) -> Iterator[int]:
    """Where each of several concatenated mails begins: at the headers after the end of the previous one."""
    at: int | None = 0
    while at is not None:
        yield at
        headers = data[at : at + 20_000].replace(b"\r", b"").lstrip().partition(b"\n\n")[0]
        boundary = _BOUNDARY.search(headers)
        end = data.find(b"--" + boundary[1] + b"--", at) if boundary else at
        headers_after = _HEADERS.finditer(data, end + 1) if end >= 0 else ()
        at = next(
            (each.start() for each in headers_after if _SENDER.search(each[1]) and _OF_TRANSPORT.search(each[1])), None
        )


def _texts_of(mail: EmailMessage, *, cut: bool) -> Iterator[str]:
    """The text of a mail, then the texts of the mails attached to it (a digest, a forwarded mail)."""
    try:
        body = mail.get_body(("plain", "html"))
        content = _content(body, cut=cut) if body is not None else ""
        is_html = body is not None and body.get_content_type() == "text/html"
    except (LookupError, ValueError, AttributeError, TypeError) as error:  # how the email package reports damage
        if type(error) is not LookupError:
            raise Refused("damaged mail", hint="save the message as plain text") from None
        raise Refused(f"unknown character encoding ({error})", hint="save the message as UTF-8") from None
    text = _lines_of(content) if is_html else _even(content)
    if text.strip() and (not is_html or _ENTRY.search(text)):
        yield text
    for inner in _attached_to(mail):
        yield from _texts_of(inner, cut=cut)


def _content(body: Message, *, cut: bool) -> str:
    """The text of a part, read as UTF-8 if it declares that, ASCII or nothing. Raises Refused, and email's errors."""
    if body.get_content_charset("us-ascii") in ("us-ascii", "utf-8"):  # email would insert U+FFFD for invalid bytes
        data = body.get_payload(decode=True)
        return "" if not isinstance(data, bytes) else data.decode("utf-8", "replace") if cut else decode(data)
    content = body.get_content() if isinstance(body, EmailMessage) else ""
    return lines_of(content) if isinstance(content, str) else ""


def _attached_to(mail: Message) -> Iterator[EmailMessage]:
    """The complete mails attached to a mail."""
    for part in mail.iter_parts() if isinstance(mail, EmailMessage) and mail.is_multipart() else ():
        if part.get_content_maintype() == "message":
            yield from (inner for inner in part.iter_parts() if isinstance(inner, EmailMessage))
        else:
            yield from _attached_to(part)


def _lines_of(html: str) -> str:
    """The text of a mail that has only HTML: that of its `pre` unchanged, else one line per paragraph."""
    lower = html.lower()
    start, end = lower.find("<pre"), lower.rfind("</pre>")
    if start < 0 or end < start:
        return _even(plain_text(html).replace("\n\n", "\n"))
    return _even(unescape(_TAG.sub("", html[start:end])))


def _even(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
