"""Categories, archives and their names."""

from daybook.model import arxiv

from tests.cases import for_each


def test_names_and_codes() -> None:
    """Both ways; a name that several bear gives all of them, today's first."""
    assert arxiv.name("cs.DC") == "Distributed, Parallel, and Cluster Computing"
    assert arxiv.codes_of("Distributed, Parallel, and Cluster Computing") == ("cs.DC",)
    assert arxiv.codes_of("machine learning") == ("cs.LG", "stat.ML")
    assert arxiv.codes_of("Information Theory")[0] == "cs.IT"
    assert arxiv.codes_of("Computer Science") == ("cs",)
    assert arxiv.codes_of("Cooking") == ()
    assert arxiv.name("xx.YY") == "xx.YY"


def test_what_is_a_category() -> None:
    """Former ones too; classes of other systems are none. Of aliases one code counts."""
    assert [code for code in ("cs.DC", "hep-th", "cmp-lg", "53C30", "cs") if arxiv.is_category(code)] == [
        "cs.DC", "hep-th", "cmp-lg",
    ]  # fmt: skip
    assert arxiv.is_archive("cs")
    assert "q-bio.NC" in arxiv.all_codes()
    assert arxiv.canonical_all(["math.IT", "cs.IT", "cmp-lg", "cs.DC"]) == ("cs.IT", "cs.CL", "cs.DC")
    assert [arxiv.is_within(code, "cs") for code in ("cs.DC", "eess.SY", "eess.AS")] == [True, True, False]
    assert [arxiv.is_within("cs.DC", asked) for asked in ("cs.DC", "cs.D", "cs.SY", "hep-th")] == [
        True,
        False,
        False,
        False,
    ]
    assert [arxiv.is_within(code, "cs.SY") for code in ("eess.SY", "cs.DC", "eess.AS")] == [True, False, False]
    assert [arxiv.members(code) for code in ("hep-th", "cs.DC")] == [(), ()]
    assert arxiv.members("stat") == ("stat.AP", "stat.CO", "stat.ME", "stat.ML", "stat.OT")
    assert [arxiv.has_form(code) for code in ("cs.DC", "hep-th", "cond-mat.dis-nn", "cs.dc", "CS")] == [True] * 3 + [
        False
    ] * 2


def test_a_code_in_other_letters() -> None:
    """No two codes differ in their letters' case alone; what is no code stays as it is."""
    codes = arxiv.all_codes()
    assert len({code.lower() for code in codes}) == len(codes)
    assert all(arxiv.spelled(each) == code for code in codes for each in (code.upper(), code.lower()))
    assert arxiv.spelled("cs.XX") == "cs.XX"


NEITHER = f"choose from {', '.join(arxiv.groups())}, or a category of one, such as cs.DC"


@for_each(
    ("written", "mend"),
    [
        ("cs.dc", "write 'cs.DC'"),
        ("quantph", "did you mean 'quant-ph' (Quantum Physics)?"),
        (
            "csdc",
            "did you mean 'cs.DC' (Distributed, Parallel, and Cluster Computing), 'cs.SD' (Sound)"
            " or 'cs.SC' (Symbolic Computation)?",
        ),
        ("Robotics", "did you mean 'cs.RO' (Robotics)?"),
        ("Complexity", "did you mean 'cs.CC' (Computational Complexity)?"),
        ("DC", "did you mean 'cs.DC' (Distributed, Parallel, and Cluster Computing)?"),
        ("co", "did you mean 'astro-ph.CO' (Cosmology and Nongalactic Astrophysics), 'math.CO' (Combinatorics)"
               " or 'stat.CO' (Computation)?"),
        ("computer", "did you mean 'cs' (all of Computer Science), 'cs.CV' (Computer Vision and Pattern Recognition)"
                     " or 'cs.CY' (Computers and Society)?"),
        ("cs.*", "did you mean 'cs' (all of Computer Science)?"),
        ("all", NEITHER), ("2603.1", NEITHER), ("bad-arc", NEITHER), ("", NEITHER),
    ],
)  # fmt: skip
def test_what_to_do_about_what_is_no_code(written: str, mend: str) -> None:
    """The nearest codes, likeliest first; none that is no real one."""
    assert arxiv.mend(written) == mend
