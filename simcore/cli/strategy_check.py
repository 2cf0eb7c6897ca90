"""What `simcore strategy check` does: plays a strategy against the others and looks for everything that is wrong."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from simcore.cli.blame import with_line
from simcore.dogs.game import DONE, play_games
from simcore.dogs.log import GameLog
from simcore.dogs.play import DogsPlay, StrategyFault
from simcore.dogs.probe import Probe, Suspicion
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset_file import load_ruleset
from simcore.dogs.telling import tell
from simcore.experiment import Design
from simcore.jit import is_cached
from simcore.lineups import draw_line_ups
from simcore.patience import in_a_thread, patience
from simcore.prepare.strays import Stray, strays
from simcore.wording import counted
from strategies.dogs import MODULES
from strategies.loading import find_strategy

if TYPE_CHECKING:
    from rich.console import Console

    from strategies.base import Strategy

PLAYERS = (3, 4, 5)
MOST_FAULTS = 10
"""Games that are broken off by the strategy before the check has seen enough."""

_MEASURE = "greedy"
"""The strategy whose speed is told besides."""

_PROBED_GAMES = 3
_TIMED_GAMES = 1_000
_CHUNK, _OTHER_CHUNK = 500, 333
"""Games played at a time in the first pass and in the second."""


@dataclass
class Share:
    """How often the strategy won with a number of players: wins by games."""

    players: int
    games: int = 0
    wins: float = 0.0


@dataclass
class Report:
    """All that a check found."""

    strategy: Strategy
    seconds_to_compile: float = 0.0
    from_cache: bool = False
    games: int = 0
    shares: list[Share] = field(default_factory=list)
    faults: list[StrategyFault] = field(default_factory=list)
    suspicions: list[tuple[Suspicion, str]] = field(default_factory=list)
    strays: list[Stray] = field(default_factory=list)
    probed: int = 0
    differing: list[str] = field(default_factory=list)
    rates: tuple[float, float] | None = None
    rivals: Sequence[str] = ()
    stopped: bool = False

    @property
    def fine(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.faults or self.suspicions or self.strays or self.differing)


class Trials:
    """The games of a check: the strategy at one seat of each, in turn, and others drawn at random beside it.

    Parameters
    ----------
    name_or_path : str
        The strategy.
    seed : int
        Seed of all chance.
    against : sequence of str
        Names of the others; where it is empty all that there are but those that look ahead, which would take long.
    """

    def __init__(self, name_or_path: str, seed: int, against: Sequence[str]) -> None:
        self.strategy = find_strategy(name_or_path)
        rivals = [find_strategy(name) for name in against or MODULES]
        self.rivals = [rival for rival in rivals if against or rival.helper is None]
        self.seed = seed
        self.ruleset = load_ruleset("base")
        self._player: dict[int, DogsPlay] = {}
        options = [word for name in against for word in ("--against", name)]
        self._command = shlex.join(["simcore", "strategy", "check", name_or_path, *options])

    @property
    def strategies(self) -> list[Strategy]:
        """All that take part; the strategy itself comes first."""
        return [self.strategy, *self.rivals]

    def player(self, players: int) -> DogsPlay:
        """Return what plays the games with a number of players."""
        if players not in self._player:
            self._player[players] = DogsPlay(
                self.ruleset, players, False, self.seed, self.strategies, replayed_by=self.command(players)
            )
        return self._player[players]

    def command(self, players: int) -> str:
        """Return the command that tells one of the games, but for seed and number."""
        return f"{self._command} --players {players}"

    def line_ups(self, players: int, first: int, n: int) -> tuple[Any, Any]:
        """Return Dogs and strategies of the seats in `n` games from `first` on."""
        dogs = tuple(range(len(self.ruleset.dogs)))
        design = Design(players, "balanced", dogs, "random", tuple(range(1, len(self.strategies))))
        drawn, strategies = draw_line_ups(design, self.seed, first, n)
        strategies[np.arange(n), np.arange(first, first + n) % players] = 0
        return drawn, strategies

    def tell(self, players: int, game: int, console: Console) -> None:
        """Tell one game, up to where the strategy fails if it does."""
        dogs, strategies = (seats[0].tolist() for seats in self.line_ups(players, game, 1))
        names = [strategy.name for strategy in self.strategies]
        log = GameLog(self.ruleset, players, False, self.seed, names)
        heading = f"Game {game} of the check of {self.strategy.name} with {players} players: seed {self.seed}"
        try:
            records, rows = self.player(players).replay(game, dogs, strategies)
        except StrategyFault as fault:
            tell(iter(log.lines(game, dogs, strategies, fault.lines)), self.ruleset, console, heading, None)
            raise
        tell(iter(log.lines(game, dogs, strategies, records, rows)), self.ruleset, console, heading, None)


def check_all(trials: Trials, games: int) -> Report:
    """Look for all that can be wrong; what is found is in the report.

    Raises
    ------
    UserError
        If the strategy cannot be compiled.
    """
    report = Report(trials.strategy, rivals=[rival.name for rival in trials.rivals])
    _compile(trials, report)
    report.strays = strays(trials.strategy)
    for players, n in zip(PLAYERS, _parts(games, len(PLAYERS)), strict=True):
        if not report.stopped:
            _say(f"Playing {counted(n, 'game')} with {players} players ...")
            _probe(trials, players, report)
        if not report.stopped:
            _play_twice(trials, players, n, report)
    if report.fine:
        report.rates = (_rate(trials, trials.strategy), _rate(trials, find_strategy(_MEASURE)))
    return report


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _parts(n: int, parts: int) -> list[int]:
    """Split a number as evenly as can be.

    Examples
    --------
    >>> _parts(10, 3)
    [4, 3, 3]
    """
    return [(n + parts - 1 - part) // parts for part in range(parts)]


def _compile(trials: Trials, report: Report) -> None:
    """Compile the game and the others first, so that the time is the strategy's own."""
    if not is_cached(play_games):
        _say("Compiling the game. This takes about a minute, and once only.")
    _say(f"Compiling {trials.strategy.name} and what it is played against ...")
    DogsPlay(trials.ruleset, PLAYERS[0], False, trials.seed, trials.rivals)
    start = time.perf_counter()
    DogsPlay(trials.ruleset, PLAYERS[0], False, trials.seed, [trials.strategy])
    report.seconds_to_compile = time.perf_counter() - start
    turn = trials.strategy.decisions[2]
    report.from_cache = bool(getattr(turn, "stats", None) and turn.stats.cache_hits)


def _probe(trials: Trials, players: int, report: Report) -> None:
    """Ask the strategy everything several times in a few games, until something comes to light."""
    probe = Probe(trials.ruleset, players, False, trials.seed, trials.strategies, 0, trials.command(players))
    for game in range(_PROBED_GAMES):
        dogs, strategies = (seats[0].tolist() for seats in trials.line_ups(players, game, 1))
        try:
            probe.probe(game, dogs, strategies)
        except Suspicion as suspicion:
            where = f"seat {suspicion.seat}, game {game} with {players} players, decision {suspicion.decision}"
            if all(suspicion.kind != earlier.kind for earlier, _ in report.suspicions):
                report.suspicions.append((suspicion, where))
            break
        except StrategyFault as fault:
            if fault.kind == "hangs":
                report.faults.append(fault)
                report.stopped = True
            break
        except Exception:  # what it raises comes out when the games are played
            break
    report.probed += sum(probe.asked.values())


def _play_twice(trials: Trials, players: int, n: int, report: Report) -> None:
    """Play the games in order, then backwards in other portions; note faults, wins, and games that differ."""
    rows = np.zeros(n * players, ROW)
    played = np.zeros(n, bool)
    for first, end in _portions(n, _CHUNK):
        _play(trials, players, first, end, rows, played, report)
    again, there = np.zeros(n * players, ROW), np.zeros(n, bool)
    for first, end in reversed(_portions(n, _OTHER_CHUNK)):
        if not report.faults:
            _play(trials, players, first, end, again, there, report)
    both = (played & there).nonzero()[0]
    shaped, shaped_again = rows.reshape(n, players), again.reshape(n, players)
    differing = [game for game in both if shaped[game].tobytes() != shaped_again[game].tobytes()]
    if differing:
        report.differing.append(
            f"{len(differing):,} of {counted(len(both), 'game')} with {players} players, the first of them game"
            f" {differing[0]}"
        )
    report.games += int(played.sum())
    report.shares.append(_share(players, shaped, played))


def _portions(n: int, size: int) -> list[tuple[int, int]]:
    return list(pairwise([*range(0, n, size), n]))


def _play(
    trials: Trials, players: int, first: int, end: int, rows: np.ndarray, played: np.ndarray, report: Report
) -> None:
    """Play games, going on behind one that was broken off."""
    player = trials.player(players)
    while first < end and not report.stopped:
        line_ups = trials.line_ups(players, first, end - first)
        fault = _fault_of(player, first, line_ups, rows[first * players : end * players])
        done = fault.asked.game - first if fault and fault.asked else end - first
        played[first : first + done] = True
        first += done + 1
        if fault:
            report.faults.append(fault)
            report.stopped = fault.kind == "hangs" or len(report.faults) >= MOST_FAULTS


def _fault_of(player: DogsPlay, first: int, line_ups: tuple[Any, Any], rows: np.ndarray) -> StrategyFault | None:
    """Play games, watched, and return the fault that broke one off."""
    control = np.zeros(2, np.int64)
    longest = patience()

    def work() -> None:
        player.play(first, *line_ups, rows, control)

    def look() -> None:
        if fault := player.stuck(control, longest):
            raise fault

    try:
        in_a_thread(work, look)
    except StrategyFault as fault:
        return fault
    return None


def _share(players: int, rows: np.ndarray, played: np.ndarray) -> Share:
    """Return how often the strategy won the games that were played to their end."""
    games = played.nonzero()[0]
    mine = rows[games, games % players]
    wins = np.where(mine["rank"] == 1, 1.0 / np.maximum(mine["winners"], 1), 0.0)
    return Share(players, len(games), float(wins.sum()))


def _rate(trials: Trials, strategy: Strategy) -> float:
    """Return the games a second of CPU time with a strategy at all four seats, the best of three."""
    player = DogsPlay(trials.ruleset, 4, False, trials.seed, [strategy])
    dogs = tuple(range(len(trials.ruleset.dogs)))
    line_ups = draw_line_ups(Design(4, "random", dogs, "random", (0,)), trials.seed, 0, _TIMED_GAMES)
    rows = np.zeros(_TIMED_GAMES * 4, ROW)
    times = []
    for _ in range(3):
        start = time.process_time()
        player.play(0, *line_ups, rows, np.zeros(DONE + 1, np.int64))
        times.append(time.process_time() - start)
    return _TIMED_GAMES / min(times)


def lines_of(faults: Sequence[StrategyFault]) -> Iterator[tuple[str, int]]:
    """Yield what to say of each kind of fault, once, and in how many games it occurred."""
    kinds: dict[tuple[str, str], list[StrategyFault]] = {}
    for fault in faults:
        decision = fault.asked.decision if fault.asked else ""
        kinds.setdefault((fault.what, decision), []).append(fault)
    for same in kinds.values():
        yield with_line(same[0]), len(same)
