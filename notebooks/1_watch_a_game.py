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
# # 1. Watch one game
#
# **What happens in a game of Dogs of War?** Every game can be played again from its seed, so any of them can be
# watched, move by move, with everything that was hidden.

# %% tags=["parameters"]
GAME = 17

# %%
from simcore import study

# %% [markdown]
# An experiment says who plays by which rules, from which seed. This one lets four different strategies sit down, each
# with a Dog drawn by lot. Nothing is played yet; the experiment shows what it would play.

# %%
table = study.experiment(
    name="one_table",
    question="What happens in a game?",
    strategies=["greedy", "majority", "opportunist", "uniform"],
    draw="fixed",
    games=100,
    seed=7,
)
table

# %% [markdown]
# The game, with its board. Move the slider (or click it and use the arrow keys) to go through the moves. Each battle
# has a House on either side, six spaces for Captains a side, and a tracker between them; a disc is a Captain of the
# seat with that number. Below the board stands what each seat holds.

# %%
game = table.game(GAME)
game

# %% [markdown]
# A single move, for a closer look. Moves count from 0, the setup; `-1` would be the end.

# %%
game[10]

# %% [markdown]
# How it ended, and where the points came from: VP taken during the game, Influence tokens, the secret Support card,
# coins left, cards in hand.

# %%
scores = game.scores
scores

# %% [markdown]
# The same in words, one Year of it. `game.story()` tells all, and `game.save("game.html")` writes a page to send to
# somebody who has no notebook.

# %%
print(game.story(year=1))

# %% [markdown]
# The log behind all this is a list of dictionaries, a move each, so questions can be asked of it. How far was each
# tracker moved by each type of Soldier?

# %%
import pandas as pd

turns = pd.DataFrame([line for line in game.log if line["event"] == "turn"])
moved = turns.groupby("soldier")["moved"].agg(["count", "mean"])
moved

# %% [markdown]
# **Try:** another `GAME`; other strategies (`simcore strategy list` names them); three or five `players`; rules that
# you changed, with `rules=study.ruleset("base", "three_years")`. The command line tells the same game with
# `simcore replay`.
