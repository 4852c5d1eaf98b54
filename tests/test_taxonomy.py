"""Categories, archives and their names."""

from daybook.model import taxonomy

from tests.cases import for_each


def test_names_and_codes() -> None:
    """Both ways; a name that several bear gives all of them, today's first."""
    assert taxonomy.name("cs.DC") == "Distributed, Parallel, and Cluster Computing"
    assert taxonomy.codes_of("Distributed, Parallel, and Cluster Computing") == ("cs.DC",)
    assert taxonomy.codes_of("machine learning") == ("cs.LG", "stat.ML")
    assert taxonomy.codes_of("Information Theory")[0] == "cs.IT"
    assert taxonomy.codes_of("Computer Science") == ("cs",)
    assert taxonomy.codes_of("Cooking") == ()
    assert taxonomy.name("xx.YY") == "xx.YY"


def test_aliases() -> None:
    """One code a category."""
    assert taxonomy.canonical_all(["math.IT", "cs.IT", "cmp-lg", "cs.DC"]) == ("cs.IT", "cs.CL", "cs.DC")


def test_what_is_a_category() -> None:
    """Former ones too; classes of other systems are none."""
    assert taxonomy.is_category("cs.DC")
    assert taxonomy.is_category("hep-th")
    assert not taxonomy.is_category("53C30")
    assert not taxonomy.is_category("cs")
    assert taxonomy.is_archive("cs")
    assert "q-bio.NC" in taxonomy.all_codes()


@for_each(
    ("written", "code"), [("cs.dc", "cs.DC"), ("MATH.it", "math.IT"), ("Quant-PH", "quant-ph"), ("cs.XX", "cs.XX")]
)
def test_a_code_in_other_letters(written: str, code: str) -> None:
    """Small and capital letters make no difference; what is no code stays as it is."""
    assert taxonomy.spelled(written) == code


def test_no_two_codes_differ_in_case_alone() -> None:
    """Else a code in other letters could mean two."""
    codes = taxonomy.all_codes()
    assert len({code.lower() for code in codes}) == len(codes)
    assert all(taxonomy.spelled(code.upper()) == code for code in codes)


@for_each(
    ("written", "mend"),
    [
        ("cs.dc", "write 'cs.DC'"),
        ("quantph", "did you mean 'quant-ph'?"),
        ("csdc", "did you mean 'cs.DC', 'cs.SD' or 'cs.SC'?"),
        ("2603.1", "the categories are listed at arxiv.org/category_taxonomy"),
        ("bad-arc", "the categories are listed at arxiv.org/category_taxonomy"),
    ],
)
def test_what_to_do_about_what_is_no_code(written: str, mend: str) -> None:
    """The nearest codes, likeliest first; none that is no real one."""
    assert taxonomy.mend(written) == mend
