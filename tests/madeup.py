"""A made-up language: every message of the catalogue in its own words, in brackets and with accents."""

import io
import re
from pathlib import Path

from babel.messages.pofile import read_po, write_po
from daybook.text import language

from tests.tools.words import POT

SAME = ("1,000",)
_KEPT = re.compile(r"(\{\w+\})")
_ACCENTS = str.maketrans("aeiouynsz", "ạẹịọụỵṇṣẓ")


def said(message: str) -> str:
    """`⟦Pạgẹ {page} ọf {last}⟧`."""
    if message in SAME:
        return message
    return f"⟦{''.join(part if _KEPT.match(part) else part.translate(_ACCENTS) for part in _KEPT.split(message))}⟧"


def text() -> str:
    """The translation, as a .po file; with three forms for numbers, which English has not."""
    plural = "nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);"
    head = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: {plural}\\n"\n\n'
    catalog = read_po(io.StringIO(head))
    for message in read_po(io.StringIO(POT.read_text(encoding="utf-8"))):
        if message.id and isinstance(message.id, str):
            catalog.add(message.id, said(message.id))
        elif message.id:
            one, many = message.id
            catalog.add((one, many), (said(one), said(many), said(many)))
    file = io.BytesIO()
    write_po(file, catalog, width=0, omit_header=True)
    return head + file.getvalue().decode()


def put(archive: Path, tag: str) -> None:
    """Let an archive (its folder) be in the made-up language, by this name."""
    place = archive / language.place(tag)
    place.parent.mkdir(parents=True)
    place.write_text(text(), encoding="utf-8")
    settings = archive / "archive.yml"
    settings.write_text(f"{settings.read_text(encoding='utf-8')}language: {tag}\n", encoding="utf-8")
