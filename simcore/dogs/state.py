"""The records that a game of Dogs of War lives in, field by field.

Everything is int64 (streams are uint64). A *side* is a battle's half: side 2b + 0 pulls battle b's tracker up, side
2b + 1 pulls it down. Sets of sides, battles, spaces and types are bit masks. Strategies are handed `PUBLIC` and their
own `PRIVATE` only, so they cannot see what the rules hide (R4.9).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.details import DETAILS
from simcore.dogs.limits import (
    MAX_BATTLES,
    MAX_BONUS_TOKENS,
    MAX_CARDS,
    MAX_DECK,
    MAX_DOGS,
    MAX_HOUSES,
    MAX_PICKED,
    MAX_PLAYERS,
    MAX_SIDES,
    MAX_SPACES,
    MAX_TRACK,
    MAX_YEARS,
    N_ABILITIES,
    N_EFFECTS,
    N_HOUSE_ABILITIES,
    N_REWARDS,
    N_SOLDIERS,
    N_TILE_ROWS,
)
from simcore.dogs.rows import ROW
from simcore.rng import STREAM

# Kinds of reward, in the order of ruleset.REWARDS.
VP, COINS, FOOTMAN, ARQUEBUSER, KNIGHT, WAR_MACHINE, TACTICS, CAPTAIN, INFLUENCE = range(N_REWARDS)

# Kinds of ability, in the order of ruleset.ABILITIES.
SPOILS_OF_WAR, UPSTAGE, PROFITEER, LAST_STAND, RETREAT = range(5)
INCOME, STARTING_COINS, STARTING_CARDS, MORE_CAPTAINS = range(5, 9)
DISCOUNT, MORE_STRENGTH = 9, 13  # of the first Soldier type; the others follow
LOWER_CONDITIONS, PASS_CARDS, VICTORY_VP, DEFEAT_COINS, PLACEMENT_COINS, CAPTAIN_VP = range(17, N_ABILITIES)

# Kinds of ability of Houses, in the order of ruleset.HOUSE_ABILITIES.
HOUSE_STRENGTH = 0  # of the first Soldier type; the others follow
(
    HOUSE_COINS,
    HOUSE_CARDS,
    VICTORY_STEPS,
    DEFEAT_STEPS,
    INFLUENCE_VALUE,
    BEATEN_VP,
    FALLEN_VP,
    HOUSE_CONDITIONS,
    MORE_BONUS,
) = range(4, N_HOUSE_ABILITIES)

# Kinds of Tactic effect, in the order of ruleset.EFFECTS.
(
    BETRAYAL,
    STRENGTH,
    GAIN_COINS,
    GAIN_SOLDIER,
    MOVE_TRACKER,
    GAIN_CAPTAIN,
    GAIN_INFLUENCE,
    IGNORE_CONDITION,
    DOUBLE_REWARD,
    GAIN_VP,
    DRAW_CARDS,
) = range(N_EFFECTS)

GAIN_LANE = 7
"""Bits of the amount of one kind of reward in `space_gains` and `bonus_gains`."""
_N_KINDS = (N_REWARDS,)

RULES = np.dtype(
    [
        ("players", np.int64),
        ("battles", np.int64),  # fought a Year: 3, or 2 in the short game (R1.5)
        ("years", np.int64),
        ("n_houses", np.int64),  # in the box
        ("houses_removed", np.int64),  # R1.5, else 0
        ("n_tiles", np.int64),
        ("n_bonus_tokens", np.int64),
        ("n_cards", np.int64),  # different Tactic cards
        ("deck_size", np.int64),  # all copies
        ("spaces", np.int64),  # on a tile
        ("coins", np.int64),  # in the box (R0.1); PLENTY more where they are not limited (I6)
        ("soldier_cards", np.int64, (N_SOLDIERS,)),  # in the box (R0.3)
        ("starting_cards", np.int64),  # R1.1
        ("captains", np.int64, (MAX_YEARS,)),  # R3.1
        ("income", np.int64),  # R3.2
        ("figures", np.int64),  # R0.5
        ("influence_tokens", np.int64),  # of each House, for this number of players (R0.2)
        ("track_end", np.int64),  # R4.5
        ("victory_steps", np.int64),  # R5.2
        ("glorious_steps", np.int64),  # R5.3
        ("crushing_steps", np.int64),  # R5.3
        ("vp_per_captain", np.int64),  # R5.4
        ("support_tokens", np.int64),  # R7.2
        ("coins_per_vp", np.int64),  # R7.3
        ("vp_per_card", np.int64),  # R7.4
        ("house_values", np.int64, (MAX_TRACK,)),  # C4, by space of the track
        ("n_track", np.int64),
        ("soldier_cost", np.int64, (N_SOLDIERS,)),  # R0.6
        ("soldier_strength", np.int64, (N_SOLDIERS,)),
        ("by_strength", np.int64, (N_SOLDIERS,)),  # types, strongest first (R8.1)
        ("last_stand_one", np.int64),  # I2: 1 is `one`
        ("last_stand_to_glory", np.int64),  # I3
        ("upstage_needs_captain", np.int64),  # I4
        ("own_captains_score", np.int64),  # I5
        ("space_needs", np.int64, (N_TILE_ROWS, MAX_SPACES)),  # least Soldier type admitted, 0: any
        ("space_gains", np.int64, (N_TILE_ROWS, MAX_SPACES)),  # the same packed, see supply.py
        ("tile_spaces", np.int64, (N_TILE_ROWS, N_SOLDIERS)),  # number of spaces by condition
        ("tile_bytes", np.int64, (N_TILE_ROWS, N_SOLDIERS)),  # which spaces have each condition, see views.py
        ("bonus_reward", np.int64, (MAX_BONUS_TOKENS + 1, N_REWARDS)),  # the last one is the last Year's (R2.1)
        ("bonus_gains", np.int64, (MAX_BONUS_TOKENS + 1,)),
        ("card_effect", np.int64, (MAX_CARDS,)),
        ("card_amount", np.int64, (MAX_CARDS,)),  # `soldier` cards: the type
        ("card_gains", np.int64, (MAX_CARDS,)),  # what a card gives at once, packed as `space_gains` are
        ("card_copies", np.int64, (MAX_CARDS,)),
        ("cards_by_effect", np.int64, (N_EFFECTS,)),  # mask of the cards with each effect
        ("opening_cards", np.int64),  # mask of the cards that can make a placement possible (I8)
        # Long tables that are seldom read come last, so that the others lie close together.
        ("dog_abilities", np.int64, (MAX_DOGS, N_ABILITIES)),  # parameter of each ability, 0: has it not
        ("dog_kinds", np.int64, (MAX_DOGS,)),  # mask of the abilities that each has
        ("dog_cost", np.int64, (MAX_DOGS, N_SOLDIERS)),  # soldier_cost less the Dog's discounts (A5)
        ("dog_strength", np.int64, (MAX_DOGS, N_SOLDIERS)),  # soldier_strength with the Dog's more (A6)
        ("house_abilities", np.int64, (MAX_HOUSES, N_HOUSE_ABILITIES)),  # parameter of each, 0: has it not
        ("house_gains", np.int64, (MAX_HOUSES,)),  # what each placement for it gives besides (H2, H3), packed
        ("placement_abilities", np.int64),  # 1 where any Dog or House has an ability of A6, A11, H1, H2, H3
        ("space_reward", np.int64, (N_TILE_ROWS, MAX_SPACES, N_REWARDS)),  # amounts by kind
    ],
    align=True,
)
"""A ruleset as the kernels and strategies see it, for one number of players."""


def overlaid(fields: list[tuple[Any, ...]], name: str, overlay: tuple[Any, tuple[int, ...]]) -> np.dtype:
    """Return an aligned record of `fields` whose beginning can also be reached as the array `name`.

    `overlay` is the array's element type and shape.
    """
    plain = np.dtype(fields, align=True)
    layout: Any = {
        "names": [*(plain.names or ()), name],
        "formats": [kind[0] if len(kind) == 1 else tuple(kind) for _, *kind in fields] + [overlay],
        "offsets": [_offset(plain, field) for field in plain.names or ()] + [0],
        "itemsize": plain.itemsize,
        "aligned": True,
    }
    return np.dtype(layout)


def _offset(dtype: np.dtype, field: str) -> int:
    """Return where in a record a field begins, in bytes."""
    assert dtype.fields is not None
    return int(dtype.fields[field][1])


LAST_BONUS = MAX_BONUS_TOKENS
"""The place of the last Year's Bonus among the tokens."""
N_SLOTS = INFLUENCE + MAX_HOUSES
"""A slot is a kind of reward, save that Influence has one for each House, from INFLUENCE on. Supply and holdings can be
reached by slot, so that a gain is one plain piece of code without a branch on its kind."""
PLENTY = 1 << 40
"""What a supply that cannot run out holds."""

PUBLIC = overlaid(
    [
        ("vp_left", np.int64),  # PLENTY less what was taken by slot: VP are unlimited (R0.5)
        ("coins_left", np.int64),  # in the bank; PLENTY more where coins are not limited (I6)
        ("soldiers_left", np.int64, (N_SOLDIERS,)),
        ("_tactics_left", np.int64),  # unused slots: cards are drawn, Captains have their own rule
        ("_captains_left", np.int64),
        ("influence_left", np.int64, (MAX_HOUSES,)),
        ("players", np.int64),
        ("battles", np.int64),
        ("year", np.int64),  # 1-based
        ("years", np.int64),
        ("holder", np.int64),  # seat with the First Player token when the Year began
        ("first", np.int64),  # this Year's first player
        ("next_holder", np.int64),  # who passed first (R4.8); -1: nobody yet
        ("houses_in_play", np.int64),  # mask
        ("dog", np.int64, (MAX_PLAYERS,)),
        ("passed", np.int64, (MAX_PLAYERS,)),
        ("captains", np.int64, (MAX_PLAYERS,)),  # unplaced this Year
        ("reserve", np.int64, (MAX_PLAYERS,)),  # won for next Year
        ("on_board", np.int64, (MAX_PLAYERS,)),
        ("house", np.int64, (MAX_SIDES,)),
        ("tile", np.int64, (MAX_SIDES,)),  # row of the tiles' tables: see limits.N_TILE_ROWS
        ("bonus", np.int64, (MAX_BATTLES,)),  # token; LAST_BONUS: the last Year's
        ("tracker", np.int64, (MAX_BATTLES,)),  # positive: side 0
        ("free", np.int64, (MAX_SIDES,)),  # mask of free spaces
        ("open_spaces", np.int64, (N_SOLDIERS,)),  # number of free spaces by condition and side, see views.py
        ("occupant", np.int64, (MAX_SIDES, MAX_SPACES)),  # seat, -1: free
        ("captains_on", np.int64, (MAX_SIDES, MAX_PLAYERS)),
        ("all_captains_on", np.int64, (MAX_SIDES,)),
        ("soldiers_on", np.int64, (MAX_SIDES, N_SOLDIERS)),
        ("supported", np.int64, (MAX_PLAYERS,)),  # mask of sides
        ("closed", np.int64, (MAX_PLAYERS,)),  # mask of sides not to be supported (R4.3)
        ("betrayed", np.int64, (MAX_PLAYERS,)),  # mask of sides of the battles on which Betrayal was played (R6.2)
        ("track", np.int64, (MAX_HOUSES,)),  # space of each House's token
        ("deck_left", np.int64),
        ("discards", np.int64, (MAX_CARDS,)),
        ("abilities", np.int64, (MAX_PLAYERS, N_ABILITIES)),  # by seat, see RULES.dog_abilities
        ("able", np.int64, (N_ABILITIES,)),  # seats (mask) that have an ability
    ],
    "supply",
    (np.int64, (N_SLOTS,)),
)
"""What everybody sees. `supply` is what is left by slot (see N_SLOTS)."""

PRIVATE = overlaid(
    [
        ("vp", np.int64),  # tokens taken in play
        ("coins", np.int64),
        ("soldiers", np.int64, (N_SOLDIERS,)),
        ("n_cards", np.int64),  # Tactic cards in hand
        ("_captains", np.int64),  # unused slot: Captains are public
        ("influence", np.int64, (MAX_HOUSES,)),
        ("seat", np.int64),
        ("support", np.int64),  # House of the Support card
        ("types", np.int64),  # mask of the Soldier types in hand
        ("cards", np.int64, (MAX_CARDS,)),
        ("card_names", np.int64),  # mask of the Tactic cards in hand
    ],
    "stock",
    (np.int64, (N_SLOTS,)),
)
"""What one player alone knows (R4.9). `stock` is what he has by slot (see N_SLOTS)."""

CHOICE = np.dtype(
    [
        ("buy", np.int64, (N_SOLDIERS,)),  # muster: Soldier cards to buy, by type
        ("passes", np.int64),  # turn: 1 to pass
        ("card", np.int64),  # Tactic card, -1: none
        ("card_battle", np.int64),  # of Betrayal and Sabotage
        ("card_side", np.int64),  # of Sabotage: 0 or 1
        ("battle", np.int64),
        ("side", np.int64),  # 0 or 1
        ("space", np.int64),
        ("soldier", np.int64),
        ("push", np.int64, (MAX_BATTLES,)),  # Last Stand: spaces, by battle
        ("push_side", np.int64, (MAX_BATTLES,)),  # side favoured: 0 or 1
    ],
    align=True,
)
"""A player's answer; the engine clears it before it asks."""

N_DECISIONS = 4
"""First player, muster, turn, Last Stand."""
N_PARAMETERS = 64
PARAMETERS = np.dtype(
    [
        ("value", np.float64, (N_PARAMETERS,)),
        ("deal", np.int64),
        ("play_out", np.int64),
        ("helper", np.int64, (N_DECISIONS,)),
    ],
    align=True,
)
"""A strategy's parameters, in the order in which it declares them. If it looks ahead there follow the addresses of what
the engine lends it (see worlds.py), and of the decisions of the script that plays in its playouts."""

MAX_EVENTS = 1024
"""Lines that the log of one game can have; six Years of 36 spaces need fewer."""
EVENT_CARDS = 64
"""Tactic cards that one line of the game log can name for one seat."""

EVENT = np.dtype(
    [
        ("kind", np.int64),
        ("seat", np.int64),
        ("year", np.int64),
        ("holder", np.int64),
        ("first", np.int64),
        ("houses_in_play", np.int64),
        ("support", np.int64, (MAX_PLAYERS,)),
        ("bonus", np.int64, (MAX_BATTLES,)),
        ("house", np.int64, (MAX_SIDES,)),
        ("tile", np.int64, (MAX_SIDES,)),
        ("captains", np.int64),
        ("coins", np.int64),
        ("bought", np.int64, (N_SOLDIERS,)),
        ("coins_left", np.int64),
        ("card", np.int64),
        ("card_battle", np.int64),
        ("card_side", np.int64),
        ("by_tactic", np.int64, _N_KINDS),
        ("battle", np.int64),
        ("side", np.int64),
        ("space", np.int64),
        ("soldier", np.int64),
        ("moved", np.int64),
        ("tracker", np.int64),  # last_stand: `to`
        ("tracker_before", np.int64),  # last_stand: `from`
        ("gained", np.int64, (MAX_PLAYERS, N_REWARDS)),
        ("n_drawn", np.int64, (MAX_PLAYERS,)),
        ("drawn", np.int64, (MAX_PLAYERS, EVENT_CARDS)),
        ("reshuffled", np.int64),
        ("winner", np.int64),  # House, -1: nobody
        ("glorious", np.int64),
        ("track", np.int64, (MAX_HOUSES,)),  # value of each House
        ("vp", np.int64, (MAX_PLAYERS,)),
        ("profit", np.int64, (MAX_PLAYERS,)),
        ("got_bonus", np.int64),  # mask of seats
        ("spoils", np.int64, (MAX_PLAYERS, N_SOLDIERS)),
        ("score", np.int64, (MAX_PLAYERS, 6)),
        ("all_coins", np.int64),  # the totals, for the checks of conservation
        ("all_soldiers", np.int64, (N_SOLDIERS,)),
        ("all_influence", np.int64, (MAX_HOUSES,)),
        ("all_cards", np.int64),
        ("all_captains", np.int64, (MAX_PLAYERS,)),
    ],
    align=True,
)
"""One line of the game log; which fields count depends on `kind` (see log.py)."""

GAME = np.dtype(
    [
        ("public", PUBLIC),
        ("private", PRIVATE, (MAX_PLAYERS,)),
        ("deck", np.int64, (MAX_DECK,)),  # Tactic cards not yet drawn: the first `public.deck_left`
        ("script", np.int64, (MAX_PLAYERS, N_DECISIONS)),  # address of the compiled function of each decision
        ("settings", np.int64, (MAX_PLAYERS,)),  # address of the PARAMETERS that it is given
        ("tally", ROW, (MAX_PLAYERS,)),
        ("deck_stream", STREAM),
        ("spare_stream", STREAM),  # setup and Year setups
        ("stream", STREAM, (MAX_PLAYERS,)),  # each seat's decisions
        ("choice", CHOICE),
        ("guarded", np.int64),  # 1: check that strategies change nothing
        ("asked", np.int64),  # the seat asked last, and for which decision
        ("decision", np.int64),
        ("fault", np.int64),  # what a strategy did wrong, see faults.py
        ("items", np.int64, (MAX_PICKED,)),  # room to draw from: an array of its own would cost an allocation
    ],
    align=True,
)
"""A whole game. What a strategy may write to (`stream`, `choice`) comes last, behind GUARDED_WORDS."""

LOG = np.dtype(
    [
        ("on", np.int64),
        ("n", np.int64),
        ("detailed", np.int64),
        ("details", DETAILS, (MAX_PLAYERS,)),
        ("line", EVENT, (MAX_EVENTS,)),
    ],
    align=True,
)
"""What is written down of a game besides its rows.

The game log: `n` lines are complete; nothing is written where `on` is 0. The details: counted where `detailed` is 1.
"""

GAME_WORDS = GAME.itemsize // 8
GUARDED_WORDS = _offset(GAME, "stream") // 8
"""Words of a GAME record that a strategy must leave as they are."""

_MEMORY_PARTS: list[tuple[Any, ...]] = [("game", GAME), ("rules", RULES), ("game_copy", GAME), ("rules_copy", RULES)]
MEMORY = overlaid(_MEMORY_PARTS, "words", (np.int64, (2 * (GAME.itemsize + RULES.itemsize) // 8,)))
"""What one thread plays in: a game, the rules, and the copies that guard them; `words` is all of it as integers."""
COPY_OFFSET = _offset(MEMORY, "game_copy") // 8
"""Words from the game to its copy, and from the rules to theirs."""
RULES_WORDS = (_offset(MEMORY, "rules") // 8, COPY_OFFSET)
"""First word of the rules, and the one after their last."""
