"""The decisions that a strategy inherits where it writes none of its own: those of `greedy`, with its parameters.

A strategy's own parameters are no business of theirs: they fill a record of their own with greedy's defaults, wherever
the strategy keeps what.
"""

from __future__ import annotations

import numpy as np

from simcore.dogs.state import PARAMETERS
from simcore.jit import jit_inline, script
from strategies.dogs.greedy import greedy
from strategies.scratch import scratch_record

_first_player, _muster, _, _last_stand = greedy.decisions
_VALUES = np.array(list(greedy.parameters.values()))
_new_settings = scratch_record(PARAMETERS)


@jit_inline
def fill(settings):
    """Write greedy's parameters into `settings`."""
    for i in range(len(_VALUES)):
        settings.value[i] = _VALUES[i]


@script
def first_player(rules, public, own, settings, chance):
    """Keep the First Player token where spaces are scarce, else hand it to the left."""
    of_greedy = _new_settings()
    fill(of_greedy)
    return _first_player(rules, public, own, of_greedy, chance)


@script
def muster(rules, public, own, settings, chance, choice):
    """Buy a Soldier for each Captain without one, the best for its price."""
    of_greedy = _new_settings()
    fill(of_greedy)
    _muster(rules, public, own, of_greedy, chance, choice)


@script
def last_stand(rules, public, own, settings, chance, choice):
    """Push each battle to where it is worth most."""
    of_greedy = _new_settings()
    fill(of_greedy)
    _last_stand(rules, public, own, of_greedy, chance, choice)
