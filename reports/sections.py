"""The sections of a report's page, one a run: sentences, pictures and tables under their headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from reports.drawings import (
    MEASURE_TITLES,
    draw_dogs_by_strategy,
    draw_overview,
    draw_plain_win_shares,
    draw_score_means,
    draw_score_parts,
    draw_win_shares,
)
from reports.figures import Picture
from reports.findings import Findings
from reports.league_blocks import league_blocks
from reports.palette import Look, looks
from reports.tables import Grid, Name, score_grid, share_grid, shared_grid
from reports.words import count, dogs_sentence, groups_sentence, interval, percent


@dataclass(frozen=True)
class Block:
    """A part of a section: heading, anchor, an opening sentence, pictures, a table."""

    heading: str
    anchor: str
    opening: str
    pictures: tuple[Picture, ...]
    grid: Grid


@dataclass(frozen=True)
class Section:
    """A run's part of the page.

    Parameters
    ----------
    heading, anchor : str
        Heading, and where links to it go.
    lead : str
        How the summary begins to speak of it ("With four players").
    finding : str
        The sentence about Dogs that follows the lead.
    more : str
        Sentences about everything else.
    played : str
        What was played.
    blocks : tuple of Block
        The evidence.
    """

    heading: str
    anchor: str
    lead: str
    finding: str
    more: str
    played: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Cast:
    """The Dogs of a report, who look and are called the same in all its sections.

    Parameters
    ----------
    labels : dict of str to str
        Dog -> printed name.
    looks : dict of str to Look
        Dog -> how it is drawn.
    """

    labels: dict[str, str]
    looks: dict[str, Look]

    @property
    def names(self) -> dict[object, Name]:
        """Dog -> name and colour in tables."""
        return {dog: Name(label, self.looks[dog].variable) for dog, label in self.labels.items()}


def cast_of(findings: Sequence[Findings]) -> Cast:
    """Return the Dogs of all runs, in the ruleset's order, which gives them their looks."""
    labels: dict[str, str] = {}
    for each in findings:
        labels |= {dog: each.run.title(dog) for dog in each.run.manifest["dogs"] if dog not in labels}
    return Cast(labels, looks(list(labels)))


def overview(findings: Sequence[Findings], cast: Cast) -> Picture:
    """Return the picture that sets all runs side by side."""
    headings = _headings(findings)
    tables = {headings[each.run.name]: each.dogs for each in findings}
    return draw_overview("overview", tables, cast.labels, cast.looks)


def sections(findings: Sequence[Findings], cast: Cast) -> tuple[Section, ...]:
    """Return a section for each run, in the order given."""
    headings = _headings(findings)
    return tuple(_Writer(each, cast, headings[each.run.name]).section() for each in findings)


def _headings(findings: Sequence[Findings]) -> dict[str, str]:
    """Return run -> heading: the number of players, and the run's name too where that is not enough."""
    plain = [each.run.heading for each in findings]
    return {
        each.run.name: heading if plain.count(heading) == 1 else f"{heading}: {each.run.name}"
        for each, heading in zip(findings, plain, strict=True)
    }


@dataclass(frozen=True)
class _Writer:
    """Writes the section of one run."""

    findings: Findings
    cast: Cast
    heading: str

    @cached_property
    def of_run(self) -> str:
        """Which games, for captions and text alternatives."""
        return f"({self.heading.lower()}, {count(self.findings.run.results.games)} games)"

    def section(self) -> Section:
        """Return the whole section."""
        blocks = [self.dogs(), self.seats(), self.strategies()]
        if self.findings.several_strategies:
            blocks.append(self.dogs_by_strategy())
        in_league, told = self.league()
        blocks += in_league
        blocks += [self.scores(), self.shared()]
        more = (self._seats_sentence(), self._strategies_sentence(), *told, self._shared_sentence())
        return Section(
            heading=self.heading,
            anchor=self.findings.run.slug,
            lead=f"With {self.heading[0].lower()}{self.heading[1:]}",
            finding=dogs_sentence(self.findings.dogs, self._dog_labels(self.findings.dogs)),
            more=" ".join(more),
            played=self.played(),
            blocks=tuple(blocks),
        )

    def league(self) -> tuple[list[Block], list[str]]:
        """Return what is said of a league, as blocks and as sentences of the summary; nothing where there is none."""
        if self.findings.league is None:
            return [], []
        slug = self.findings.run.slug
        made = league_blocks(self.findings.league, slug, self.of_run)
        blocks = [
            Block(each.heading, f"{slug}-{each.anchor}", each.opening, each.pictures, each.grids[0]) for each in made
        ]
        return blocks, [each.finding for each in made if each.finding]

    def played(self) -> str:
        """Say what was played."""
        run = self.findings.run
        strategies = f"Strategies ({run.draw_of('strategies')}): {', '.join(run.manifest['strategies'])}."
        games = f"Run {run.name}: {count(run.results.games)} games, seed {run.manifest['seed']}."
        return f"{games} Dogs on their seats: {run.draw_of('dogs')}. {strategies}"

    def dogs(self) -> Block:
        """Shares of wins by Dog."""
        shares = self.findings.dogs
        dog_looks = [self.cast.looks[dog] for dog in shares["dog"]]
        drawn = draw_win_shares(
            self._file("win_share_by_dog"), f"by Dog {self.of_run}", shares, self._dog_labels(shares), dog_looks
        )
        opening = "How often each Dog wins, whatever the seat and whoever plays it."
        return self._share_block("by Dog", "win_share_by_dog", shares, {"dog": "Dog"}, (drawn,), opening)

    def seats(self) -> Block:
        """Shares of wins by seat."""
        shares = self.findings.seats
        labels = self._seat_labels()
        drawn = draw_plain_win_shares(self._file("win_share_by_seat"), f"by seat {self.of_run}", shares, labels)
        opening = f"Seats are counted clockwise from 0. {self._seats_sentence()}"
        return self._share_block("by seat", "win_share_by_seat", shares, {"seat": "Seat"}, (drawn,), opening)

    def strategies(self) -> Block:
        """Shares of wins by strategy; a picture only where there is something to compare."""
        shares = self.findings.strategies
        pictures: tuple[Picture, ...] = ()
        labels = [str(strategy) for strategy in shares["strategy"]]
        opening = self._strategies_sentence()
        if self.findings.several_strategies:
            opening += " A strategy on several seats of a game competes with itself there."
            name = self._file("win_share_by_strategy")
            pictures = (draw_plain_win_shares(name, f"by strategy {self.of_run}", shares, labels),)
        keys = {"strategy": "Strategy"}
        return self._share_block("by strategy", "win_share_by_strategy", shares, keys, pictures, opening)

    def dogs_by_strategy(self) -> Block:
        """Shares of wins by strategy and Dog."""
        shares, name = self.findings.dogs_by_strategy, self._file("win_share_by_strategy_and_dog")
        drawn = draw_dogs_by_strategy(name, self.of_run, shares, self.cast.labels, self.cast.looks)
        keys = {"strategy": "Strategy", "dog": "Dog"}
        opening = "How often each Dog wins in the hands of each strategy, against all line-ups of the run."
        return self._share_block(
            "by strategy and Dog", "win_share_by_strategy_and_dog", shares, keys, (drawn,), opening
        )

    def scores(self) -> Block:
        """Mean scores and their parts by Dog."""
        means = self.findings.scores
        pictures = (
            draw_score_parts(self._file("score_parts"), self.of_run, means, self.cast.labels),
            draw_score_means(self._file("score_means"), self.of_run, means, self.cast.labels, self.cast.looks),
        )
        grid = score_grid(
            means, "score_by_dog.csv", f"Mean score and parts in VP {self.of_run}", MEASURE_TITLES, self.cast.names
        )
        opening = "How many Victory Points each Dog ends with, and what they come from."
        return Block("Score by Dog", f"{self.findings.run.slug}-score", opening, pictures, grid)

    def shared(self) -> Block:
        """Games by number of tied winners."""
        grid = shared_grid(self.findings.shared, "tied_games.csv", f"Games by number of winners {self.of_run}")
        opening = f"{self._shared_sentence()} No game is left out: each of k winners is credited with 1/k of a win."
        return Block("Tied games", f"{self.findings.run.slug}-ties", opening, (), grid)

    def _share_block(
        self, by: str, csv: str, shares: pd.DataFrame, keys: dict[str, str], pictures: tuple[Picture, ...], opening: str
    ) -> Block:
        caption = f"Share of wins {by} {self.of_run}; fair: {percent(shares['fair'].iloc[0])}"
        seats = {
            seat: Name(label) for seat, label in zip(self.findings.seats["seat"], self._seat_labels(), strict=True)
        }
        grid = share_grid(shares, f"{csv}.csv", caption, keys, {"dog": self.cast.names, "seat": seats})
        anchor = f"{self.findings.run.slug}-{csv.replace('_', '-')}"
        return Block(f"Share of wins {by}", anchor, opening, pictures, grid)

    def _seat_labels(self) -> list[str]:
        return [f"seat {seat}" for seat in self.findings.seats["seat"]]

    def _seats_sentence(self) -> str:
        return groups_sentence(self.findings.seats, self._seat_labels(), "seat")

    def _strategies_sentence(self) -> str:
        labels = [str(strategy) for strategy in self.findings.strategies["strategy"]]
        return groups_sentence(self.findings.strategies, labels, "strategy")

    def _shared_sentence(self) -> str:
        tied = self.findings.shared
        alone = tied[tied["winners"] == 1].iloc[0]
        share, ends = 1.0 - alone["share"], interval(1.0 - alone["ci_high"], 1.0 - alone["ci_low"], 2)
        return f"Tied winners share {percent(share, 2)} of {count(alone['n_games'])} games ({ends})."

    def _dog_labels(self, shares: pd.DataFrame) -> list[str]:
        return [self.cast.labels[dog] for dog in shares["dog"]]

    def _file(self, name: str) -> str:
        return f"{self.findings.run.slug}_{name}"
