"""The reference game: Dogs of War in plain Python, slow and easy to check against the rules.

It shares no rules code with the kernels, so that a disagreement between the two shows a mistake in one of them. Its
modules follow the chapters of the rules, so that a rule is found by its number:

=================  ==========================================================
R0                 `components`, `totals` (what is conserved)
R1, R2             `setup`
R3                 `mustering`
R4                 `action`; what may be taken and what is cut: `taking`
R6, C3             `tactics`
R8.4               `last_stand`
R5, R8.1-3, R8.5   `outcome`
R7                 `scoring`
L                  `log`; an independent check of any log: `conservation`
U                  `uniform`; line-ups: `lineups`
chance             `chance`
=================  ==========================================================

`game.play` plays one game and returns its log.
"""
