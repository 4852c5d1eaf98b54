"""When a day's completeness is confirmed."""

from daybook.model import Coverage
from daybook.model.archive import CoverageState, Witness

from tests.cases import for_each
from tests.makers import day


@for_each(
    ("state", "witnesses", "lone", "confirmed"),
    [
        ("complete", ("listing",), True, False),
        ("quiet", ("listing",), True, False),
        ("complete", ("listing", "oai"), False, True),
        ("quiet", ("listing", "feed"), False, True),
        ("quiet", (), False, True),  # a holiday of the calendar: nothing was due
        ("partial", ("listing",), False, False),
        ("contradicted", ("listing", "oai"), False, False),
    ],
)
def test_one_witness_proves_nothing(
    state: CoverageState, witnesses: tuple[Witness, ...], lone: bool, confirmed: bool
) -> None:
    """Neither that all is here, nor that nothing was announced."""
    told = Coverage(category="cs.DC", date=day("2026-03-03"), state=state, witnesses=witnesses)
    assert (told.lone, told.confirmed) == (lone, confirmed)
