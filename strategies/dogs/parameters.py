"""What an archetype may weigh and choose: the parameters of the shared evaluator and decisions, with their units.

All archetypes have all of them; each sets some of its own (its module says which and why), and an experiment may set
any under `[strategies.params.NAME]`. The defaults here are those of `greedy`, for which all ideas are switched off.
Amounts are in VP where nothing else is said; weights are factors, 1 where a thing counts for what it is.

========================  ==================================================================================
Prices
vp_per_coin               VP of a coin while there are Soldiers to buy yet (in the last Year R7.3 tells).
vp_per_draw               VP of a Tactic card drawn beyond the VP of a card at the end, the last Year excepted.
vp_per_placement          VP of one more placement this Year: of a Captain where Soldiers abound, of a Soldier
                          where Captains do.
vp_per_captain_later      VP of a Captain for the next Year.
hand_weight               Worth of a Soldier or Tactic card in the hand, times.
influence_weight          Worth of an Influence token taken, times.
reward_weight             Worth of a space's reward, times.
bonus_weight              Worth of a Bonus, times.

Houses and battles
wins_per_year             Victories that a House may expect in each Year after this one.
stake_growth              Influence tokens yet to come for each held, for each victory expected so.
own_stake                 Own Influence tokens in a House count so many times for what its steps are worth...
support_stake             ...and the tokens of the Support card so many times.
rival_share               What all rivals together gain counts so many times the average rival's gain.
spite                     What the rival gains who leads on what is visible counts so much more.
captains_to_beat          Captains on the losing side yet to come, for each that may still come to the battle.
bonus_doubt               How fast the lead in Captains loses its worth with each Captain that may still come.
tracker_spread            Average Soldiers by which the tracker may move for each Captain that may still come...
tracker_bend              ...less the more of them there are (they partly pull against each other).

Where to place, and what
vp_per_token_backed       VP of a placement for each own token in its House, less for each in the opposite one.
vp_of_winning             VP of a placement on the side that is sure to win, less on one sure to lose.
vp_per_comrade            VP of a placement for each own Captain there, as far as they may win the Bonus by it.
vp_per_front              VP that it costs to enter a battle, for each other one that he is in already.
vp_to_wait                VP that it costs to play a Soldier, for each space that it moves the tracker more than
                          the weakest one and each Captain that may still answer it.

Passing and Tactic cards
vp_of_token               VP of the First Player token for the next Year: what a turn must be worth, else he
                          passes if he is the first to.
vp_to_keep_card           VP by which playing a Tactic card must beat keeping it, beyond its VP at the end.
vp_of_betrayal            VP of playing Betrayal beyond what its placement is worth.

First player and mustering
crowd_to_be_first         Captains for each space from which on he wants to be first, and below which last.
vp_per_strength           VP of a Soldier to be bought, for each space that it moves the tracker...
vp_per_choice             ...if it may go anywhere, so much less as there are spaces closed to it...
vp_off_another            ...less so much for each one of its type just bought...
vp_per_war_machine        ...and so much more for the strongest type, which as a reward counts so much more, too
                          (the last Year excepted).
vp_per_coin_spent         VP of a coin that is spent on Soldiers (in the last Year R7.3 tells).
soldiers_in_store         Soldiers kept in the hand beyond one for each Captain: he buys the cheapest with the
                          coins left over, each Year.
========================  ==================================================================================
"""

from __future__ import annotations

PARAMETERS = {
    "vp_per_coin": 1.0,
    "vp_per_draw": 1.0,
    "vp_per_placement": 0.7,
    "vp_per_captain_later": 1.0,
    "hand_weight": 1.0,
    "influence_weight": 1.0,
    "reward_weight": 1.0,
    "bonus_weight": 1.0,
    "wins_per_year": 0.42,
    "stake_growth": 0.3,
    "own_stake": 1.0,
    "support_stake": 1.0,
    "rival_share": 1.0,
    "spite": 0.0,
    "captains_to_beat": 0.1,
    "bonus_doubt": 0.2,
    "tracker_spread": 2.2,
    "tracker_bend": 0.3,
    "vp_per_token_backed": 0.0,
    "vp_of_winning": 0.0,
    "vp_per_comrade": 0.0,
    "vp_per_front": 0.0,
    "vp_to_wait": 0.0,
    "vp_of_token": 0.3,
    "vp_to_keep_card": 0.3,
    "vp_of_betrayal": 0.0,
    "crowd_to_be_first": 0.43,
    "vp_per_strength": 0.35,
    "vp_per_choice": 4.0,
    "vp_off_another": 0.6,
    "vp_per_war_machine": 0.0,
    "vp_per_coin_spent": 0.5,
    "soldiers_in_store": 0.0,
}
"""Names and default values, in the order of `settings.value`."""
(
    VP_PER_COIN,
    VP_PER_DRAW,
    VP_PER_PLACEMENT,
    VP_PER_CAPTAIN_LATER,
    HAND_WEIGHT,
    INFLUENCE_WEIGHT,
    REWARD_WEIGHT,
    BONUS_WEIGHT,
    WINS_PER_YEAR,
    STAKE_GROWTH,
    OWN_STAKE,
    SUPPORT_STAKE,
    RIVAL_SHARE,
    SPITE,
    CAPTAINS_TO_BEAT,
    BONUS_DOUBT,
    TRACKER_SPREAD,
    TRACKER_BEND,
    VP_PER_TOKEN_BACKED,
    VP_OF_WINNING,
    VP_PER_COMRADE,
    VP_PER_FRONT,
    VP_TO_WAIT,
    VP_OF_TOKEN,
    VP_TO_KEEP_CARD,
    VP_OF_BETRAYAL,
    CROWD_TO_BE_FIRST,
    VP_PER_STRENGTH,
    VP_PER_CHOICE,
    VP_OFF_ANOTHER,
    VP_PER_WAR_MACHINE,
    VP_PER_COIN_SPENT,
    SOLDIERS_IN_STORE,
) = range(len(PARAMETERS))
