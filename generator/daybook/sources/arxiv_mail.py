r"""arXiv's daily e-mail: an archive's submissions, cross-listings and replacements, as plain text.

Blocks between rules: `\\`, fields, `\\`, abstract, `\\ ( https://arxiv.org/abs/ID ,  215kb)`; replacements have no
abstract. The rule `%-%-%` precedes the cross-listings, `%%--%%--` the replacements, and `%%%---%%%---` ends the mail.
A file may contain several mails: a mailbox (mbox), mails forwarded as attachments, or concatenated texts.
"""

from __future__ import annotations

import bisect
import datetime as dt
import email
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from email.message import EmailMessage, Message
from email.policy import default as mail_policy
from html import unescape

from daybook.errors import Refused
from daybook.model import Count, Entry, EntryType, Listing, arxiv
from daybook.model.listing import LEFT_OUT
from daybook.sources import accounting, intake, plain_text, xml
from daybook.sources.author_list import names_in
from daybook.sources.plain_text import Head, Kind, optional, paragraphs, parse_time, says_withdrawn, unwrap
from daybook.sources.received import identified, read_each

NAME = "daily e-mail"

_RULE = re.compile(r"^(?:-{40,}|(?P<cross>(?:%-){10,}%?)|(?P<replace>(?:%%--){8,}%*)|(?:%%%---){8,}%*)[ \t]*$")
_ID = re.compile(r"^(?:arXiv:|Paper[^:\n]*:)\s*(?P<id>\S+)", re.MULTILINE)
_CROSS = re.compile(r"\(\*cross-listing\*\)")
_REVISED = re.compile(r"(?im)^(?:replaced with revised version|(?:figures|part) added)\s*(?P<date>.*)$")
_DATE = re.compile(r"^Date(?:\s*\((?:revised\s*)?(?P<version>v\d+)?\))?:\s*(?P<date>.*)$", re.MULTILINE)
_FURNITURE = re.compile(
    r"(?i)Send any comments regarding submissions.*|Archives at .*|To unsubscribe,.*|Submissions to:"
    r"|(?:arXiv|Paper[^:]*): ?\S+.*"
    r"|(?:for|to) .*e-?mail.*|.*[a-z-]@arxiv\.org\b.*|(?:From|To|Cc|Date|Sent|Subject|Reply-To):.*"
)
_SIZE = re.compile(r"\(\s*+\d++\s*+kb\s*+,?\s*+(?P<flags>[A-Z]*+)\s*+\)\s*+$")
_LABEL = r"[A-Z][A-Za-z-]*(?:\(s\))?:"
_FIELD = re.compile(rf"(?m)^(?P<name>(?={_LABEL})[^:(\n]+)[^:\n]*:[ \t]*(?P<value>.*(?:\n(?!{_LABEL}).*\S.*)*)")
_BEGINS = re.compile(
    r"(?:Title|Authors?(?:\(s\))?|Categories|Comments|Journal-ref|Report-no|Subj-class|MSC-class|ACM-class|DOI|Proxy"
    r"|License|Date(?:\s*\([^()]*\))?):|replaced with revised version\b|(?:figures|part) added\b"
)
_WIDEST = 80  # columns of the mail; a longer line is a restored one
_RECEIVED = re.compile(
    r"(?s)received\s++from\s++.{0,120}?\sto\s++\w{3},?\s++(?P<day>\d{1,2}\s++\w{3}\s++\d{2,4})\s++(?P<hour>\d{1,2}):[^\n]*"
)
_TO = re.compile(r"\bTo:\s*(?P<archive>[a-z-]+)@arxiv\.org", re.IGNORECASE)
_CLASSES = re.compile(
    r"(?m)^[ \t]*Submissions to:[ \t]*\n(?P<names>(?:(?![ \t]*(?:Submissions to:|received from)).*\n)*+)"
    r"[ \t]*received from"
)
_END = re.compile(r"^(?:%%%---){8,}%*[ \t]*$", re.MULTILINE)
_FROM_ARXIV = re.compile(r"^From:.*@arxiv\.org\b", re.MULTILINE | re.IGNORECASE)
_CLOSING = re.compile(r"^\\\\[ \t]*+\([^\n]*?\S/abs/[^\n]*$", re.MULTILINE)
_OPENING = re.compile(r"^\\\\\s*\n(?:arXiv:|Paper[^:\n]*:)", re.MULTILINE)
_SEPARATOR = re.compile(r"^\\\\[ \t]*$", re.MULTILINE)

_HEADER = re.compile(r"From |[A-Z][A-Za-z-]+:\s")  # begins a mail with headers, or a mailbox
_BEFORE = re.compile(rb"\A(?:\xef\xbb\xbf|[ \t]*\r?\n)*+")
_POSTMARK = re.compile(rb"(?:\A|(?<=\n)\r?\n)From [^\r\n]{0,200}\d{4}[^\r\n]{0,20}\r?\n(?=[A-Za-z>-]{1,60}:)")
_QUOTED = re.compile(rb"^>(>*From )", re.MULTILINE)
_HEADERS = re.compile(rb"(?<=\n)\r?\n((?:[A-Za-z-]{1,60}:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*){3,})(?=\r?\n)")
_OF_TRANSPORT = re.compile(rb"(?im)^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version):")
_SENDER = re.compile(rb"^From:", re.MULTILINE | re.IGNORECASE)
_BOUNDARY = re.compile(rb"(?im)^Content-Type:\s{0,9}multipart/[^;]{1,60};[^=]{0,200}?boundary=\"?([^\"\s;]{1,80})")
_TAG = re.compile(r"<[^<>]{1,500}>")
_PRE, _PRE_END = re.compile("<pre", re.IGNORECASE), re.compile("</pre>", re.IGNORECASE)


def recognises(head: Head) -> bool:
    r"""Whether this contains a block that begins with `\\` and an id, as plain text or in a mail with headers."""
    if _OPENING.search(unwrap(head.text, _marks).text):
        return True
    if not _HEADER.match(head.text.lstrip()):
        return False
    if _FROM_ARXIV.search(head.text):
        return True
    try:  # the text of a mail may be encoded
        texts = [text for text in _texts(head.data, cut=True) if isinstance(text, str)]
        return any(_OPENING.search(_restored(text).text) for text in texts)
    except Refused:
        return False


def read(data: bytes) -> tuple[Listing, ...]:
    """A listing per mail, dated by its announcement. Raises Refused where none can be read."""
    texts = _texts(data)
    bodies: list[plain_text.Restored] = []
    refused: list[Refused] = []  # a damaged mail does not affect the others
    for number, text in enumerate(texts, 1):
        try:
            if isinstance(text, Refused):
                raise text
            bodies.append(_restored(text))
        except Refused as error:
            place = f"mail {number} of the file" if len(texts) > 1 else error.location
            refused.append(Refused(error.problem, location=place, hint=error.hint))
    mails = [mail for body in bodies for mail in _split_mails(body.text)]
    own = [text for text in mails if _OPENING.search(text) or _RECEIVED.search(text)]
    if not own:
        raise next(iter(refused), Refused("contains no complete entry", hint="save the whole message as text"))
    listings: dict[object, Listing] = {}  # a mail that occurs twice counts once
    for number, text in enumerate(own, 1):
        try:
            accounting.of_one_kind(text, "an e-mail")
            listing = _listing(text, sum(len(each.entries) + len(each.notes) for each in listings.values()))
            entries = tuple(replace(entry, place=0) for entry in listing.entries)
            listings.setdefault((listing.date, listing.category, listing.part, entries), listing)
        except Refused as error:
            refused.append(Refused(error.problem, location=f"mail {number}" if len(own) > 1 else "", hint=error.hint))
    if not listings:
        raise refused[0]
    first, *others = listings.values()
    notes = [note for body in bodies for note in body.notes]
    notes += [f"{error.location}: {error.problem}{LEFT_OUT}" for error in refused]
    notes += [f"{len(mails) - len(own)} of {len(mails)} messages are not from arXiv"] if len(own) < len(mails) else []
    return (replace(first, notes=(*first.notes, *notes)), *others)


def _restored(text: str) -> plain_text.Restored:
    """The text with its lines restored; none is doubtful in a mail as it was sent, with indented paragraphs."""
    restored = unwrap(text, _marks).checked(uneven=True)
    return replace(restored, doubtful=0) if restored.times == 1 and "\n  " in restored.text else restored


def _marks(lines: Sequence[str]) -> dict[int, Kind]:
    r"""Rules, `\\` lines and ids, which are complete lines, and lines that begin a field."""
    marks: dict[int, Kind] = {}
    in_head = False
    for k, line in enumerate(lines):
        opens = line == "\\\\" and k + 1 < len(lines) and _ID.match(lines[k + 1]) is not None
        if _RULE.match(line) or line == "\\\\" or (in_head and _ID.match(line)):
            marks[k] = "alone"
        elif line.startswith(("\\\\", "received from", "Submissions to:")) or (in_head and _BEGINS.match(line)):
            marks[k] = "begins"
        in_head = opens or (in_head and line != "\\\\")
    return marks


def _split_mails(text: str) -> list[str]:
    """The mails in a text: each starts after the last entry before a further "received from"."""
    ends = sorted(match.end() for pattern in (_CLOSING, _END) for match in pattern.finditer(text))
    starts = [0]
    for match in list(_RECEIVED.finditer(text))[1:]:
        at = bisect.bisect(ends, match.start())
        if at and ends[at - 1] > starts[-1]:
            starts.append(ends[at - 1])
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def _listing(text: str, before: int) -> Listing:
    """The listing of one mail. before: the number of entries in the file's earlier mails."""
    match = _RECEIVED.search(text)
    end = parse_time(f"{match['day']} {int(match['hour']):02d}:00:00 GMT") if match else None
    if end is None:
        raise Refused('has no "received from ... to ..." line', hint="save the whole message, with its header")
    # Announced on the working day after the day (US Eastern) on which submissions closed.
    # The line is in GMT and the deadline is at 14:00 or, before 2017, 16:00: an hour more in summer changes no date.
    date = (end - dt.timedelta(hours=5)).date() + dt.timedelta(days=1)
    date += dt.timedelta(days=7 - date.weekday() if date.weekday() >= 5 else 0)
    stretches = list(_blocks(text))
    blocks = [(block, section) for block, section in stretches if _OPENING.search(block)]
    entries, notes = read_each(blocks, lambda block, place: _entry(*block, place, date), first=before + 1)
    if not entries:
        raise Refused("contains no complete entry", hint="save the whole message as text")
    read_here = Counter(entry.type for entry in entries)
    category, classes = _category(text)
    return Listing(
        source="arxiv-mail", format=NAME, date=date, category=category, part=classes, entries=entries, notes=notes,
        counts=tuple(Count(section=k, read=read_here[k]) for k in ("new", "cross", "replace") if read_here[k]),
        unread=accounting.unread(_unused(block for block, _ in stretches), _is_furniture),
    )  # fmt: skip


def _unused(stretches: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What of a mail's stretches is no entry, or none of its fields, each with its place."""
    where = accounting.BEFORE
    for stretch in stretches:
        opening = _OPENING.search(stretch)
        above = stretch[: opening.start()] if opening else stretch
        yield where, _RECEIVED.sub("", _CLASSES.sub(lambda found: found[0][found[0].rindex("received from") :], above))
        if opening:
            where = accounting.AFTER
            head = _REVISED.sub("", _SEPARATOR.split(stretch[opening.start() :])[1])
            yield accounting.BETWEEN, _FIELD.sub(lambda found: "" if _BEGINS.match(found[0]) else found[0], head)


def _is_furniture(line: str) -> bool:
    return bool(_FURNITURE.fullmatch(line) or arxiv.codes_of(line) or arxiv.is_category(line))


def _category(text: str) -> tuple[str | None, str | None]:
    """(category, part): the archive whose mail this is, or its only subject class; the classes it is limited to."""
    named = (match["archive"].lower() for match in _TO.finditer(text))
    archive = next(filter(arxiv.is_archive, named), "")  # arXiv's own header has "To: rabble@arXiv.org"
    classes = _CLASSES.search(text)
    codes: list[str] = []
    for line in classes["names"].split("\n") if classes else ():
        of_name = arxiv.codes_of(line) or tuple(filter(arxiv.is_category, [line.strip()]))
        own = [code for code in of_name if code.split(".")[0] == archive]
        codes += (own or list(of_name))[:1]
    if not archive and len(codes) == 1:
        return codes[0], None
    part = "+".join(code for code in codes if code != archive)
    return archive or None, part or None


def _blocks(text: str) -> Iterator[tuple[str, EntryType]]:
    """What stands between rules and behind entries, each with the section of the mail that it is in."""
    section: EntryType = "new"
    lines: list[str] = []
    for line in [*text.split("\n"), "-" * 78]:
        rule = _RULE.match(line)
        if rule is None:
            lines.append(line)
            if not _CLOSING.match(line):
                continue
        yield "\n".join(lines), section
        lines = []
        if rule:
            section = "cross" if rule["cross"] else "replace" if rule["replace"] else section


def _entry(block: str, section: EntryType, place: int, date: dt.date) -> Entry:
    closing = _CLOSING.search(block)  # a block must end with the line `\\ ( address, size)`
    if closing is None:
        raise Refused("cut off")
    _, *parts = _SEPARATOR.split(block[: closing.start()])
    if not parts:
        raise Refused("damaged: no fields found")
    head, abstract = parts[0], _abstract("\n\n".join(parts[1:])) or None
    named = _ID.search(head)
    ident = identified(named["id"] if named else "")
    fields = {match["name"].lower().removesuffix("(s)"): match["value"] for match in _FIELD.finditer(head)}
    title = optional(fields.get("title"))
    if title is None:
        raise Refused(f"{ident.id} has no title")
    revised = _REVISED.search(head)
    kind: EntryType = "replace" if revised else "cross" if _CROSS.search(head) else section
    version, submitted, updated = _times(head, revised["date"] if revised else None)
    comments = optional(fields.get("comments"))
    categories = tuple(filter(arxiv.is_category, fields.get("categories", "").split()))
    # The last line with a size has arXiv's mark for withdrawn versions (`0kb,I`).
    sizes = [match["flags"] for line in head.split("\n") if (match := _SIZE.search(line))]
    return Entry(
        place=place, type=kind, date=date, title=title, arxiv_id=ident.id, version=ident.version or version,
        authors=names_in(fields.get("authors") or fields.get("author") or ""), abstract=abstract,
        primary_category=categories[0] if categories else None, categories=categories, comments=comments,
        journal_ref=optional(fields.get("journal-ref")), doi=next(iter(fields.get("doi", "").split()), None),
        report_no=optional(fields.get("report-no")), msc_class=optional(fields.get("msc-class")),
        acm_class=optional(fields.get("acm-class")), license=optional(fields.get("license")), submitted=submitted,
        updated=submitted if kind == "new" and updated is None else updated,
        withdrawn=(bool(sizes) and "I" in sizes[-1]) or says_withdrawn(comments, abstract),
    )  # fmt: skip


def _abstract(text: str) -> str:
    """The paragraphs of an abstract: indented, or if no line is, each ends where a sentence ends with its line."""
    lines = [line for line in text.split("\n") if line.strip()]
    if any(line.startswith("  ") for line in lines):
        return paragraphs(text)
    widest = min(max(map(len, lines), default=0), _WIDEST)
    for k in range(len(lines) - 1):
        short = len(lines[k]) + 1 + len(lines[k + 1].split()[0]) <= widest
        if plain_text.SENTENCE_END.search(lines[k]) and (short or len(lines[k]) > _WIDEST):
            lines[k] += "\n"
    return paragraphs("\n".join(lines))


def _times(head: str, revised: str | None) -> tuple[int | None, dt.datetime | None, dt.datetime | None]:
    """(version, time of version 1, time of this version), each None unless the block states it."""

    def stamp(text: str) -> dt.datetime | None:
        return parse_time(_SIZE.sub("", text))

    version, submitted, updated = None, None, stamp(revised) if revised is not None else None
    for match in _DATE.finditer(head):
        if "(" in match[0].split(":")[0]:
            version = int(match["version"][1:]) if match["version"] else version
            updated = stamp(match["date"])
        else:
            submitted = stamp(match["date"])
    return version, submitted, updated


def _texts(data: bytes, *, cut: bool = False) -> tuple[str | Refused, ...]:
    """The texts of all mails in a document, with "\\n" line endings; the document itself if it has no headers.

    cut: `data` is only a document's beginning, which may end within a character. A mail whose character set is unknown
    or wrongly declared is represented by a Refused. Raises Refused where no mail has a text.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.decode("utf-16", "replace" if cut else "strict").encode()
    mails = _BEFORE.sub(b"", data)
    if not _HEADER.match(mails[:1000].decode("utf-8", "replace").split("\n", 1)[0]):
        return (_even(plain_text.decode(data)),)
    bodies: list[str | Refused] = []
    for mail in _mails(mails):
        try:
            bodies += list(_texts_of(mail, cut=cut))
        except Refused as refused:  # one damaged mail must not affect the others
            bodies.append(refused)
    if not any(isinstance(each, str) for each in bodies):
        refusals = (each for each in bodies if isinstance(each, Refused))
        raise next(refusals, Refused("message has no plain text", hint="save the message as plain text"))
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
        after = _HEADERS.finditer(data, end + 1) if end >= 0 else ()
        at = next((each.start() for each in after if _SENDER.search(each[1]) and _OF_TRANSPORT.search(each[1])), None)


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
    text = _lines_of_html(content) if is_html else _even(content)
    if text.strip() and (not is_html or _SEPARATOR.search(text)):
        yield text
    for inner in _attached_to(mail):
        yield from _texts_of(inner, cut=cut)


def _content(body: Message, *, cut: bool) -> str:
    """The text of a part, read as UTF-8 if it declares that, ASCII or nothing. Raises Refused, and email's errors."""
    if body.get_content_charset("us-ascii") in ("us-ascii", "utf-8"):  # email would insert U+FFFD for invalid bytes
        data = body.get_payload(decode=True)
        text = data if isinstance(data, bytes) else b""
        return text.decode("utf-8", "replace") if cut else plain_text.decode(text)
    content = body.get_content() if isinstance(body, EmailMessage) else ""
    return plain_text.lines_of(content) if isinstance(content, str) else ""


def _attached_to(mail: Message) -> Iterator[EmailMessage]:
    for part in mail.iter_parts() if isinstance(mail, EmailMessage) and mail.is_multipart() else ():
        if part.get_content_maintype() == "message":
            yield from (inner for inner in part.iter_parts() if isinstance(inner, EmailMessage))
        else:
            yield from _attached_to(part)


def _lines_of_html(html: str) -> str:
    """The text of a mail that has only HTML: that of its `pre` unchanged, else one line per paragraph."""
    start, (*_, end) = _PRE.search(html), (None, *_PRE_END.finditer(html))
    if start is None or end is None or end.start() < start.start():
        return _even(xml.plain_text(html).replace("\n\n", "\n"))
    return _even(intake.words(unescape(_TAG.sub("", html[start.start() : end.start()]))))


def _even(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ")
