"""Dogs of War in a notebook: load rules and vary them, play experiments, look at what came out, watch a game.

This is what the command line does, as Python objects that show themselves in a notebook::

    from simcore import study

    rules = study.ruleset("base")                              # shows itself
    asked = study.experiment(players=4, strategies=["greedy", "uniform"], games=10_000, rules=rules)
    found = asked.run()                                        # with a progress bar
    found.wins("dog")                                          # a DataFrame, with intervals
    found.plot("dog")
    asked.compare("three_years", "soldiers.knight.cost=4")     # the same seeds by other rules
    asked.game(17)                                             # a picture of the board, move by move

Like the command line, and nothing else, it ties the simulator to strategies and reports.
"""

from simcore.study.compared import Compared
from simcore.study.experiments import Study, experiment, load_experiment
from simcore.study.games import Game
from simcore.study.outcome import Outcome, open_results
from simcore.study.rules import Rules, ruleset, variants
from simcore.study.swept import Swept

__all__ = [
    "Compared",
    "Game",
    "Outcome",
    "Rules",
    "Study",
    "Swept",
    "experiment",
    "load_experiment",
    "open_results",
    "ruleset",
    "variants",
]
