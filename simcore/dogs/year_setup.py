"""R1 and R2: the game's setup and each Year's battles."""

from __future__ import annotations

from simcore.dogs.details import DETAIL_WORDS
from simcore.dogs.events import log_setup, log_year
from simcore.dogs.limits import MAX_PLAYERS, MAX_SPACES, MAX_TILES, N_SOLDIERS
from simcore.dogs.state import COINS, HOUSE_CONDITIONS, LAST_BONUS, STARTING_CARDS, STARTING_COINS
from simcore.dogs.supply import draw_cards, take_from_supply
from simcore.dogs.views import SIDE_LANE, lowest
from simcore.jit import jit, jit_inline, nonnegative
from simcore.rng import below, open_stream, pick

# Streams of a game, see simcore.rng; LINE_UP_STREAM is used by simcore.lineups.
LINE_UP_STREAM = 0
SETUP_STREAM = 1
DECK_STREAM = 2
SEAT_STREAM = 8
YEAR_STREAM = 16


@jit
def set_up_game(rules, game, log, key):
    """Open the streams, hand out Support cards and Tactic cards, choose the token's holder (R1.1 to R1.5, A2, A3).

    `game` is a copy of the start record with Dogs, scripts and settings filled in.
    """
    public = game.public
    for seat in range(public.players):
        open_stream(game.stream[seat], key, SEAT_STREAM + seat)
        _give_abilities(rules, game, seat)
    open_stream(game.spare_stream, key, SETUP_STREAM)
    houses = game.items
    n_houses = _choose_houses(rules, game, houses)
    pick(game.spare_stream, houses, n_houses, public.players)
    for seat in range(public.players):
        game.private[seat].support = houses[seat]
    public.holder = below(game.spare_stream, public.players)
    open_stream(game.deck_stream, key, DECK_STREAM)
    for seat in range(public.players):
        draw_cards(rules, game, log, seat, rules.starting_cards + public.abilities[seat, STARTING_CARDS])
    if log.detailed:
        _count_hands(rules, game, log)
    if log.on:
        log_setup(rules, game, log)


@jit_inline
def _give_abilities(rules, game, seat):
    """Note what the seat's Dog can do (R8), and pay his coins for the start (A2)."""
    public = game.public
    dog = nonnegative(public.dog[seat])
    kinds = rules.dog_kinds[dog]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        public.abilities[seat, kind] = rules.dog_abilities[dog, kind]
        public.able[kind] |= 1 << seat
    if public.abilities[seat, STARTING_COINS] > 0:
        take_from_supply(game, seat, COINS, public.abilities[seat, STARTING_COINS])


@jit
def _count_hands(rules, game, log):
    """Begin the details of a game, with the cards dealt."""
    for seat in range(MAX_PLAYERS):
        details = log.details[seat]
        for word in range(DETAIL_WORDS):
            details.words[word] = 0
        for card in range(rules.n_cards):
            details.dealt[card] = game.private[seat].cards[card]
    log.details[nonnegative(game.public.holder)].token_dealt = 1


@jit
def _choose_houses(rules, game, houses):
    """Fill `houses` with the Houses in play, ascending, and return their number (R1.5)."""
    for house in range(rules.n_houses):
        houses[house] = house
    in_play = (1 << rules.n_houses) - 1
    if rules.houses_removed > 0:
        pick(game.spare_stream, houses, rules.n_houses, rules.houses_removed)
        for i in range(rules.houses_removed):
            in_play &= ~(1 << houses[i])
            game.public.influence_left[houses[i]] = 0
    game.public.houses_in_play = in_play
    return _list_houses(in_play, rules.n_houses, houses)


@jit
def _list_houses(in_play, n_houses, houses):
    n = 0
    for house in range(n_houses):
        houses[n] = house
        n += (in_play >> house) & 1
    return nonnegative(n)


@jit
def set_up_year(rules, game, log, key, year):
    """Clear the board and lay out the Year's battles: Bonus tokens, tiles, Houses (R2.1 to R2.4)."""
    public = game.public
    public.year = year
    public.next_holder = -1
    for seat in range(MAX_PLAYERS):
        public.passed[seat] = 0
        public.supported[seat] = 0
        public.closed[seat] = 0
        public.betrayed[seat] = 0
    open_stream(game.spare_stream, key, YEAR_STREAM + year)
    n_sides = 2 * public.battles
    items = game.items
    for i in range(rules.n_bonus_tokens):
        items[i] = i
    pick(game.spare_stream, items, rules.n_bonus_tokens, public.battles)
    for battle in range(public.battles):
        public.bonus[battle] = items[battle] if year < public.years else LAST_BONUS
        public.tracker[battle] = 0
    for i in range(rules.n_tiles):
        items[i] = i
    pick(game.spare_stream, items, rules.n_tiles, n_sides)
    for side in range(n_sides):
        public.tile[side] = items[side]
    for needs in range(N_SOLDIERS):
        public.open_spaces[needs] = 0
    n_houses = _list_houses(public.houses_in_play, rules.n_houses, items)
    pick(game.spare_stream, items, n_houses, n_sides)
    for side in range(n_sides):
        public.house[side] = items[side]
        _lay_tile(rules, public, side)


@jit
def _lay_tile(rules, public, side):
    """Lay a side's tile for its House, which may lower its conditions (H9)."""
    lowered = rules.house_abilities[nonnegative(public.house[side]), HOUSE_CONDITIONS]
    tile = nonnegative(public.tile[side] + MAX_TILES * lowered)
    public.tile[side] = tile
    public.free[side] = (1 << rules.spaces) - 1
    for needs in range(N_SOLDIERS):
        public.open_spaces[needs] += rules.tile_spaces[tile, needs] << (SIDE_LANE * side)
    for space in range(MAX_SPACES):
        public.occupant[side, space] = -1


@jit
def start_year(game, log, first):
    """Make `first` the Year's first player (R2.5)."""
    game.public.first = first
    game.tally[first].years_first += 1
    if log.on:
        log_year(game, log)
