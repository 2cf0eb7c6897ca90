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
# # 6. How sure can we be?
#
# **How many games are enough, and what do intervals leave out?** Three things stand between a number in a report and
# the game on a table: chance, the strategies, and components that are not printed in the rulebook. More games help
# against the first only.

# %% tags=["parameters"]
GAMES = 30_720  # of the largest run; larger: surer, and slower

# %%
import pandas as pd

from simcore import study

# %% [markdown]
# ## Chance
#
# The same question with ever more games. The intervals shrink with the square root of the number of games: four times
# as many games for half the width.

# %%
sizes = [GAMES // 16, GAMES // 4, GAMES]
found = [study.experiment(strategies=["greedy"], games=games, seed=6).run() for games in sizes]
widths = pd.DataFrame(
    [
        (outcome.games, *(100 * dogs[["ci_low", "ci_high"]].diff(axis=1)["ci_high"]).agg(["min", "max"]))
        for outcome in found
        for dogs in [outcome.wins("dog")]
    ],
    columns=["games", "narrowest, points", "widest, points"],
)
widths

# %% [markdown]
# Do the intervals keep their promise? Split the large run into many small ones, and count in how many of them the
# interval holds the share of the whole. Of 95% intervals about 95% should.

# %%
from reports.statistics import share_interval

rows = found[-1].frame(["game", "dog", "win_share"])
whole = rows.groupby("dog", observed=True)["win_share"].mean()
parts = 96
small = (
    rows.assign(part=rows["game"] * parts // found[-1].games)
    .groupby(["part", "dog"], observed=True)["win_share"]
    .agg(["mean", "size"])
    .reset_index()
)
low, high = share_interval(small["mean"], small["size"].astype(float), 0.95)
truth = small["dog"].astype(str).map(whole)
covered = float(((low <= truth) & (truth <= high)).mean())
print(f"{covered:.1%} of {len(small)} intervals hold the share of the whole run")

# %% [markdown]
# ## How many games do I need?
#
# For a question of this kind: is a Dog that lies so far from fair proved to be unbalanced by more than one point (or
# balanced, if it is nearer)? `games_needed` answers before anything is played; these are games of the Dog, at 95% for
# all five Dogs together and with a chance of 80% to succeed.

# %%
import numpy as np

from reports.equivalence import games_needed

differences = np.array([0.0, 0.005, 0.015, 0.02, 0.05])
needed = games_needed(differences, np.full(5, 0.43), margin=0.01, level=0.05 / 5)
pd.DataFrame({"true difference, points": 100 * differences, "games": np.ceil(needed).astype(int)})

# %% [markdown]
# ## Strategies
#
# The interval above knows nothing of this: the same Dogs in other hands. Both runs are right; they answer different
# questions.

# %%
others = study.experiment(strategies=["majority"], games=GAMES // 4, seed=6).run()
hands = pd.DataFrame(
    {
        outcome_name: outcome.wins("dog").set_index("dog")["difference"].mul(100).round(1)
        for outcome_name, outcome in {"greedy, points from fair": found[-1], "majority": others}.items()
    }
)
hands

# %% [markdown]
# ## Assumed components
#
# The rulebook does not print what stands on the tiles, the Bonus tokens, the Tactic cards and the House Victory track.
# The rules say so of themselves, and so does every report. Change an assumed value and see what depends on it.

# %%
rules = study.ruleset("base")
assumed = [block for block, origin in rules.ruleset.provenance.items() if origin.source == "assumed"]
assumed

# %%
asked = study.experiment(strategies=["greedy"], games=GAMES // 4, seed=6)
compared = asked.compare("tactic_cards.renown.amount=4")
compared

# %%
axes = compared.plot()

# %% [markdown]
# **What to remember.** An interval is a statement about chance. Before you trust a finding, play it with other
# strategies, and change what is assumed. What survives that is worth telling.
