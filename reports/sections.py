"""The parts of a report and their order. To add one: write a function that returns a block, and name it here.

A function gets the scene of one run (`reports.blocks.Scene`) or, to set runs side by side, the scenes of all; it
returns its block, or None where it has nothing to say about these results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from reports import (
    across_blocks,
    component_blocks,
    feel_blocks,
    league_blocks,
    model_blocks,
    play_blocks,
    win_blocks,
)
from reports.blocks import Block, Scene, cast_of
from reports.findings import Findings
from simcore.wording import counted

T = TypeVar("T")

OF_A_RUN: tuple[Callable[[Scene], Block | None], ...] = (
    win_blocks.dogs,
    win_blocks.balance,
    model_blocks.model,
    win_blocks.seats,
    win_blocks.strategies,
    win_blocks.dogs_by_strategy,
    win_blocks.dogs_by_seat,
    win_blocks.dogs_by_opponent,
    win_blocks.houses,
    win_blocks.ties,
    league_blocks.standings,
    league_blocks.pay_offs,
    league_blocks.replies,
    league_blocks.duels,
    league_blocks.cycles,
    league_blocks.dominated,
    league_blocks.evolution,
    play_blocks.scores,
    play_blocks.winners,
    play_blocks.by_dog,
    play_blocks.by_strategy,
    play_blocks.years,
    component_blocks.spaces,
    component_blocks.rewards,
    component_blocks.dealt,
    component_blocks.token,
    component_blocks.cards,
    component_blocks.bonuses,
    component_blocks.soldiers,
    component_blocks.houses_backed,
    component_blocks.houses_held,
    component_blocks.order,
    component_blocks.battles,
    component_blocks.tracks,
    component_blocks.who,
    feel_blocks.measures,
    feel_blocks.race,
    feel_blocks.seats,
    feel_blocks.hidden,
    feel_blocks.skill,
)
"""What is said about each run."""

TOPICS = {
    "win_blocks": "Who wins",
    "model_blocks": "Who wins",
    "league_blocks": "Strategies against each other",
    "play_blocks": "How winners differ",
    "component_blocks": "Components",
    "feel_blocks": "How the game feels",
}
"""Module of a block's function -> the topic under which the summary lists what it found."""

OF_ALL_RUNS: tuple[Callable[[Sequence[Scene]], Block | None], ...] = (across_blocks.overview, feel_blocks.overview)
"""What is said about all runs together, before the rest."""


@dataclass(frozen=True)
class Section:
    """A part of the page: one run's, or all runs' together.

    Parameters
    ----------
    heading, anchor : str
        Heading, and where links to it go; the anchors of its blocks follow this one and a hyphen.
    played : str
        What was played; empty for all runs together.
    blocks : tuple of Block
        Findings and evidence.
    topics : tuple of str
        Topic of each block; empty where it has none.
    """

    heading: str
    anchor: str
    played: str
    blocks: tuple[Block, ...]
    topics: tuple[str, ...]

    @property
    def findings(self) -> list[tuple[str, str]]:
        """Anchor and sentence of every block that has a finding."""
        return [(f"{self.anchor}-{block.anchor}", block.finding) for block in self.blocks if block.finding]

    @property
    def findings_by_topic(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The same under their topics, in order."""
        pairs = [pair for pair in zip(self.topics, self.blocks, strict=True) if pair[1].finding]
        return [
            (topic, [(f"{self.anchor}-{block.anchor}", block.finding) for _, block in of_topic])
            for topic, of_topic in groupby(pairs, key=lambda pair: pair[0])
        ]

    @property
    def verdicts(self) -> list[tuple[str, str]]:
        """What is said before all else: verdict, and whom it concerns."""
        return [verdict for block in self.blocks for verdict in block.verdicts]


def scenes_of(findings: Sequence[Findings]) -> list[Scene]:
    """Return a scene for each run; a heading names the run too where the number of players does not tell."""
    cast, plain = cast_of([each.run for each in findings]), [each.run.heading for each in findings]
    return [
        Scene(each, cast, heading if plain.count(heading) == 1 else f"{heading}: {each.run.name}")
        for each, heading in zip(findings, plain, strict=True)
    ]


def section_of(scene: Scene) -> Section:
    """Return the section of one run."""
    return _section(OF_A_RUN, scene, (scene.heading, scene.run.slug, _played(scene)))


def across(scenes: Sequence[Scene]) -> Section | None:
    """Return the section of all runs together, where there are several."""
    if len(scenes) < 2:
        return None
    return _section(OF_ALL_RUNS, scenes, ("All runs side by side", "all-runs", ""))


def _section(makers: Iterable[Callable[[T], Block | None]], about: T, named: tuple[str, str, str]) -> Section:
    """Make the blocks of a section, whose heading, anchor and "what was played" are `named`."""
    made = [(TOPICS.get(make.__module__.rsplit(".", 1)[-1], ""), block) for make in makers if (block := make(about))]
    return Section(*named, blocks=tuple(block for _, block in made), topics=tuple(topic for topic, _ in made))


def _played(scene: Scene) -> str:
    run = scene.run
    strategies = f"Strategies ({run.draw_of('strategies')}): {', '.join(run.manifest['strategies'])}."
    games = f"Run {run.name}: {counted(run.results.games, 'game')}, seed {run.manifest['seed']}."
    return f"{games} Dogs on their seats: {run.draw_of('dogs')}. {strategies}"
