"""Play a few games and print digests of rows and logs: run with NUMBA_DISABLE_JIT=1 they must be the same."""

from __future__ import annotations

import hashlib
import json
import sys

from simcore.dogs.play import DogsPlay
from tests.differential.comparison import Table
from tests.differential.wild import wild
from tests.reference.situations import base
from tests.stable import quick_registry

SEED, GAMES_UNCOMPILED = 31, 1
SIZES = [(3, False), (4, False), (5, False), (3, True)]


def digests() -> list[str]:
    """Return a digest of each game's event records and rows, every strategy taking part."""
    scripts = [*quick_registry().values(), wild]
    assert sum(players for players, _ in SIZES) * GAMES_UNCOMPILED >= len(scripts)
    found = []
    first = 0  # script of the next game's first seat: the scripts come to the seats in turn
    for players, short in SIZES:
        play = DogsPlay(base(), players, short, SEED, scripts)
        for game in range(GAMES_UNCOMPILED):
            dogs = Table(base(), players, short).dogs(SEED, game)
            records, rows = play.replay(game, dogs, [(first + seat) % len(scripts) for seat in range(players)])
            first += players
            found.append(hashlib.sha256(records.tobytes() + rows.tobytes()).hexdigest())
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests()))
