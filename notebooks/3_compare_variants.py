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
# # 3. Change the rules, compare
#
# **What would House abilities, or another rule, do to the balance?** A variant is a small file with only what it
# changes, or a single value. Each is played on the same seeds, with the same line-ups, battles and decks as the rules
# it changes, so that most of the luck cancels.

# %% tags=["parameters"]
GAMES = 24_000  # by each ruleset; larger: surer, and slower

# %%
from simcore import study

# %% [markdown]
# These variants come with simcore. Those that are called `house_abilities_...` give the Houses abilities of their own.

# %%
known = study.variants()
known

# %%
house_abilities = [name for name in known["variant"] if name.startswith("house_abilities")]
chosen = house_abilities or ["no_upstage", "rich_omalley"]
chosen

# %% [markdown]
# What they change, key by key. A variant of your own is a file beside the notebook (`simcore variant new mine` writes a
# start), and `rules.vary("mine.toml")` lays it over the rules.

# %%
rules = study.ruleset("base")
rules.vary(chosen[0]).changes

# %% [markdown]
# A single value needs no file, and what stands in the rules can be asked for.

# %%
dear = rules.vary("soldiers.knight.cost=4")
rules["soldiers.knight.cost"], dear["soldiers.knight.cost"]

# %% [markdown]
# ## Compare
#
# Every ruleset plays the same games. What differs is told with intervals that are corrected for all rows of all
# variants.

# %%
asked = study.experiment(
    name="compare", question="What do the variants change?", strategies=["greedy"], rules=rules, games=GAMES, seed=3
)
compared = asked.compare(*chosen, dear)
compared

# %%
differences = compared.differences("dog")
differences[["ruleset", "dog", "base", "variant", "difference", "family_low", "family_high", "verdict"]]

# %%
axes = compared.plot(chosen[0])

# %% [markdown]
# ## Is the game better balanced?
#
# The balance index says how far the Dogs' shares of wins lie from the fair share, in percentage points (root mean
# square), with what chance alone would add taken off. 0 is fair.

# %%
axes = compared.plot_balance()

# %% [markdown]
# ## How much luck was saved
#
# `variance_ratio`: so many times as many games would have been needed if every ruleset had played games of its own.

# %%
saved = differences.groupby("ruleset")["variance_ratio"].median()
saved

# %% [markdown]
# **What to remember.** The strategies do not learn: they play the new rules as they played the old ones, apart from
# what they read in the rules (prices, rewards, abilities). A change that people would exploit may look harmless here.
# `compared.report("runs/mine/report")` writes the page that `simcore compare` makes.
