"""Line-ups drawn at random (U0): which Dog of War and which strategy sits where in a game."""

from __future__ import annotations

from tests.reference.chance import LINE_UP, Stream


def random_line_up(seed: int, game: int, players: int, n_dogs: int, n_strategies: int) -> tuple[list[int], list[int]]:
    """Draw a line-up.

    Parameters
    ----------
    seed, game : int
        Seed of the experiment and index of the game.
    players : int
        Number of seats.
    n_dogs, n_strategies : int
        Sizes of the pools.

    Returns
    -------
    list of int, list of int
        By seat: place of its Dog in the pool of Dogs, all different; place of its strategy in the pool of strategies.
    """
    chance = Stream(seed, game, LINE_UP)
    dogs = chance.pick(range(n_dogs), players)
    return dogs, [chance.below(n_strategies) for _ in range(players)]
