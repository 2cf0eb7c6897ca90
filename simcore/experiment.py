"""Experiment files: which games to play, read from TOML and checked into a frozen `Experiment`."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from simcore.dogs.limits import MAX_PLAYERS, MIN_PLAYERS
from simcore.entries import ByDog, Entry, Setting, Shelf, Strategies, read_entries
from simcore.errors import FaultyInput, UnreadableVariant, UserError
from simcore.mixes import Mixes, mixes_of, n_seatings, read_mixes
from simcore.tomlfile import Table, TomlFile, read_toml
from simcore.tomltext import suggestion
from simcore.wording import counted

GAMES = ("dogs",)
"""Games that can be played."""

DRAWS = ("balanced", "random", "fixed")
"""Ways to draw line-ups: equally often by design, independently at random, or always the same."""

STRATEGY_DRAWS = (*DRAWS, "mixes")
"""Ways to draw strategies: those, or every mix of a list equally often (see `simcore.mixes`)."""

MAX_GAMES = 10**10
MAX_SEED = 2**63 - 1
MAX_BLOCK = 2**31 - 1
"""Most line-ups that one balanced block may have."""

Params = dict[str, dict[str, float]]
"""Parameters of strategies: strategy -> {parameter: value}."""

DogsOf = Callable[..., tuple[str, ...]]
"""Gives the Dogs of a ruleset, from its name in the experiment file, the folder of that file and, where the file names
any, the variants laid over it."""


@dataclass(frozen=True)
class Draw:
    """How the seats get their Dogs or strategies.

    Parameters
    ----------
    method : str
        One of DRAWS, or for strategies of STRATEGY_DRAWS.
    pool : tuple of str
        What they are drawn from.
    mixes : str or tuple of tuples of str
        For "mixes": one of `simcore.mixes.KINDS`, or the mixes themselves.
    """

    method: str
    pool: tuple[str, ...]
    mixes: str | Mixes[str] = ()

    def listed_mixes(self, players: int) -> Mixes[str]:
        """Return the mixes that are played; none where strategies are drawn in another way."""
        return mixes_of(self.mixes, self.pool, players) if isinstance(self.mixes, str) else self.mixes

    def content(self) -> dict[str, Any]:
        """Return it in the shape of the file."""
        content: dict[str, Any] = {"draw": self.method, "pool": list(self.pool)}
        if self.method == "mixes":
            content["mixes"] = self.mixes if isinstance(self.mixes, str) else [list(mix) for mix in self.mixes]
        return content


@dataclass(frozen=True)
class Design:
    """The line-ups of an experiment in numbers, as the kernels take them.

    Parameters
    ----------
    players : int
        Seats of a game.
    dog_draw, strategy_draw : str
        One of DRAWS and of STRATEGY_DRAWS.
    dogs : tuple of int
        The Dogs drawn from, as positions in the ruleset.
    strategies : tuple of int
        The strategies drawn from, as positions in `Experiment.strategy_names`.
    mixes : tuple of tuples of int
        The mixes, of such positions, for "mixes".
    """

    players: int
    dog_draw: str
    dogs: tuple[int, ...]
    strategy_draw: str
    strategies: tuple[int, ...]
    mixes: Mixes[int] = ()

    @property
    def block(self) -> int:
        """Number of games after which all line-ups are balanced; 1 where nothing is balanced.

        Every line-up occurs once in a block; where mixes are played, every mix occurs equally often and every line-up
        of a mix as often as any other of it.
        """
        orders = math.perm(len(self.dogs), self.players) if self.dog_draw == "balanced" else 1
        if self.strategy_draw == "mixes":
            return orders * len(self.mixes) * math.lcm(*map(n_seatings, self.mixes))
        return orders * (len(self.strategies) ** self.players if self.strategy_draw == "balanced" else 1)


@dataclass(frozen=True)
class Experiment:
    """What to play, completely checked; the fields are those of the file.

    Parameters
    ----------
    name, question : str
        Name (the file's stem) and the question it asks.
    game, ruleset : str
        Game, and its ruleset as the file names it.
    folder : Path
        Folder of the file, from which a ruleset's path starts.
    players : int
        Seats of a game.
    short : bool
        Whether the optional three-player setup is played (R1.5).
    games, seed : int
        Number of games and seed of all chance.
    dogs, strategies : Draw
        How line-ups are drawn.
    params : dict
        Strategy -> {parameter: value} for the parameters that the file sets.
    details : bool
        Whether the results tell, seat by seat, how often each component was used.
    variants : tuple of str
        Variants laid over the ruleset, one after the other, as the file names them.
    entries : dict
        Strategies that the file names itself: name -> Entry.
    """

    name: str
    question: str
    game: str
    ruleset: str
    folder: Path
    players: int
    short: bool
    games: int
    seed: int
    dogs: Draw
    strategies: Draw
    params: Params = field(default_factory=dict)
    details: bool = False
    variants: tuple[str, ...] = ()
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def strategy_names(self) -> tuple[str, ...]:
        """The different strategies that take part, in the order of the pool."""
        return tuple(dict.fromkeys(self.strategies.pool))

    @property
    def tuned(self) -> dict[str, ByDog]:
        """Parameters by Dog of the entries with weights; `params` win over them: name -> Dog -> {parameter: value}."""
        return {name: entry.tuned for name, entry in self.entries.items()}

    def design(self, dogs: tuple[str, ...]) -> Design:
        """Return the line-ups in numbers, for a ruleset with these Dogs."""
        return Design(
            players=self.players,
            dog_draw=self.dogs.method,
            dogs=tuple(dogs.index(name) for name in self.dogs.pool),
            strategy_draw=self.strategies.method,
            strategies=tuple(self.strategy_names.index(name) for name in self.strategies.pool),
            mixes=tuple(
                tuple(self.strategy_names.index(name) for name in mix)
                for mix in self.strategies.listed_mixes(self.players)
            ),
        )

    def content(self) -> dict[str, Any]:
        """Return all there is to know, in the shape of the file, as it goes into the manifest."""
        entries = {name: entry.content() for name, entry in self.entries.items()}
        return {
            "name": self.name,
            "question": self.question,
            "game": self.game,
            "ruleset": self.ruleset,
            "variants": list(self.variants),
            "players": self.players,
            "short": self.short,
            "games": self.games,
            "seed": self.seed,
            "details": self.details,
            "dogs": self.dogs.content(),
            "strategies": self.strategies.content()
            | {"params": self.params, **({"entries": entries} if entries else {})},
        }

    def hash(self) -> str:
        """Return the SHA-256 of the content; the number of games and the question's wording do not count."""
        content = {key: value for key, value in self.content().items() if key not in ("games", "question")}
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    def with_options(self, games: int | None = None, seed: int | None = None) -> Experiment:
        """Return the experiment with another number of games or seed, as the command line may ask.

        Raises
        ------
        UserError
            If a value is out of range.
        """
        _check_option("--games", games, 1, MAX_GAMES)
        _check_option("--seed", seed, 0, MAX_SEED)
        return replace(
            self,
            games=self.games if games is None else games,
            seed=self.seed if seed is None else seed,
        )


def _check_option(option: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise UserError(f"{option}: found {value}; allowed: a whole number from {low:,} to {high:,}")


def find_experiment(name_or_path: str | Path) -> Path:
    """Return the path of an experiment file.

    Parameters
    ----------
    name_or_path : str or Path
        A path, or the name of a file in `experiments/` (of the present folder, else of this project).

    Raises
    ------
    UserError
        If there is no such file; the message suggests the nearest name.
    """
    path = Path(name_or_path)
    if path.suffix == ".toml" or path.exists() or len(path.parts) != 1:
        return path
    folders = [Path("experiments"), Path(__file__).parent.parent / "experiments"]
    for folder in folders:
        if (folder / f"{path}.toml").is_file():
            return folder / f"{path}.toml"
    known = sorted({file.stem for folder in folders for file in folder.glob("*.toml")})
    hint = suggestion(str(name_or_path), known)
    raise UserError(
        f"{name_or_path}: there is no experiment of that name; {hint}"
        f"known: {', '.join(known) or 'none here'}; the path of a .toml file is fine too"
    )


def load_experiment(
    name_or_path: str | Path, strategies: Strategies, dogs_of: DogsOf, shelf: Shelf | None = None
) -> Experiment:
    """Read and check an experiment file.

    Parameters
    ----------
    name_or_path : str or Path
        Path or name of the file (see `find_experiment`).
    strategies : mapping
        Known strategies and the defaults of their parameters.
    dogs_of : callable
        Gives the Dogs of the ruleset that the file names; raises UserError if there is no such ruleset.
    shelf : Shelf, optional
        Where the entries of the file find weights and strategies in files.

    Returns
    -------
    Experiment
        The checked content.

    Raises
    ------
    UserError
        If the file is missing or not TOML; FaultyInput, which lists every fault, if its content is not right.
    """
    path = find_experiment(name_or_path)
    return build_experiment(read_toml(path), path, strategies, dogs_of, shelf)


def build_experiment(
    file: TomlFile, path: Path, strategies: Strategies, dogs_of: DogsOf, shelf: Shelf | None = None
) -> Experiment:
    """Check what an experiment file holds, or would hold; `path` is where it is or would be (see `load_experiment`)."""
    top = file.top
    name = top.text("name", pattern=r"[a-z0-9_]+", like="made of a-z, 0-9 and _")
    if name != path.stem and not file.is_faulty(("name",)):
        top.fault(f'found "{name}"; allowed: the name of its file, "{path.stem}"', "name")
    question = top.text("question", like="one sentence that the report shows")
    game = top.choice("game", GAMES, default=GAMES[0])
    ruleset = top.text("ruleset", default="base")
    variants = top.texts("variants", r".*\S.*", "names of variants", 0) if "variants" in top else ()
    players = top.integer("players", MIN_PLAYERS, MAX_PLAYERS)
    short = top.boolean("short", default=False)
    if short and players != MIN_PLAYERS and not file.is_faulty(("players",)):
        top.fault(f"found true with {players} players; allowed with {MIN_PLAYERS} only (R1.5)", "short")
    known_dogs = _known_dogs(file, ruleset, variants, path.parent, dogs_of)
    setting = Setting(strategies, shelf or Shelf(), path.parent, players, known_dogs)
    draw, params, entries = _strategies(file, setting)
    experiment = Experiment(
        name=name,
        question=question,
        game=game,
        ruleset=ruleset,
        folder=path.parent,
        players=players,
        short=short,
        games=_games(top, draw, players),
        seed=top.integer("seed", 0, MAX_SEED),
        dogs=_dogs(file, known_dogs, players),
        strategies=draw,
        params=params,
        details=top.boolean("details", default=False),
        variants=variants,
        entries=entries,
    )
    _check_block(file, experiment)
    file.finish()
    return experiment


def _games(top: Table, strategies: Draw, players: int) -> int:
    """Return the number of games, which mixes may give as games for each of them."""
    if strategies.method != "mixes" or "games_per_mix" not in top:
        return top.integer("games", 1, MAX_GAMES)
    mixes = max(1, len(strategies.listed_mixes(players)))  # none where they are faulty
    if "games" in top:
        top.fault("games stands there too; allowed: one of the two", "games_per_mix")
    return mixes * top.integer("games_per_mix", 1, MAX_GAMES // mixes)


def _known_dogs(
    file: TomlFile, ruleset: str, variants: tuple[str, ...], folder: Path, dogs_of: DogsOf
) -> tuple[str, ...] | None:
    """Return the ruleset's Dogs; None, and a fault, where there is no such ruleset or variant."""
    if any(fault.path[0] in ("ruleset", "variants") for fault in file.faults if fault.path):
        return None
    try:
        return dogs_of(ruleset, folder, variants) if variants else dogs_of(ruleset, folder)
    except FaultyInput:
        raise
    except UserError as error:
        file.top.fault(str(error), "variants" if isinstance(error, UnreadableVariant) else "ruleset")
        return None


def _dogs(file: TomlFile, known: tuple[str, ...] | None, players: int) -> Draw:
    table = file.top.table("dogs", optional=True)
    method = table.choice("draw", DRAWS, default="balanced")
    if known is None:
        return Draw(method, table.texts("pool", r".*", "names of Dogs") if "pool" in table else ())
    given = "pool" in table
    pool = table.choices("pool", known, default=known)
    _check_seats(file, table, method, pool if given else known, players)
    return Draw(method, pool)


def _strategies(file: TomlFile, setting: Setting) -> tuple[Draw, Params, dict[str, Entry]]:
    table = file.top.table("strategies")
    own = table.table("entries", optional=True)
    entries = read_entries(own, setting)
    method = table.choice("draw", STRATEGY_DRAWS, default="balanced")
    new = [name for name in entries if name not in setting.known]
    draw = _strategy_draw(file, table, method, (*setting.known, *new), setting.players)
    for name in set(new) - set(draw.pool) if not file.is_faulty(("strategies", "pool")) else ():
        own.fault("takes no part; allowed: entries that are in the pool", name)
    known = {name: entries[name].parameters if name in entries else setting.known[name] for name in draw.pool}
    params = _params(table.table("params", optional=True, noun="strategy of the pool"), known, draw.pool)
    return draw, params, entries


def _strategy_draw(file: TomlFile, table: Table, method: str, known: tuple[str, ...], players: int) -> Draw:
    """Return how the seats get their strategies, from the names that are `known`."""
    mixes: str | Mixes[str] = ()
    if method == "mixes":
        mixes, pool = read_mixes(table, known, players)
        if file.is_faulty((*table.path, "mixes")):
            mixes = ()  # what is left of them may be too many to look at
    else:
        pool = table.choices("pool", known, distinct=method != "fixed")
    if method == "fixed":
        _check_seats(file, table, method, pool, players)
    return Draw(method, pool, mixes)


def _params(table: Table, known: Strategies, pool: tuple[str, ...]) -> Params:
    """Return the parameters that the file sets, of strategies that take part."""
    params: Params = {}
    for strategy in dict.fromkeys(pool):
        if strategy in table:
            values = table.table(strategy, noun="parameter")
            params[strategy] = {name: values.number(name) for name in known[strategy] if name in values}
    return params


def _check_seats(file: TomlFile, table: Table, method: str, pool: tuple[str, ...], players: int) -> None:
    """Note a fault where a pool is too small for the seats, or a fixed one has not one entry a seat."""
    if file.is_faulty((*table.path, "pool")) or file.is_faulty(("players",)):
        return
    if method == "fixed" and len(pool) != players:
        table.fault(f"found {counted(len(pool), 'entry', 'entries')}; allowed: {players}, one for each seat", "pool")
    elif len(pool) < players:
        table.fault(
            f"found {counted(len(pool), 'entry', 'entries')}; allowed: at least {players}, one for each seat", "pool"
        )


def _check_block(file: TomlFile, experiment: Experiment) -> None:
    if file.faults:
        return
    size = experiment.design(experiment.dogs.pool).block
    if size > MAX_BLOCK:
        file.top.fault(
            f"balanced Dogs and strategies make {size:,} different line-ups; allowed: {MAX_BLOCK:,};"
            ' draw the strategies "random", or shorten a pool',
            "strategies",
            "draw",
        )
