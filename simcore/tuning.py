"""Tuning parameters by CMA-ES on noisy payoffs, with the gain confirmed on games that the search has never seen.

The search is the covariance matrix adaptation evolution strategy (Hansen and Ostermeier 2001, "Completely derandomized
self-adaptation in evolution strategies", Evolutionary Computation 9; library `cma`). All candidates of a generation
play the same games (common random numbers), and each generation plays new ones, so that no candidate can fit the luck
of certain games. Generations are twice the usual size, so that luck averages out over the candidates, and the result is
not the luckiest candidate but the mean of the last distributions (Polyak and Juditsky 1992, "Acceleration of stochastic
approximation by averaging", SIAM Journal on Control and Optimization 30).

Groups (the Dogs of War, say) may have parameters of their own. First one vector is tuned for all of them, then each
group's from there. Which of them are adopted is decided on other games: the common vector where its gain over all
groups is confirmed, another one for a group only where it is confirmed to be better there. What the whole adds is
measured on a third set of games, paired with the same games played with the parameters as they were.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from simcore.journal import Answer, Journal
from simcore.weights import Gain

Floats = NDArray[np.float64]

LEAST_GAMES = 100_000
"""Fewer games in all cannot tell anything."""

_BOUND = 4.0
"""Parameters stay within so many times their size from where they start."""
_STEP, _LATER_STEP = 0.3, 0.2
"""First steps of a search, in sizes of the parameters: of the first one, and of one that starts from its result."""
_POPULATION = 2
"""Candidates of a generation, as a multiple of what CMA-ES takes where there is no luck."""
_GAMES_OF_A_CANDIDATE = 400
_LEAST_GENERATIONS, _MOST_GENERATIONS = 15, 200
_LAST = 3
"""The result is the mean over the last generations: one in so many."""
_GAMES_OF_A_STEP = 10_000
_SEARCH, _CHOICE = 0.6, 0.2
"""Shares of the games for the search and for choosing what is adopted; the rest confirms the gain."""
_DIGITS = 4
_Z95 = 1.959963984540054


@dataclass(frozen=True)
class Scores:
    """What candidates reached in the same games.

    Parameters
    ----------
    objective : float64 ndarray, shape (candidates, games)
        What the search makes as large as it can.
    payoff : float64 ndarray, shape (candidates, games)
        What in the end counts, such as the win share.
    group : int64 ndarray, shape (games,)
        The group whose parameters each game was about.
    """

    objective: Floats
    payoff: Floats
    group: NDArray[np.int64]


class Problem(Protocol):
    """Games whose outcome depends on the parameters to be tuned. The same games give the same scores, always."""

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the groups that may have parameters of their own; at least one."""

    @property
    def block(self) -> int:
        """How many games in a row, about all groups, are balanced."""

    def play(self, tables: Floats, group: int | None, first: int, games: int) -> Scores:
        """Let each candidate play the games from `first` on.

        Parameters
        ----------
        tables : float64 ndarray, shape (candidates, groups, parameters)
            Each candidate's parameters for each group.
        group : int, optional
            The group that the games are about; None for all in turn.
        first, games : int
            Index of the first game, and their number.
        """


@dataclass(frozen=True)
class Step:
    """How far a tuning is: what is being done, which part of it, and games played and wanted.

    `level` is the mean objective of the generation before: that of its best candidate would be luck, mostly.
    """

    task: str
    part: int
    parts: int
    level: float | None
    done: int
    total: int


@dataclass(frozen=True)
class Result:
    """What a tuning found.

    Parameters
    ----------
    table : float64 ndarray, shape (groups, parameters)
        The parameters adopted.
    adopted : tuple of str
        For each group "start" (nothing better was confirmed), "common" or "own".
    common : float64 ndarray, optional
        The vector tuned for all groups, where its gain was confirmed and all groups started from the same.
    gains : mapping
        "all" or a group -> Gain on games not used before.
    games : int
        Games played in all.
    """

    table: Floats
    adopted: tuple[str, ...]
    common: Floats | None
    gains: Mapping[str, Gain]
    games: int


def tune(
    problem: Problem,
    start: Floats,
    games: int,
    seed: int,
    journal: Journal,
    on_step: Callable[[Step], None] = lambda step: None,
) -> Result:
    """Tune parameters and confirm what that gains.

    Parameters
    ----------
    problem : Problem
        What is played.
    start : float64 ndarray, shape (parameters,) or (groups, parameters)
        The parameters as they are, of all groups or of each; their magnitudes scale the search.
    games : int
        About how many games may be played in all, >= LEAST_GAMES.
    seed : int
        Seed of the search (the problem has its own for its games).
    journal : Journal
        Keeps each step, so that the tuning can go on after a stop.
    on_step : callable, optional
        Told how far the tuning is.
    """
    return _Tuning(problem, start, games, seed, journal, on_step).run()


class _Tuning:
    def __init__(
        self,
        problem: Problem,
        start: Floats,
        games: int,
        seed: int,
        journal: Journal,
        on_step: Callable[[Step], None],
    ) -> None:
        self._problem = problem
        self._start = np.array(np.broadcast_to(start, (len(problem.groups), start.shape[-1])))
        sizes = np.abs(self._start).max(axis=0)
        self._scale = np.where(sizes != 0, sizes, 1.0)
        self._budget = games
        self._seed = seed
        self._journal = journal
        self._on_step = on_step
        self._searches = 0
        self._next_game = 0
        self._played = 0

    def run(self) -> Result:
        groups = self._problem.groups
        n = len(groups)
        if n == 1:
            return self._result(self._search(groups[0], self._start, 0, (_SEARCH + _CHOICE) * self._budget), ("own",))
        common = self._search("all", self._start, None, _SEARCH / 2 * self._budget)
        owns = [self._search(groups[i], common, i, _SEARCH / 2 / n * self._budget)[i] for i in range(n)]
        table, adopted = self._choose(common, np.array(owns))
        of_all = common[0] if "common" in adopted and (self._start == self._start[0]).all() else None
        return self._result(table, adopted, of_all)

    def _result(self, table: Floats, adopted: tuple[str, ...], common: Floats | None = None) -> Result:
        gains = self._confirm(table)
        return Result(table, adopted, common, gains, self._played)

    def _search(self, name: str, begin: Floats, group: int | None, budget: float) -> Floats:
        """Return the best parameters found for a group (None: for all together) with `budget` games.

        What is searched is a vector that is added to the start's parameters of every group; `begin`, a table like
        theirs, says where.
        """
        first = group or 0
        search = self._new_search((begin[first] - self._start[first]) / self._scale)
        self._searches += 1
        generations = int(budget / (search.popsize * _GAMES_OF_A_CANDIDATE))
        generations = min(max(generations, _LEAST_GENERATIONS), _MOST_GENERATIONS)
        games = max(1, int(budget / (generations * search.popsize)))
        level: float | None = None
        means = []
        for generation in range(1, generations + 1):
            self._tell(f"tuning {name}, generation", generation, generations, level)
            points = search.ask()
            objective = self._objective(np.array([self._moved(point) for point in points]), group, games)
            search.tell(points, [-value for value in objective])
            level = sum(objective) / len(objective)
            means.append(search.result.xfavorite)
            if search.stop():
                break
        return _rounded(self._moved(np.mean(means[-max(1, len(means) // _LAST) :], axis=0)))

    def _moved(self, point: Floats) -> Floats:
        """Return the start's parameters of each group with a point of the search added."""
        return self._start + self._scale * point

    def _new_search(self, begin: Floats) -> Any:
        import cma

        chance = np.random.default_rng((self._seed, self._searches))
        options = {
            "bounds": [-_BOUND, _BOUND],
            "randn": lambda *shape: chance.standard_normal(shape),
            "seed": np.nan,  # numpy's global state is left alone
            "popsize": _POPULATION * (4 + int(3 * math.log(len(begin)))),
            "verbose": -9,
            "verb_log": 0,
        }
        if len(begin) == 1:
            options["maxstd"] = np.inf  # cma fails where it applies its own limit in one dimension
        return cma.CMAEvolutionStrategy(begin, _LATER_STEP if self._searches else _STEP, options)

    def _objective(self, tables: Floats, group: int | None, games: int) -> Answer:
        """Return each table's mean objective in the next games."""

        def play(first: int) -> Answer:
            return [float(mean) for mean in self._problem.play(tables, group, first, games).objective.mean(axis=1)]

        return self._ask(play, tables, group, games)

    def _choose(self, common: Floats, own: Floats) -> tuple[Floats, tuple[str, ...]]:
        """Return the parameters to adopt for each group: the start's, the common or its own, and which they are.

        The common ones are adopted where they are confirmed to be better over all groups; a group departs from what
        all have only where something else is confirmed to be better for it.
        """
        names = ("start", "common", "own")
        n = len(own)
        choices = np.array([self._start, common, own])
        pairs = self._compare("choosing", choices, _CHOICE * self._budget)
        usual = 1 if pairs[0, 1].sum_over_groups().gain().confirmed else 0
        table, adopted = np.empty_like(own), []
        for group in range(n):
            chosen, most = usual, 0.0
            for other in range(len(names)):
                gain = pairs[usual, other].of_group(group).gain() if other != usual else None
                if gain is not None and gain.confirmed and gain.gain > most:
                    chosen, most = other, gain.gain
            table[group] = choices[chosen, group]
            adopted.append(names[chosen])
        return table, tuple(adopted)

    def _confirm(self, table: Floats) -> dict[str, Gain]:
        """Return what the parameters of each group gain over the start's, over all groups and for each of them."""
        groups = self._problem.groups
        both = np.array([self._start, table])
        moments = self._compare("confirming", both, (1 - _SEARCH - _CHOICE) * self._budget)[0, 1]
        gains = {"all": moments.sum_over_groups().gain()} if len(groups) > 1 else {}
        return gains | {name: moments.of_group(group).gain() for group, name in enumerate(groups)}

    def _compare(self, task: str, tables: Floats, budget: float) -> dict[tuple[int, int], _Moments]:
        """Let tables play the same games about all groups; return the moments of payoffs' differences, pair by pair.

        Entry (a, b) is about what table `b` has more than table `a`.
        """
        block = self._problem.block
        steps = max(1, round(budget / len(tables) / _GAMES_OF_A_STEP))
        games = block * max(1, round(budget / (steps * len(tables) * block)))
        pairs = [(a, b) for a in range(len(tables)) for b in range(len(tables)) if a != b]
        total = np.zeros((len(pairs), len(self._problem.groups), 3))
        for step in range(1, steps + 1):
            self._tell(f"{task}, part", step, steps, None)

            def play(first: int) -> Answer:
                scores = self._problem.play(tables, None, first, games)
                return _moments(scores, pairs, len(self._problem.groups)).ravel().tolist()

            total += np.reshape(self._ask(play, tables, None, games), total.shape)
        return {pair: _Moments(moments) for pair, moments in zip(pairs, total, strict=True)}

    def _ask(self, play: Callable[[int], Answer], tables: Floats, group: int | None, games: int) -> Answer:
        """Return the answer that `play` gives for the next `games` games, or that it gave in an earlier session."""
        first = self._next_game
        key = hashlib.sha256(np.ascontiguousarray(tables).tobytes()).hexdigest()[:16]
        answer = self._journal.recall(f"{group} {first} {games} {key}", lambda: play(first))
        self._next_game += games
        self._played += len(tables) * games
        return answer

    def _tell(self, task: str, part: int, parts: int, level: float | None) -> None:
        self._on_step(Step(task, part, parts, level, self._played, self._budget))


@dataclass(frozen=True)
class _Moments:
    """Number, sum and sum of squares of paired differences: float64 ndarray, shape (groups, 3)."""

    values: Floats

    def of_group(self, group: int) -> _Moments:
        return _Moments(self.values[group : group + 1])

    def sum_over_groups(self) -> _Moments:
        return _Moments(self.values.sum(axis=0, keepdims=True))

    def gain(self) -> Gain:
        """Return the mean difference with its 95% interval; there are enough games for the normal distribution."""
        n, total, squares = (float(value) for value in self.values[0])
        mean = total / n
        half = _Z95 * math.sqrt(max(squares / n - mean**2, 0.0) / max(n - 1, 1))
        return Gain(mean, mean - half, mean + half, int(n))


def _moments(scores: Scores, pairs: list[tuple[int, int]], groups: int) -> Floats:
    """Return the moments of the differences of payoffs: shape (pairs, groups, 3)."""
    found = np.empty((len(pairs), groups, 3))
    for row, (a, b) in zip(found, pairs, strict=True):
        difference = scores.payoff[b] - scores.payoff[a]
        for power in range(3):
            row[:, power] = np.bincount(scores.group, difference**power, groups)
    return found


def _rounded(table: Floats) -> Floats:
    """Return numbers with a few digits only, as they go into a file."""
    return np.array([[float(f"{value:.{_DIGITS}g}") for value in row] for row in table])
