"""Playing games of Dogs of War from Python: whole parts for the batch, single games for a log."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from simcore.dogs.details import DETAILED_ROW, ROW_AND_DETAILS
from simcore.dogs.faults import FAULTS, NO_FAULT
from simcore.dogs.game import DECISIONS, DONE, PLAY_SIGNATURE, SIGNATURES, play_games
from simcore.dogs.playout import deal, play_out
from simcore.dogs.refusals import REFUSALS, explain
from simcore.dogs.rows import ROW
from simcore.dogs.ruleset import Ruleset
from simcore.dogs.state import EVENT, LOG, MEMORY, N_PARAMETERS, PARAMETERS
from simcore.dogs.tables import build_rules, build_start
from simcore.dogs.watching import GameInHand
from simcore.dogs.worlds import DEAL, PLAY_OUT
from simcore.errors import RunFailure, UserError
from simcore.files import from_here
from simcore.jit import address_of, compile_for, source_file
from simcore.patience import in_a_thread, patience
from simcore.wording import counted


class Script(Protocol):
    """What the engine needs of a strategy: see `strategies.base.Strategy`."""

    @property
    def name(self) -> str:
        """Name by which experiments ask for it."""

    @property
    def decisions(self) -> tuple[Any, Any, Any, Any]:
        """Its compiled functions, in the order of `game.DECISIONS`."""

    @property
    def parameters(self) -> Mapping[str, float]:
        """Its parameters' names and defaults."""

    @property
    def file(self) -> Path | None:
        """Where it was loaded from, if it is no part of this project."""

    @property
    def helper(self) -> Script | None:
        """Who plays in its playouts, if it looks ahead."""


@dataclass(frozen=True)
class Asked:
    """Who was asked for what: strategy, its function, seat, game and kind of decision."""

    strategy: str
    function: Any
    seat: int
    game: int
    decision: str


class StrategyFault(RunFailure):
    """A strategy made an illegal choice, raised an error, changed what it may only read, or never answers.

    `lines` are the EVENT records before it, where the game was replayed for its log; `asked` says who and where, and
    `what` it did. `kind` is "illegal", "raised" or "hangs"; for the last two it can be found out which line does it.
    `replay` is the command that tells the game.
    """

    lines: np.ndarray = np.zeros(0, EVENT)
    asked: Asked | None = None
    what: str = ""
    kind: str = "illegal"
    replay: str = ""


class DogsPlay:
    """Plays the games of one experiment: a ruleset, a number of players, a seed, and the strategies taking part.

    Parameters
    ----------
    ruleset : Ruleset
        A checked ruleset.
    players : int
        3, 4 or 5 (R1.4).
    short : bool
        The optional three-player setup (R1.5).
    seed : int
        0 to 2**63 - 1.
    strategies : sequence of Strategy
        Line-ups name strategies by their place in this sequence.
    settings : mapping of str to mapping of str to float, optional
        Parameters that differ from a strategy's defaults, by strategy and name.
    detailed : bool
        Whether the rows get the columns of `details` too.
    replayed_by : str
        Command that tells one of the games, but for its seed and number.
    tuned : mapping of str to mapping of str to mapping of str to float, optional
        The same by strategy, Dog and name; `settings` win over them.

    Raises
    ------
    UserError
        If a strategy cannot be compiled.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        short: bool,
        seed: int,
        strategies: Sequence[Script],
        settings: Mapping[str, Mapping[str, float]] | None = None,
        detailed: bool = False,
        replayed_by: str = "simcore replay EXPERIMENT",
        tuned: Mapping[str, Mapping[str, Mapping[str, float]]] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.rows_per_game = players
        self.row_dtype = DETAILED_ROW if detailed else ROW
        self._detailed = detailed
        self._seed = seed
        self._replayed_by = replayed_by
        self._patience = patience()
        self._in_hand: dict[int, GameInHand] = {}
        self._strategies = list(strategies)
        self._rules = build_rules(ruleset, players, short)
        self._start = build_start(ruleset, self._rules)
        rows = [
            parameter_rows(
                strategy, (settings or {}).get(strategy.name, {}), (tuned or {}).get(strategy.name, {}), ruleset
            )
            for strategy in self._strategies
        ]
        # Uncompiled strategies read the rows' fields by name.
        self._parameters = np.concatenate(rows).view(np.recarray)
        self._scripts = _compile_scripts(self._strategies)

    def with_parameters(self, strategy: int, rows: np.ndarray) -> DogsPlay:
        """Return a player of the same games in which one strategy has other parameters; nothing is compiled.

        Parameters
        ----------
        strategy : int
            Its place among the strategies.
        rows : ndarray of PARAMETERS, shape (Dogs of the ruleset,)
            Its parameters with each Dog (see `parameter_rows`).
        """
        other = copy.copy(self)
        other._parameters = self._parameters.copy()
        other._parameters[strategy * len(rows) : (strategy + 1) * len(rows)] = rows
        return other

    def play(
        self,
        first_game: int,
        line_up_dogs: np.ndarray,
        line_up_strategies: np.ndarray,
        rows: np.ndarray,
        control: np.ndarray,
    ) -> int:
        """Play consecutive games with the GIL released and fill their rows.

        Parameters
        ----------
        first_game : int
            Index of the first game.
        line_up_dogs, line_up_strategies : int64 ndarray, shape (n, players)
            Dog (its place in the ruleset) and strategy of each seat of each game.
        rows : ndarray of ROW, or of DETAILED_ROW, shape (at least n * players,)
            Filled game by game.
        control : int64 ndarray, shape (2,)
            Set control[0] from another thread to stop after the game in hand; control[1] counts the games done.

        Returns
        -------
        int
            Games played: n, unless stopped.

        Raises
        ------
        StrategyFault
            Where a strategy did what it may not; rows of the games before are good.
        """
        line_ups = (line_up_dogs, line_up_strategies)
        if not self._detailed:
            self._play(_NO_LOG, first_game, *line_ups, (rows, _NO_DETAILS), control)
            return int(control[DONE])
        log = _records(1, LOG)
        log[0].detailed = 1
        self._play(log, first_game, *line_ups, (_NO_ROWS, rows.view(ROW_AND_DETAILS)), control)
        return int(control[DONE])

    def stuck(self, control: np.ndarray, seconds: float) -> StrategyFault | None:
        """Return the error to raise where a decision has been waited for so long; None where all is well.

        Parameters
        ----------
        control : int64 ndarray, shape (2,)
            What another thread has given to `play`. This has to be called every now and then.
        seconds : float
            The longest time that a decision may take.
        """
        hand = self._in_hand.get(id(control))
        if hand is None or not hand.stands_still(seconds):
            return None
        return self._fault(hand.state, hand.game, f"has not answered for {counted(round(seconds), 'second')}", "hangs")

    def replay(self, game: int, dogs: Sequence[int], strategies: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Play game `game` alone and log it.

        Returns
        -------
        lines : ndarray of EVENT, shape (lines,)
        rows : ndarray of ROW, shape (players,)

        Raises
        ------
        StrategyFault
            As `play` does, and where a decision takes longer than `simcore.patience` allows.
        """
        log = _records(1, LOG)
        log[0].on = 1
        rows = _records(self.rows_per_game, ROW)
        line_up = (np.array([dogs], np.int64), np.array([strategies], np.int64))
        control = np.zeros(2, np.int64)
        try:
            in_a_thread(
                lambda: self._play(log, game, *line_up, (rows, _NO_DETAILS), control),
                lambda: self._raise_if_stuck(control, self._patience),
            )
        except StrategyFault as fault:
            fault.lines = log[0].line[: log[0].n]
            raise
        return log[0].line[: log[0].n], rows

    def _raise_if_stuck(self, control: np.ndarray, seconds: float) -> None:
        if fault := self.stuck(control, seconds):
            raise fault

    def _play(
        self,
        log: Any,
        first_game: int,
        line_up_dogs: np.ndarray,
        line_up_strategies: np.ndarray,
        kept: tuple[np.ndarray, np.ndarray],
        control: np.ndarray,
    ) -> None:
        memory = _records(1, MEMORY)
        memory["rules"] = self._rules
        memory["rules_copy"] = self._rules
        start = self._start.view(np.int64)
        control[DONE] = 0
        fixed = (memory, start, self._parameters, log, self._scripts, line_up_dogs, line_up_strategies)
        self._in_hand[id(control)] = hand = GameInHand(memory, first_game, control)
        try:
            with np.errstate(over="ignore"):  # wanted in the streams where nothing is compiled
                play_games(*fixed, self._seed, first_game, *kept, control)
        except Exception as error:
            what = f"raised {type(error).__name__}: {error}"
            raise self._fault(hand.state, hand.game, what, "raised") from error
        finally:
            del self._in_hand[id(control)]
        fault = int(hand.state.fault)
        if fault != NO_FAULT:
            rule, words = FAULTS[fault]
            raise self._fault(hand.state, hand.game, f"broke {rule}: {words}")

    def _fault(self, state: Any, game: int, what: str, kind: str = "illegal") -> StrategyFault:
        seat = int(state.asked)
        decision = int(state.decision)
        strategy = self._strategies[int(state.tally[seat].strategy)]
        asked = Asked(strategy.name, strategy.decisions[decision], seat, game, DECISIONS[decision])
        replay = f"{self._replayed_by} --seed {self._seed} --game {game}"
        fault = StrategyFault(
            f"Strategy {strategy.name!r} {what}.\n"
            f"Seat {seat}, game {game}, seed {self._seed}, decision {asked.decision} ({_place(asked.function)}).\n"
            f"To see the game: {replay}"
        )
        fault.asked, fault.what, fault.kind, fault.replay = asked, what, kind, replay
        return fault


def _place(function: Any) -> str:
    """Return where a decision is written."""
    return f"{from_here(source_file(function))}, line {getattr(function, 'py_func', function).__code__.co_firstlineno}"


def _records(n: int, dtype: np.dtype) -> Any:
    return np.zeros(n, dtype).view(np.recarray)


_NO_LOG = _records(1, LOG)
_NO_ROWS = _records(0, ROW)
_NO_DETAILS = _records(0, ROW_AND_DETAILS)


def parameter_rows(
    strategy: Script, settings: Mapping[str, float], tuned: Mapping[str, Mapping[str, float]], ruleset: Ruleset
) -> np.ndarray:
    """Return a strategy's parameters, a row (PARAMETERS) for each of the ruleset's Dogs; see `DogsPlay`."""
    if len(strategy.parameters) > N_PARAMETERS:
        n = len(strategy.parameters)
        raise RunFailure(f"Strategy {strategy.name!r} has {n} parameters; at most {N_PARAMETERS} fit.")
    rows = np.zeros(len(ruleset.dogs), PARAMETERS)
    for row, dog in zip(rows["value"], ruleset.dogs, strict=True):
        values = {**strategy.parameters, **tuned.get(dog.name, {}), **settings}
        row[: len(values)] = list(values.values())
    lend_playouts(rows, strategy)
    return rows


def lend_playouts(rows: np.ndarray, strategy: Script) -> None:
    """Write into the PARAMETERS `rows` of a strategy that looks ahead what it calls for that (see worlds.py)."""
    if strategy.helper is None:
        return
    rows["deal"] = address_of(deal, DEAL)
    rows["play_out"] = address_of(play_out, PLAY_OUT)
    decisions = zip(strategy.helper.decisions, SIGNATURES, strict=True)
    rows["helper"][:] = [_address(strategy.helper, decision, signature) for decision, signature in decisions]


def _compile_scripts(strategies: Sequence[Script]) -> np.ndarray:
    """Compile the engine and the strategies; return the addresses of each strategy's decisions.

    The user's own come last: what they share with others is then there already, without their checks of bounds.
    """
    compile_for(play_games, PLAY_SIGNATURE)
    scripts = np.zeros((len(strategies), len(SIGNATURES)), np.int64)
    for place in sorted(range(len(strategies)), key=lambda place: strategies[place].file is not None):
        for kind, decision in enumerate(strategies[place].decisions):
            scripts[place, kind] = _address(strategies[place], decision, SIGNATURES[kind])
    return scripts


def _address(strategy: Script, decision: Any, signature: Any) -> int:
    try:
        return address_of(decision, signature)
    except Exception as error:
        if strategy.file is None and not isinstance(error, REFUSALS):
            raise  # a bug of ours; what numba stumbles over in a file of the user's is for him to avoid
        raise UserError(f"Strategy {strategy.name!r} cannot be compiled.\n{explain(error, decision)}") from error
