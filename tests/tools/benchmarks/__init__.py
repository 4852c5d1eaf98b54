"""`make bench`: Daybook beside other programs that make the same Markdown into a site, on one machine.

`corpus` makes papers, `programs` knows how each program is driven, `measure` runs it and weighs its site, `report`
prints. Nothing here holds a time to any limit.
"""
