"""The pieces of a ruleset in words: rewards, spaces, cards, abilities, readings."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.dogs.ruleset import REWARDS, SOLDIERS, Ability, Readings, Reward, Ruleset, Space, TacticCard

_NOUNS = {
    "vp": ("VP", "VP"),
    "coins": ("coin", "coins"),
    "footman": ("Footman", "Footmen"),
    "arquebuser": ("Arquebuser", "Arquebusers"),
    "knight": ("Knight", "Knights"),
    "war_machine": ("War Machine", "War Machines"),
    "tactics": ("Tactic card", "Tactic cards"),
    "captain": ("Captain", "Captains"),
    "influence": ("Influence", "Influence"),
}


def number_of(amount: int, kind: str) -> str:
    """Return an amount of a kind of reward.

    Examples
    --------
    >>> number_of(1, "footman"), number_of(2, "tactics")
    ('1 Footman', '2 Tactic cards')
    """
    return f"{amount} {_NOUNS[kind][amount != 1]}"


def name_words(name: str) -> str:
    """Return a card's, House's or Soldier type's name as people write it.

    Examples
    --------
    >>> name_words("muster_of_knights")
    'Muster of Knights'
    """
    return " ".join(word if word in ("of", "the", "and") else word.capitalize() for word in name.split("_"))


def reward_words(reward: Reward) -> str:
    """Return what a reward gives.

    Examples
    --------
    >>> reward_words(Reward(influence=1, coins=2)), reward_words(Reward())
    ('2 coins, 1 Influence', 'nothing')
    """
    parts = [number_of(amount, kind) for kind, amount in zip(REWARDS, reward.amounts(), strict=True) if amount]
    return ", ".join(parts) or "nothing"


def space_words(space: Space) -> str:
    r"""Return which Soldiers a space asks for, if any ("+": or better, R4.4), and below that what it gives.

    Examples
    --------
    >>> space_words(Space("knight", Reward(vp=3)))
    'Knight+\n3 VP'
    """
    if space.needs is None:
        return reward_words(space.reward)
    return f"{name_words(space.needs)}+\n{reward_words(space.reward)}"


def effect_words(card: TacticCard) -> str:
    """Return what a Tactic card does (C3)."""
    amount = card.amount
    words = {
        "betrayal": "support both Houses of one battle this Year",
        "strength": f"this turn's Soldier moves the tracker {amount} more",
        "coins": f"gain {number_of(amount, 'coins')}",
        "soldier": f"take {number_of(1, card.soldier or 'footman')}",
        "tracker": f"move the tracker of any battle by {amount}, either way",
        "captain": f"{number_of(amount, 'captain')} more this Year",
        "influence": f"{number_of(amount, 'influence')} of the House supported this turn, after the placement",
        "ignore_condition": "this turn's space admits any Soldier",
        "double_reward": "this turn's space gives its reward twice",
        "vp": f"gain {number_of(amount, 'vp')}",
        "draw": f"draw {number_of(amount, 'tactics')}",
    }
    return words[card.effect]


def ability_words(ability: Ability, readings: Readings) -> str:
    """Return a Dog's special ability (R8, A) with its name, as it works under the readings (I2 to I4).

    Any Dog may have any ability, so the words have no pronoun for it.
    """
    words = _rulebook_ability(ability, readings) | _further_ability(ability)
    return f"{kind_words(ability.kind)}: {words[ability.kind]}"


def _rulebook_ability(ability: Ability, readings: Readings) -> dict[str, str]:
    """Return kind -> words of the rulebook's abilities (R8)."""
    amount = ability.amount
    battles = "each battle" if readings.last_stand_scope == "each" else "one battle a Year"
    goal = "" if readings.last_stand_to_glory else ", short of the last space"
    where = "" if readings.upstage_needs_captain else ", even with none there"
    captured = "the strongest Soldier" if amount == 1 else f"the {amount} strongest Soldiers"
    leaving = "all losing Captains leave" if amount == 100 else f"{amount}% of the losing Captains, rounded down, leave"
    return {
        "spoils_of_war": f"with each Bonus, also {captured} played on the losing side",
        "upstage": f"counts {number_of(amount, 'captain')} more when the Bonus is decided{where}",
        "profiteer": f"{number_of(amount, 'coins')} for each battle with a Captain on the winning side",
        "last_stand": f"before the outcome, may move the tracker up to {amount} in {battles} fought{goal}",
        "retreat": f"{leaving} first, so that nobody gets VP for them",
    }


def _further_ability(ability: Ability) -> dict[str, str]:
    """Return kind -> words of the abilities that are not in the rulebook (A1 to A12)."""
    amount = ability.amount
    words = {
        "income": f"{number_of(amount, 'coins')} more every Year",
        "starting_coins": f"{number_of(amount, 'coins')} more at the start of the game",
        "starting_cards": f"{number_of(amount, 'tactics')} more at the start of the game",
        "more_captains": f"{number_of(amount, 'captain')} more every Year",
        "lower_conditions": _lower_conditions(amount),
        "pass_cards": f"draws {number_of(amount, 'tactics')} on passing",
        "victory_vp": f"{number_of(amount, 'vp')} for each battle with a Captain on the winning side",
        "defeat_coins": f"{number_of(amount, 'coins')} for each battle with Captains on the losing side only",
        "placement_coins": f"{number_of(amount, 'coins')} for each Captain placed",
        "captain_vp": f"{number_of(amount, 'vp')} for each Captain of one's own on the winning side",
    }
    for soldier in SOLDIERS:
        words[f"{soldier}_discount"] = f"each costs {number_of(amount, 'coins')} less"
        words[f"{soldier}_strength"] = f"each moves the tracker {amount} more"
    return words


def house_ability_words(ability: Ability) -> str:
    """Return what a House's ability (H1 to H10) does for or against those who support it.

    Examples
    --------
    >>> house_ability_words(Ability("knight_strength", -2)), house_ability_words(Ability("more_bonus", 1))
    ('Knight strength: each on its side moves the tracker 2 less', 'More Bonus: given 2 times when it wins')
    """
    amount = ability.amount
    more = "more" if amount > 0 else "less"
    steps = f"{amount} {'step' if amount == 1 else 'steps'}"
    words = {
        "placement_coins": f"{number_of(amount, 'coins')} for each Captain placed for it",
        "placement_cards": f"{number_of(amount, 'tactics')} for each Captain placed for it",
        "victory_steps": f"its token moves {steps} more up when it wins",
        "defeat_steps": f"its token moves {steps} down when it is beaten",
        "influence_value": f"each of its Influence tokens counts {number_of(abs(amount), 'vp')} {more} at the end",
        "beaten_vp": f"{number_of(amount, 'vp')} more for each Captain that it beats",
        "fallen_vp": f"{number_of(amount, 'vp')} more for each of its Captains that is beaten",
        "lower_conditions": f"on its tile {_lower_conditions(amount)}",
        "more_bonus": f"given {amount + 1} times when it wins",
    }
    for soldier in SOLDIERS:
        words[f"{soldier}_strength"] = f"each on its side moves the tracker {abs(amount)} {more}"
    return f"{kind_words(ability.kind)}: {words[ability.kind]}"


def _lower_conditions(types: int) -> str:
    if types == len(SOLDIERS) - 1:
        return "any Soldier may go on any space"
    return f"Soldiers count as {types} {'type' if types == 1 else 'types'} better for the condition of a space"


_RULEBOOK_KINDS = ("spoils_of_war", "upstage", "profiteer", "last_stand", "retreat")


def kind_words(kind: str) -> str:
    """Return an ability's kind as a title: the rulebook's own name where it has one (R8).

    Examples
    --------
    >>> kind_words("spoils_of_war"), kind_words("war_machine_discount"), kind_words("captain_vp")
    ('Spoils of War', 'War Machine discount', 'Captain VP')
    """
    if kind in _RULEBOOK_KINDS:
        return name_words(kind)
    for soldier in SOLDIERS:
        if kind.startswith(soldier):
            return f"{name_words(soldier)} {kind.removeprefix(soldier).strip('_')}"
    words = {"vp": "VP", "captain": "Captain", "captains": "Captains", "influence": "Influence", "bonus": "Bonus"}
    text = " ".join(words.get(word, word) for word in kind.split("_"))
    return text[0].upper() + text[1:]


@dataclass(frozen=True)
class Reading:
    """A switch of the readings in words: its rule, and what each of its values means."""

    rule: str
    meanings: dict[str | bool, str]


READINGS = {
    "tied_winners": Reading("I1", {"shared": "tied winners share the win equally"}),
    "last_stand_scope": Reading(
        "I2",
        {"each": "Last Stand in every battle with a Captain of one's own", "one": "Last Stand in one battle a Year"},
    ),
    "last_stand_to_glory": Reading(
        "I3",
        {
            True: "Last Stand may push onto the track's last space",
            False: "Last Stand ends one space short of the track's last",
        },
    ),
    "upstage_needs_captain": Reading(
        "I4", {True: "Upstage only with a Captain on the winning side", False: "Upstage in every decided battle"}
    ),
    "own_captains_score": Reading(
        "I5",
        {
            True: "a player's own losing Captains (Betrayal) give VP too",
            False: "a player's own losing Captains (Betrayal) give that player no VP",
        },
    ),
    "limited_coins": Reading("I6", {True: "coins are gained as long as the box has any", False: "coins never run out"}),
}
"""Every switch of `Readings`; the first meaning is the default one."""


def sources(ruleset: Ruleset) -> dict[str, list[str]]:
    """Return the blocks by where their values come from: source -> names of blocks.

    A block that was assumed before a variant changed a part of it is under both: the rest of it still is.
    """
    blocks: dict[str, list[str]] = {}
    for block, provenance in ruleset.provenance.items():
        blocks.setdefault(provenance.source, []).append(block)
        if provenance.before == "assumed":
            blocks.setdefault("assumed", []).append(block)
    return blocks
