"""A ruleset as arrays: what the kernels see of it, and the record that every game starts from."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.dogs.limits import MAX_PLAYERS, MAX_TILES, N_SOLDIERS
from simcore.dogs.ruleset import ABILITIES, EFFECTS, HOUSE_ABILITIES, SOLDIERS, Reward, Ruleset, Space, TacticCard
from simcore.dogs.state import (
    CAPTAIN,
    COINS,
    DISCOUNT,
    DRAW_CARDS,
    FOOTMAN,
    GAIN_CAPTAIN,
    GAIN_COINS,
    GAIN_LANE,
    GAIN_SOLDIER,
    GAIN_VP,
    GAME,
    HOUSE_CARDS,
    HOUSE_COINS,
    HOUSE_STRENGTH,
    LAST_BONUS,
    MORE_STRENGTH,
    PLACEMENT_COINS,
    PLENTY,
    RULES,
    TACTICS,
    VP,
)
from simcore.dogs.views import OPENING_EFFECTS

_EFFECT_KINDS = list(EFFECTS)
_ABILITY_KINDS = list(ABILITIES)
_HOUSE_KINDS = list(HOUSE_ABILITIES)
_GIVEN = {GAIN_COINS: COINS, GAIN_CAPTAIN: CAPTAIN, GAIN_VP: VP, DRAW_CARDS: TACTICS}
"""Effects of Tactic cards that give something at once -> the kind of reward."""


def build_rules(ruleset: Ruleset, players: int, short: bool) -> np.ndarray:
    """Return the ruleset as an array of one RULES record.

    Parameters
    ----------
    ruleset : Ruleset
        A checked ruleset.
    players : int
        3, 4 or 5 (R1.4).
    short : bool
        The optional three-player setup (R1.5).
    """
    table: Any = np.zeros(1, RULES).view(np.recarray)
    rules = table[0]
    _fill_sizes(rules, ruleset, players, short)
    _fill_numbers(rules, ruleset)
    _fill_soldiers(rules, ruleset)
    _fill_dogs(rules, ruleset)
    _fill_houses(rules, ruleset)
    _fill_readings(rules, ruleset)
    _fill_tiles(rules, ruleset)
    _fill_components(rules, ruleset)
    return np.asarray(table)


def _fill_sizes(rules: Any, ruleset: Ruleset, players: int, short: bool) -> None:
    rules.players = players
    rules.battles = ruleset.short_game.battles if short else ruleset.battle.number
    rules.houses_removed = ruleset.short_game.houses_removed if short else 0
    rules.years = ruleset.years.number
    rules.n_houses = len(ruleset.houses)
    rules.n_tiles = len(ruleset.tiles)
    rules.n_bonus_tokens = len(ruleset.bonus_tokens)
    rules.n_cards = len(ruleset.tactic_cards)
    rules.deck_size = sum(card.copies for card in ruleset.tactic_cards)
    rules.spaces = ruleset.components.spaces
    rules.n_track = len(ruleset.house_track)


def _fill_numbers(rules: Any, ruleset: Ruleset) -> None:
    rules.starting_cards = ruleset.setup.tactic_cards
    rules.captains[: ruleset.years.number] = ruleset.years.captains
    rules.income = ruleset.years.income
    rules.coins = ruleset.components.coins + (0 if ruleset.readings.limited_coins else PLENTY)
    rules.soldier_cards[:] = [ruleset.soldiers[name].cards for name in SOLDIERS]
    rules.figures = ruleset.components.captain_figures
    rules.influence_tokens = ruleset.components.influence_tokens[int(rules.players)]
    rules.track_end = ruleset.battle.track_end
    rules.victory_steps = ruleset.battle.victory_steps
    rules.glorious_steps = ruleset.battle.glorious_steps
    rules.crushing_steps = ruleset.battle.crushing_steps
    rules.vp_per_captain = ruleset.battle.vp_per_captain
    rules.support_tokens = ruleset.scoring.support_tokens
    rules.coins_per_vp = ruleset.scoring.coins_per_vp
    rules.vp_per_card = ruleset.scoring.vp_per_card
    rules.house_values[: len(ruleset.house_track)] = ruleset.house_track


def _fill_soldiers(rules: Any, ruleset: Ruleset) -> None:
    strengths = [ruleset.soldiers[name].strength for name in SOLDIERS]
    rules.soldier_strength[:] = strengths
    rules.soldier_cost[:] = [ruleset.soldiers[name].cost for name in SOLDIERS]
    rules.by_strength[:] = sorted(range(len(SOLDIERS)), key=lambda kind: (-strengths[kind], -kind))


def _fill_dogs(rules: Any, ruleset: Ruleset) -> None:
    for index, dog in enumerate(ruleset.dogs):
        for ability in dog.abilities:
            rules.dog_abilities[index, _ABILITY_KINDS.index(ability.kind)] = ability.amount
    abilities = rules.dog_abilities
    rules.dog_kinds[:] = (abilities > 0) @ (1 << np.arange(len(_ABILITY_KINDS)))
    rules.dog_cost[:] = np.maximum(0, rules.soldier_cost - abilities[:, DISCOUNT : DISCOUNT + N_SOLDIERS])
    rules.dog_strength[:] = rules.soldier_strength + abilities[:, MORE_STRENGTH : MORE_STRENGTH + N_SOLDIERS]


def _fill_houses(rules: Any, ruleset: Ruleset) -> None:
    abilities = rules.house_abilities
    for index, house in enumerate(ruleset.houses):
        for ability in ruleset.house_abilities.get(house, ()):
            abilities[index, _HOUSE_KINDS.index(ability.kind)] = ability.amount
    coins, cards = abilities[:, HOUSE_COINS], abilities[:, HOUSE_CARDS]
    rules.house_gains[:] = (coins << (GAIN_LANE * COINS)) + (cards << (GAIN_LANE * TACTICS))
    strengths = abilities[:, HOUSE_STRENGTH : HOUSE_STRENGTH + N_SOLDIERS]
    by_houses = strengths.any() or rules.house_gains.any()
    by_dogs = (rules.dog_strength != rules.soldier_strength).any() or rules.dog_abilities[:, PLACEMENT_COINS].any()
    rules.placement_abilities = by_houses or by_dogs


def _fill_readings(rules: Any, ruleset: Ruleset) -> None:
    readings = ruleset.readings
    rules.last_stand_one = readings.last_stand_scope == "one"
    rules.last_stand_to_glory = readings.last_stand_to_glory
    rules.upstage_needs_captain = readings.upstage_needs_captain
    rules.own_captains_score = readings.own_captains_score


def _fill_tiles(rules: Any, ruleset: Ruleset) -> None:
    """Fill the tables of every tile once for each number of types by which its conditions may be lowered (H9)."""
    for lowered in range(N_SOLDIERS):
        for tile, spaces in enumerate(ruleset.tiles, start=MAX_TILES * lowered):
            for space, content in enumerate(spaces):
                needs = max(0, _least_type(content) - lowered)
                rules.space_needs[tile, space] = needs
                rules.tile_spaces[tile, needs] += 1
                rules.tile_bytes[tile, needs] += 1 << (8 * space)
                rules.space_reward[tile, space] = content.reward.amounts()
                rules.space_gains[tile, space] = _packed(content.reward)


def _fill_components(rules: Any, ruleset: Ruleset) -> None:
    for token, reward in [*enumerate(ruleset.bonus_tokens), (LAST_BONUS, ruleset.years.last_bonus)]:
        rules.bonus_reward[token] = reward.amounts()
        rules.bonus_gains[token] = _packed(reward)
    for index, card in enumerate(ruleset.tactic_cards):
        effect = _EFFECT_KINDS.index(card.effect)
        rules.card_effect[index] = effect
        rules.cards_by_effect[effect] |= 1 << index
        rules.card_amount[index] = _card_amount(card)
        rules.card_gains[index] = _card_gains(effect, int(rules.card_amount[index]))
        rules.card_copies[index] = card.copies
    rules.opening_cards = sum(rules.cards_by_effect[effect] for effect in OPENING_EFFECTS)


def _least_type(space: Space) -> int:
    return SOLDIERS.index(space.needs) if space.needs else 0


def _card_amount(card: TacticCard) -> int:
    return SOLDIERS.index(card.soldier) if card.soldier else card.amount


def _card_gains(effect: int, amount: int) -> int:
    """Return what a Tactic card gives before the placement, packed; 0 where its effect is another."""
    if effect == GAIN_SOLDIER:
        return 1 << (GAIN_LANE * (FOOTMAN + amount))
    return amount << (GAIN_LANE * _GIVEN[effect]) if effect in _GIVEN else 0


def _packed(reward: Reward) -> int:
    """Return the amounts of a reward as lanes of one integer, the form in which the engine takes them (supply.py)."""
    return sum(amount << (GAIN_LANE * kind) for kind, amount in enumerate(reward.amounts()))


def build_start(ruleset: Ruleset, rules_table: np.ndarray) -> np.ndarray:
    """Return an array of one GAME record as it stands before anything random has happened (R0, R1)."""
    rules: Any = rules_table[0]
    table: Any = np.zeros(1, GAME).view(np.recarray)
    game = table[0]
    players = int(rules.players)
    public = game.public
    public.players, public.battles, public.years = players, rules.battles, rules.years
    public.track[:] = ruleset.house_track.index(ruleset.setup.house_value)
    public.influence_left[: rules.n_houses] = rules.influence_tokens
    public.soldiers_left[:] = rules.soldier_cards
    public.coins_left = rules.coins - players * ruleset.setup.coins
    public.vp_left = PLENTY
    deck = np.repeat(np.arange(rules.n_cards), rules.card_copies[: rules.n_cards])
    game.deck[: len(deck)] = deck
    public.deck_left = len(deck)
    for seat in range(MAX_PLAYERS):
        game.private["seat"][seat] = seat
        game.private["coins"][seat] = ruleset.setup.coins if seat < players else 0
        game.tally["seat"][seat] = seat
    return np.asarray(table)
