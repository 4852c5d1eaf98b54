"""Charts as inline SVG: text stays text, colours are the style sheet's, and no script or style stands in them.

Each says in words what it shows; a table beside it, or the page's own, has the same numbers.
"""

from generator.pages.charts.bar_charts import (
    EARLIER,
    Period,
    Slot,
    bars,
    month_number,
    periods,
    reading,
    render,
    slots,
    unit_of,
)
from generator.pages.charts.sparklines import by_month, sparkline
from generator.pages.charts.strips import Square, of_squares, strip

__all__ = [
    "EARLIER", "Period", "Slot", "Square", "bars", "by_month", "month_number", "of_squares", "periods", "reading",
    "render", "slots", "sparkline", "strip", "unit_of",
]  # fmt: skip
