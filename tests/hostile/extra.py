"""Documents that are hostile in a place of their own (odd/): markup, titles and hosts of feeds, lines, lost signs."""

from pathlib import Path

FORMULA = '=HYPERLINK("https://evil.example/x","qextraformula")'
DOCUMENTS = {path.name: path.read_text(encoding="utf-8") for path in Path(__file__).with_name("odd").iterdir()}
"""File name -> text."""

SHOWN = (
    ("qextrarawtitle", "bold"),
    ("qextrarawabstract", "bold"),
    ("qextracdatatitle", "<script>window.__pwned=1</script>"),
    ("qextrafeedtitle", "<script>window.__pwned=1</script>"),
    ("qextraclimbingtitle", "../../../../climbed"),
    ("qextrahosttitle", "qextrahostabstract"),
    ("qextraquerytitle", "qextraquerytitle"),
    ("qextralinestitle", "— title: x — # heading ::: x > quote 1. one ``` <div> *** [x]: /y Last."),
    ("qextracontrols", "abklzzwxh:0001[31mcd ef qextracontrols"),
    ("qextraformula", FORMULA),
    ("qextraclimbing", "../../climbed qextraclimbing"),
    ("qextrainclude", "% include '../archive.yml' % config qextrainclude"),
    ("qextratext", "<img src=x onerror=window.__pwned=1>"),
    ("C:", "/etc/climbed"),
)
"""Words of a page, and what must stand on one."""
