"""Write the golden log: `python -m tests.reference.golden`, in the project's folder."""

from __future__ import annotations

from pathlib import Path

from simcore.dogs.ruleset import ruleset_hash
from simcore.dogs.ruleset_file import load_ruleset
from tests.reference.game import play
from tests.reference.lineups import random_line_up
from tests.reference.log import to_json
from tests.reference.state import Event
from tests.reference.uniform import Uniform

PATH = Path(__file__).parents[1] / "golden" / "uniform_4p_seed1_game0.jsonl"


def golden_game() -> list[Event]:
    """Play the golden game: base rules, four uniform players, seed 1, game 0, Dogs of War drawn at random (U0)."""
    rules = load_ruleset("base")
    dogs, _ = random_line_up(seed=1, game=0, players=4, n_dogs=len(rules.dogs), n_strategies=1)
    return play(
        rules,
        players=4,
        seed=1,
        game=0,
        dogs=dogs,
        strategies=[Uniform()] * 4,
        names=["uniform"] * 4,
        ruleset_hash=ruleset_hash(rules),
    )


if __name__ == "__main__":
    PATH.write_text(to_json(golden_game()), encoding="utf-8")
