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
# # 5. Sweep and balance an ability
#
# **How many coins should Profiteer bring?** Captain O'Malley gets coins for every battle in which he has a Captain on
# the winning side. Play a range of values on the same seeds, look at the curve, and choose the value at which the Dogs
# are most balanced.

# %% tags=["parameters"]
GAMES = 12_000  # at each value; larger: surer, and slower

# %%
from simcore import study

# %%
key = "dogs.omalley.abilities.profiteer.coins"
rules = study.ruleset("base")
print(f"{key} is {rules[key]}")

# %% [markdown]
# An amount of 0 is no ability at all, so the left end of the curve tells what the ability is worth.

# %%
asked = study.experiment(
    name="profiteer", question="What is Profiteer worth?", strategies=["greedy"], rules=rules, games=GAMES, seed=5
)
swept = asked.sweep({key: range(4)})
swept

# %%
axes = swept.plot()

# %% [markdown]
# O'Malley's own points of the curve. All Dogs are in `swept.shares()`: what one wins, others lose.

# %%
shares = swept.shares()
omalley = shares[shares["dog"] == "omalley"]
omalley[[key, "n_games", "win_share", "family_low", "family_high"]]

# %% [markdown]
# ## The most balanced value
#
# The balance index of every value: how far the Dogs lie from the fair share (0 is fair). `variant` is its estimate; the
# intervals of several values may overlap, and then these games do not tell which is best.

# %%
balance = swept.balance()
best = balance.loc[balance["variant"].idxmin()]
candidates = balance[balance["variant_low"] <= best["variant_high"]]
candidates[[key, "variant", "variant_low", "variant_high"]]

# %% [markdown]
# ## A finer grip
#
# Whole coins are coarse. Two numbers at once give a finer grid: `asked.sweep({key: range(3), "soldiers.knight.cost":
# [2, 3, 4]})` plays all pairs, and `swept.report("runs/map")` draws the map. To search many numbers at once, with proof
# on games that the search has not seen, there is a command, `simcore balance`; `simcore balance --help` explains it.

# %% [markdown]
# **What to remember.** The best value of a search looks a little better than it is, because luck helped to choose it.
# Play the chosen one again with another `seed` before you print it.
