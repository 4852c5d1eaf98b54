"""arXiv's daily e-mails, invented and recorded."""

import base64
import datetime as dt
import quopri
import re
from collections.abc import Callable
from dataclasses import replace
from html import escape

import pytest
from daybook.errors import Refused
from daybook.sources import arxiv_mail

from tests.cases import for_each
from tests.sources.text_truth import DATA, head, only_by

DAILY = (DATA / "mail" / "daily.txt").read_text(encoding="utf-8")
one = only_by(arxiv_mail)


def test_mail_in_an_unknown_charset_is_refused() -> None:
    with pytest.raises(Refused, match="unknown character encoding"):
        one(f"From: no-reply@arXiv.org\nContent-Type: text/plain; charset=x-tin\n\n{DAILY}")


OTHER = re.sub(r"2606\.3000(\d)", r"2606.3100\1", DAILY).replace("26 Jun 26 18:00", "29 Jun 26 18:00")
"""The mail of the next working day."""
HEADERS = "From: no-reply@arXiv.org\nTo: a reader <me@tea.example>\nSubject: cs daily\nMIME-Version: 1.0\n"
PLAIN = f"{HEADERS}Content-Type: text/plain; charset=utf-8\n"


def plain(text: str) -> str:
    return f"{PLAIN}\n{text}"


def coded(text: str) -> str:
    return f"{PLAIN}Content-Transfer-Encoding: base64\n\n{base64.encodebytes(text.encode()).decode()}"


def quoted(text: str) -> str:
    encoded = quopri.encodestring(text.encode()).decode()
    return f"{PLAIN}Content-Transfer-Encoding: quoted-printable\n\n{encoded}"


def compound(kind: str, *parts: str) -> str:
    body = "".join(f"--=_b\n{part}\n" for part in parts)
    return f'{HEADERS}Content-Type: multipart/{kind}; boundary="=_b"\n\nFor old readers.\n{body}--=_b--\n'


def alternative(text: str) -> str:
    html = f"Content-Type: text/html; charset=utf-8\n\n<pre>{escape(text)}</pre>"
    return compound("alternative", f"Content-Type: text/plain; charset=utf-8\n\n{text}", html)


def only_html(text: str) -> str:
    return f"{HEADERS}Content-Type: text/html; charset=utf-8\n\n<html><body><pre>{escape(text)}</pre></body></html>"


def forwarded(text: str) -> str:
    sender = "From: friend@tea.example\nSubject: Fwd\nMIME-Version: 1.0\n"
    return (
        sender + compound("mixed", f"Content-Type: message/rfc822\n\n{coded(text)}").partition("MIME-Version: 1.0\n")[2]
    )


ONE_MAIL = (plain, coded, quoted, alternative, only_html, forwarded)


def mailbox(*mails: str) -> str:
    """A mailbox: a "From " line before each mail, other lines with that beginning quoted."""
    kept = (re.sub(r"(?m)^(>*From )", r">\1", mail) for mail in mails)
    return "\n".join(f"From no-reply@arXiv.org Mon Jun 29 00:00:00 2026\n{mail}\n" for mail in kept)


SEVERAL = {
    "mailbox": lambda form: mailbox(form(DAILY), form(OTHER)),
    "mailbox with another mail": lambda form: mailbox(form(DAILY), plain("See you at five."), form(OTHER)),
    "digest": lambda form: compound("digest", *(f"\n{form(text)}" for text in (DAILY, OTHER))),
    "forwarded together": lambda form: compound(
        "mixed", *(f"Content-Type: message/rfc822\n\n{form(text)}" for text in (DAILY, OTHER))
    ),
    "one after the other": lambda form: f"{form(DAILY)}\n\n{form(OTHER)}",
}


@for_each("several", SEVERAL)
@for_each("form", ONE_MAIL)
@for_each("end", ["\n", "\r\n"])
def test_several_mails_in_a_file(several: str, form: Callable[[str], str], end: str) -> None:
    """Each mail has its own day and all its entries, however the mails are stored and encoded."""
    data = SEVERAL[several](form).replace("\n", end).encode()
    assert arxiv_mail.recognises(head(data))
    listings = arxiv_mail.read(data)
    assert [(listing.date, listing.entries) for listing in listings] == [
        (one(DAILY).date, one(DAILY).entries),
        (one(OTHER).date, tuple(replace(e, place=e.place + 5) for e in one(OTHER).entries)),
    ]


@for_each("form", ONE_MAIL)
def test_every_form_of_a_mail(form: Callable[[str], str]) -> None:
    """One mail, however it is encoded and wrapped."""
    data = form(DAILY).encode()
    assert arxiv_mail.recognises(head(data))
    assert arxiv_mail.read(data) == arxiv_mail.read(DAILY.encode())


def test_texts_of_two_mails_one_after_the_other() -> None:
    """Also without headers; "received from" in an abstract does not split a mail."""
    text = DAILY.replace("Nothing to see.", "A signal was received from the can.")
    first, second = arxiv_mail.read(f"{text}\n{OTHER}".encode())
    assert (first.date, second.date) == (dt.date(2026, 6, 29), dt.date(2026, 6, 30))
    assert [e.arxiv_id for e in first.entries] == [e.arxiv_id for e in one(DAILY).entries]
    assert [e.arxiv_id for e in second.entries] == [e.arxiv_id for e in one(OTHER).entries]
    assert {e.date for e in second.entries} == {second.date}


def test_a_quoted_from_is_text() -> None:
    """A mailbox quotes lines that begin with "From ": the quoting is undone."""
    text = DAILY.replace("that goes on.", "\nFrom now on.\n>From then on.")
    (listing,) = arxiv_mail.read(mailbox(plain(text)).encode())
    assert listing.entries == one(text).entries
    assert "From now on. >From then on." in (listing.entries[0].abstract or "")


def test_a_mail_of_several_that_cannot_be_read_costs_the_others_nothing() -> None:
    """The note names its position."""
    broken = OTHER.replace("received from", "of")
    (listing,) = arxiv_mail.read(mailbox(plain(DAILY), plain(broken)).encode())
    assert listing.entries == one(DAILY).entries
    assert listing.notes == ('mail 2: has no "received from ... to ..." line; left out',)
    with pytest.raises(Refused, match="received from"):
        arxiv_mail.read(mailbox(plain(broken), plain(broken)).encode())


def test_entries_behind_the_end_of_a_mail_are_read() -> None:
    """Pasted after it, or after an end mark that a program put at the end of a section."""
    opening = "\\\\\n"
    *others, last = DAILY[: DAILY.index("%%%---")].split(opening + "arXiv:")
    end = "%%%---" * 13 + "\n"
    text = (opening + "arXiv:").join(others) + end + opening + "arXiv:" + last + end
    assert [(e.arxiv_id, e.title) for e in one(text).entries] == [(e.arxiv_id, e.title) for e in one(DAILY).entries]


def test_damage_around_an_entry_costs_none() -> None:
    """A rule between two entries is lost, or an entry without its first line follows another's last line."""
    rule = "-" * 78
    closing = "\\\\ ( https://arxiv.org/abs/2606.30001 ,  215kb)\n"
    assert f"{closing}{rule}\n" in DAILY
    assert one(DAILY.replace(f"{closing}{rule}\n", closing)).entries == one(DAILY).entries
    opening = "\\\\\narXiv:2606.30002"
    assert one(DAILY.replace(opening, f"{closing}{opening}")).entries == one(DAILY).entries


@for_each("stated", ["", "Content-Type: text/plain\n", "Content-Type: text/plain; charset=us-ascii\n"])
def test_a_mail_that_does_not_state_its_encoding(stated: str) -> None:
    """UTF-8 without a declaration: no letter is lost; invalid UTF-8 and NUL are refused."""
    sent = f"From: no-reply@arXiv.org\nTo: rabble@arXiv.org\nSubject: cs daily\n{stated}\n" + DAILY.replace(
        "Authors: ", "Authors: Zoë Łoś, "
    )
    expected = arxiv_mail.read(sent.partition("\n\n")[2].encode())
    assert expected[0].entries[0].authors[0] == "Zoë Łoś"
    for data in (sent.encode(), b"\n  \n" + sent.encode(), sent.encode("utf-16"), 2 * sent.encode()):
        assert arxiv_mail.read(data) == expected
    with pytest.raises(Refused, match="not valid UTF-8"):
        arxiv_mail.read(sent.replace("ë", "e").replace("Łoś", "Lös").encode("latin-1"))
    with pytest.raises(Refused, match="NUL"):
        arxiv_mail.read(sent.replace("Łoś", "Lo\0s").encode())


@pytest.mark.parametrize("damage", [b"L\xf6s", b"Lo\0s"], ids=["latin-1", "NUL"])
def test_a_damaged_mail_costs_the_others_of_its_mailbox_nothing(damage: bytes) -> None:
    sent = f"From: no-reply@arXiv.org\nTo: cs@arXiv.org\nSubject: cs daily\n\n{DAILY}"
    (whole,) = arxiv_mail.read(sent.encode())
    broken = sent.encode().replace(b"Authors: ", b"Authors: " + damage + b", ", 1)
    (listing,) = arxiv_mail.read(mailbox(sent, "HERE").encode().replace(b"HERE", broken))
    assert listing.entries == whole.entries
    assert [note for note in listing.notes if note.startswith("mail 2 of the file: ") and note.endswith("; left out")]
