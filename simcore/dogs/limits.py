"""Largest sizes that a ruleset may have: they fix the shape of the records the kernels work on."""

MAX_PLAYERS = 5
MIN_PLAYERS = 3
MAX_BATTLES = 3
MAX_SIDES = 2 * MAX_BATTLES
MAX_SPACES = 6
MAX_HOUSES = 6
MAX_YEARS = 6
MAX_TILES = 16
MAX_BONUS_TOKENS = 12
MAX_CARDS = 24
"""Different Tactic cards (names), not copies."""
MAX_DECK = 96
MAX_DOGS = 12
MAX_PICKED = max(MAX_TILES, MAX_BONUS_TOKENS, MAX_HOUSES)
"""Most things that are drawn from at once in a setup."""
MAX_TRACK = 24
"""Spaces of the House Victory track."""
N_SOLDIERS = 4
N_REWARDS = 9
N_ABILITIES = 23
N_HOUSE_ABILITIES = 13
N_TILE_ROWS = MAX_TILES * N_SOLDIERS
"""A tile has a row of tables for each number of types by which its conditions may be lowered (see H9): tile +
MAX_TILES * types."""
N_EFFECTS = 11
