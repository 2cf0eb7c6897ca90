"""What a strategy can do wrong: fault codes for the kernels, and the rule and words for people."""

from __future__ import annotations

NO_FAULT = 0
FIRST_IS_NO_SEAT = 1
BUYS_LESS_THAN_NONE = 2
BUYS_TOO_MANY = 3
CANNOT_PAY = 4
CARD_WITHOUT_PLACEMENT = 5
CARD_NOT_IN_HAND = 6
NO_SUCH_CARD_BATTLE = 7
NO_SUCH_CARD_SIDE = 8
NO_CAPTAIN = 9
NO_SUCH_SPACE = 10
NO_SUCH_SOLDIER = 11
SOLDIER_NOT_IN_HAND = 12
SIDE_CLOSED = 13
SPACE_TAKEN = 14
SOLDIER_TOO_WEAK = 15
PUSHES_TOO_FAR = 16
PUSHES_WITHOUT_CAPTAIN = 17
PUSHES_DECIDED = 18
PUSHES_TWICE = 19
NO_SUCH_PUSH_SIDE = 20
CHANGED_THE_GAME = 21

FAULTS: dict[int, tuple[str, str]] = {
    FIRST_IS_NO_SEAT: ("R2.5", "the First Player token can only go to a seat from 0 to players - 1"),
    BUYS_LESS_THAN_NONE: ("R3.3", "a number of Soldiers to buy is negative"),
    BUYS_TOO_MANY: ("R3.3", "more Soldiers of a type are bought than the supply has"),
    CANNOT_PAY: ("R3.3", "the Soldiers bought cost more than the player has"),
    CARD_WITHOUT_PLACEMENT: ("R4.1, I8", "a Tactic card is played in a turn that passes"),
    CARD_NOT_IN_HAND: ("R4.1", "the Tactic card is not in the player's hand"),
    NO_SUCH_CARD_BATTLE: ("R6", "the Tactic card's `card_battle` is not a battle being fought"),
    NO_SUCH_CARD_SIDE: ("C3", "the Tactic card's `card_side` is neither 0 nor 1"),
    NO_CAPTAIN: ("R4.2", "the player has no Captain to place"),
    NO_SUCH_SPACE: ("R4.2", "`battle`, `side` and `space` name no space of a battle being fought"),
    NO_SUCH_SOLDIER: ("R4.2", "`soldier` is not a Soldier type from 0 to 3"),
    SOLDIER_NOT_IN_HAND: ("R4.2", "the player has no Soldier of that type in hand"),
    SIDE_CLOSED: ("R4.3", "the player already supports the other House of that battle"),
    SPACE_TAKEN: ("R4.2", "the space is not free"),
    SOLDIER_TOO_WEAK: ("R4.4", "the space asks for a better Soldier"),
    PUSHES_TOO_FAR: ("R8.4", "a Last Stand of a negative number of spaces, or of more than the ability allows"),
    PUSHES_WITHOUT_CAPTAIN: ("R8.4, I14", "a Last Stand for a side on which the player has no Captain"),
    PUSHES_DECIDED: ("R8.4", "a Last Stand where the tracker stands at the track's end against that side"),
    PUSHES_TWICE: ("I2", "a Last Stand in more than one battle, where the ruleset allows one a Year"),
    NO_SUCH_PUSH_SIDE: ("R8.4", "`push_side` is neither 0 nor 1"),
    CHANGED_THE_GAME: ("R4.9", "the strategy wrote to the rules, the board or its own hand, which it may only read"),
}
"""Fault code -> the rule broken and what is wrong, in words."""
