"""`make bench`: Daybook, an earlier commit of it, and Hugo, on one machine.

`corpus` makes papers, `programs` knows how each program is driven, `measure` runs it and weighs its site, `results`
keeps what was found and knows the floors, `report` writes its page of it.
"""
