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
# # 2. Who wins?
#
# **Are the five Dogs balanced?** A study from the question to the plot: say what to play, play it, look at the shares
# of wins, and do not believe more than the intervals allow.

# %% tags=["parameters"]
GAMES = 48_000  # larger: surer, and slower

# %%
from simcore import study

# %% [markdown]
# Two strategies, one that plans and one that plays at random, in every combination on all seats, and the Dogs in every
# order: so each Dog meets the same opponents on the same seats as each other, and nothing but the Dog can make the
# difference. With four players there are 1,920 line-ups, all equally often.

# %%
asked = study.experiment(
    name="who_wins",
    question="Which Dogs win more than their share?",
    strategies=["greedy", "uniform"],
    games=GAMES,
    seed=2,
)
asked

# %%
found = asked.run()
found

# %% [markdown]
# Every row of the results is one seat of one game.

# %%
rows = found.frame()
rows[["game", "seat", "dog", "strategy", "total", "win_share"]].head(8)

# %% [markdown]
# ## Shares of wins
#
# The fair share is one in four. The thick bar is the interval of a Dog looked at alone; the thin line is longer, since
# it holds for all five Dogs at once: use it when you search the plot for what stands out.

# %%
axes = found.plot("dog")

# %% [markdown]
# The numbers behind it, with their counts.

# %%
dogs = found.wins("dog")
dogs[["dog", "n_games", "win_share", "family_low", "family_high", "verdict"]]

# %% [markdown]
# *Not distinguishable* is no proof of balance. This is: a Dog counts as **balanced** only where its whole interval lies
# within one percentage point of the fair share. Where that is open, `more_games` says how many games more would
# probably decide.

# %%
balance = found.balance(margin=0.01)
balance[["dog", "difference", "low", "high", "verdict", "more_games"]]

# %% [markdown]
# ## What matters more: the Dog, or how it is played?
#
# Playing at random loses nearly always. A difference between Dogs is small beside that, and may well depend on it: the
# same Dogs in the hands of both strategies.

# %%
strategies = found.wins("strategy")
strategies[["strategy", "n_games", "win_share", "family_low", "family_high"]]

# %%
by_both = found.wins(["strategy", "dog"])
by_both.pivot_table(index="dog", columns="strategy", values="win_share", observed=True).round(3)

# %% [markdown]
# ## Where the points come from

# %%
scores = found.scores("dog")
scores.pivot_table(index="dog", columns="measure", values="mean", observed=True).round(2)

# %% [markdown]
# **What to remember.** A finding about Dogs is one about Dogs *played like this*, by rules of which some components are
# stand-ins (the experiment above lists them as assumed). `found.report("reports/out/who_wins")` writes the whole
# report, with models, seats and Years; `simcore run` and `simcore report` do the same from the command line.
