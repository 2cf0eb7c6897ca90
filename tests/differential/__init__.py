"""Kernels against the reference game: the same games on both, compared event by event.

`python -m tests.differential --games 100000` compares as many games as you like (`make differential`). The modules:

============  =====================================================================
`records`     a table of the reference game as the records that strategies are handed
`adapter`     compiled strategies as players of the reference game
`comparison`  one set of rules, one number of players: play both, tell the first difference
`matches`     the comparisons that are made: numbers of players, and switches of the readings
`wild`        a compiled player who does any legal nonsense
============  =====================================================================
"""
