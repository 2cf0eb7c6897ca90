# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 4. Write your own strategy
#
# **Can you beat the strategies that come with simcore?** A strategy is one function: it is asked for every turn, and
# writes its answer into `choice`. It is compiled to machine code, so it plays tens of thousands of games a second.

# %% tags=["parameters"]
GAMES_PER_MIX = 3_840  # larger: surer, and slower

# %%
from pathlib import Path

from simcore import study

# %% [markdown]
# ## In a cell
#
# This one takes the free space with the most VP and coins on it that one of its Soldiers fits, and passes where there
# is none. Sides are counted 0 to 5 (battle 0 has sides 0 and 1), Soldier types 0 to 3, from Footman to War Machine.
# `public` is what everybody sees, `own` what the seat alone knows. What a strategy does not say (who starts, what is
# bought) is decided as `greedy` decides it. `simcore strategy new FILE` writes a start with every line explained.
#
# Helper functions need `@jit`. Machine code is kept between sessions; edit a cell, or another cell that it uses, and
# run it again, and it is compiled anew.
# %%
from simcore.dogs.state import COINS, VP
from simcore.jit import jit
from strategies.base import strategy

VP_PER_COIN = 0.5


@jit
def worth(rules, public, side, space):
    reward = rules.space_reward[public.tile[side], space]
    return reward[VP] + VP_PER_COIN * reward[COINS]


@strategy
def collector(rules, public, own, settings, chance, choice):
    """Takes the free space with the most VP and coins."""
    best = -1.0
    choice.passes = 1
    if public.captains[own.seat] == 0:
        return
    for side in range(2 * public.battles):
        if (public.closed[own.seat] >> side) & 1:
            continue  # the other House of that battle is supported already
        for space in range(rules.spaces):
            value = worth(rules, public, side, space)
            if public.occupant[side, space] >= 0 or value <= best:
                continue
            for soldier in range(rules.space_needs[public.tile[side], space], 4):
                if own.soldiers[soldier] > 0:
                    best = value
                    choice.passes = 0
                    choice.battle, choice.side, choice.space, choice.soldier = side // 2, side % 2, space, soldier
                    break


# %% [markdown]
# ## In a file
#
# A file beside the notebook does as well, and the command line can use it too (`simcore strategy check
# tracker_fan.py` looks for broken rules, peeking and slowness).

# %%
print(Path("tracker_fan.py").read_text())

# %% [markdown]
# ## The league
#
# Which strategy is best depends on who else is at the table. `one_against` seats every strategy alone at a table of
# each other one, in all seats and with all Dogs equally often.

# %%
league = study.experiment(
    name="league",
    question="Which strategy is best?",
    strategies={"collector": collector, "tracker_fan": "tracker_fan.py", "greedy": "greedy", "uniform": "uniform"},
    draw="mixes",
    mixes="one_against",
    games=12 * GAMES_PER_MIX,
    seed=4,
)
league

# %%
found = league.run()

# %% [markdown]
# The share of wins of the strategy named in a row, alone at a table of three of the strategy named in a column. One in
# four would be fair.

# %%
pay_offs = found.league.pay_offs
pay_offs.pivot(index="strategy", columns="table", values="win_share").round(3)

# %% [markdown]
# One number a strategy, from all games: the log-odds of winning against the league's average strategy, which has 0.

# %%
standings = found.league.standings
standings[["strategy", "n_games", "strength", "strength_low", "strength_high"]]

# %% [markdown]
# ## Watch it play
#
# When a strategy does something odd, look at a game.

# %%
league.game(0)

# %% [markdown]
# ## When it does what it may not
#
# A strategy that breaks a rule ends the run with the rule, the seat and the game, instead of playing on with nonsense.

# %%
from simcore.errors import RunFailure


@strategy
def cheat(rules, public, own, settings, chance, choice):
    """Places a War Machine on the first space, whether it has one or not."""
    choice.passes = 0
    choice.soldier = 3


try:
    study.experiment(strategies=[cheat, "uniform"], games=100).run()
    refused = None
except RunFailure as error:
    refused = str(error)
print(refused)

# %% [markdown]
# **Try:** a bonus for sides whose tracker is ahead; parameters (`@strategy(parameters={"vp_per_coin": 0.5})`, read as
# `settings.value[0]`) and `simcore tune FILE` to let the computer find good values for them.
