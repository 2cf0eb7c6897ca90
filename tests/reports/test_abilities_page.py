"""What the page on abilities says of each Dog, from made-up runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.abilities import Abilities, Trial, read_abilities
from reports.abilities_page import GAINS, abilities_page, findings
from reports.compare_summaries import SAME, UNCLEAR, UP
from reports.study import Finding, render_study
from simcore.dogs.play import DogsPlay
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import ABILITIES, Ability
from simcore.dogs.ruleset_file import load_ruleset
from simcore.experiment import Design as Seats
from simcore.lineups import draw_line_ups
from strategies.dogs import load_strategy
from tests.reports.synthetic import DOGS, Design, write_run

KINDS: Mapping[str, tuple[str, ...]] = {
    "blackmane": ("spoils_of_war",),
    "macbeth": ("war_machine_discount", "income"),
    "omalley": ("income", "victory_vp"),
    "nameless_conqueror": (),
    "stormcrow": ("retreat",),
}
THREE = Design(players=3, games=240, seed=3, dogs=DOGS[:4])
FOUR = Design(players=4, games=240, seed=3)


def played(folder: Path, design: Design) -> Path:
    """Write a run by a ruleset of all five Dogs; those of the design take part."""
    write_run(folder, design)
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text()) | {"behaviour": "0" * 64, "dogs": list(DOGS)}
    path.write_text(json.dumps(manifest))
    return folder


def trial(room: Path, name: str, design: Design) -> Trial:
    """Return an experiment in which every ability is worth 4 VP to O'Malley and nothing to others."""
    whole = played(room / name, replace(design, dog_effects={"omalley": 4.0}))
    without = played(room / f"{name}_without", design)
    return Trial(whole, {dog: without for dog in design.dogs if KINDS[dog]}, KINDS)


def said(found: Abilities) -> dict[str, Finding]:
    return dict(zip(found.dogs, findings(found), strict=True))


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> list[Trial]:
    room = tmp_path_factory.mktemp("trials")
    return [trial(room, "three", THREE), trial(room, "four", FOUR)]


def test_a_dog_that_takes_no_part_is_not_said_to_have_no_ability(trials: list[Trial]) -> None:
    found = said(read_abilities(trials[:1]))
    assert (found["stormcrow"].lead, found["stormcrow"].text) == ("Stormcrow", " did not play.")
    assert "has no ability" in found["nameless_conqueror"].text
    both = said(read_abilities(trials))["stormcrow"]
    assert "with four players" in both.text and "three" not in both.text
    assert both.fine.endswith("Stormcrow did not play with three players.")


def test_abilities_have_the_rulebooks_names_and_those_of_their_own_dog_only(trials: list[Trial]) -> None:
    found = said(read_abilities(trials[1:]))
    assert found["blackmane"].lead == "Spoils of War (Blackmane)"
    assert found["blackmane"].text.startswith(" is worth ")
    assert found["macbeth"].lead == "War Machine discount and Income (Macbeth)"
    assert found["macbeth"].text.startswith(" are worth ")
    page = render_study(abilities_page(read_abilities(trials[1:])))
    assert "Blackmane: Spoils of War" in page and "Omalley: Income and Victory VP" in page


def test_what_is_not_counted_is_not_said_to_fire_never(trials: list[Trial]) -> None:
    found = said(read_abilities(trials[1:]))
    assert found["macbeth"].fine == "They change numbers of the rules, and nothing fires."
    assert "Of these only Victory VP is counted: it fires " in found["omalley"].fine
    assert "gives" not in found["omalley"].fine, "what Income brings is not due to firings"
    assert "It fires " in found["blackmane"].fine and " Soldiers captured and " in found["blackmane"].fine


def fired(kinds: Iterable[str]) -> int:
    """Return how often it is counted that abilities fire in 60 games in which the first Dog has these."""
    base, games = load_ruleset("base"), 60
    abilities = tuple(Ability(kind, 100 if kind == "retreat" else 1) for kind in kinds)
    first, *others = base.dogs
    dogs = (replace(first, abilities=abilities), *(replace(dog, abilities=()) for dog in others))
    line_ups = draw_line_ups(Seats(4, "random", tuple(range(5)), "random", (0,)), 1, 0, games)
    rows = np.zeros(games * 4, ROW)
    DogsPlay(replace(base, dogs=dogs), 4, False, 1, [load_strategy("greedy")]).play(
        0, *line_ups, rows, np.zeros(2, np.int64)
    )
    return int(rows["ability_fired"].sum())


@pytest.mark.slow
def test_the_kinds_that_fire_are_those_that_the_game_counts() -> None:
    assert set(GAINS) <= set(ABILITIES)
    assert fired(set(ABILITIES) - set(GAINS)) == 0
    assert [kind for kind in GAINS if fired([kind]) == 0] == []


@dataclass(frozen=True)
class Told(Abilities):
    """What was found, but for verdicts and intervals, which are `ends` (low, high, verdict) by measure."""

    ends: Mapping[str, tuple[float, float, str]]

    def own(self, measure: str) -> pd.DataFrame:
        low, high, verdict = self.ends[measure]
        return super().own(measure).assign(difference=0.0675, family_low=low, family_high=high, verdict=verdict)


@pytest.mark.parametrize(
    ("wins", "score", "words"),
    [
        (
            (-0.01, 0.14, UNCLEAR),
            (2.0, 7.5, UP),
            "+6.75 points of wins (−1.00 to +14.00; not distinguishable from nothing) and"
            " +0.07 VP (+2.00 to +7.50) with",
        ),
        ((0.01, 0.14, UP), (-2.0, 7.5, UNCLEAR), "+14.00) and +0.07 VP (−2.00 to +7.50; not distinguishable from"),
        ((-0.01, 0.01, SAME), (0.1, 7.5, UP), "+1.00; the same in every game) and +0.07 VP (+0.10 to +7.50) with"),
        ((-0.01, 0.01, UP), (np.nan, np.nan, UNCLEAR), " VP (no interval) with"),
    ],
)
def test_a_verdict_stands_beside_the_numbers_that_it_is_about(
    trials: list[Trial], wins: tuple[float, float, str], score: tuple[float, float, str], words: str
) -> None:
    found = read_abilities(trials[1:])
    parts = {field.name: getattr(found, field.name) for field in fields(Abilities)}
    told = Told(**parts, ends={"win_share": wins, "total": score})
    assert words in said(told)["blackmane"].text


def test_a_dog_of_the_pool_that_no_game_fell_to_did_not_play(tmp_path: Path) -> None:
    found = read_abilities([trial(tmp_path, "one", replace(FOUR, games=1))])
    texts = [finding.text for finding in findings(found)]
    assert texts.count(" did not play.") == 1
    page = render_study(abilities_page(found))
    assert "nan" not in page.lower().split() and "no interval" in page
