"""Counts of results: exact, whatever the parts; nothing wrong is counted in silence."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pytest

from reports.counts import COLUMNS, MEASURES, WIN, Counts, Histogram, Layout, count_games, histogram
from reports.lineups import pairs, sums_by
from simcore.errors import UserError
from tests.reports.synthetic import DOGS, HOUSES, Design, play

DESIGN = Design(players=4, games=500, seed=11, strategies=("greedy", "uniform", "hoarder"))
LAYOUT = Layout(4, DOGS, DESIGN.strategies)
WIDE = Layout(4, DOGS, DESIGN.strategies, HOUSES, ("total", "placements", "tokens_y2"))


def tables(rows: pd.DataFrame, cuts: list[int], layout: Layout = LAYOUT) -> list[pa.Table]:
    """Cut rows into tables at these games; words are dictionaries of the words that a part happens to hold."""
    ends = [0, *cuts, len(rows) // 4]
    coded = rows[[*layout.columns]].astype({"dog": "category", "strategy": "category", "win_share": "float32"})
    parts = [coded.iloc[4 * first : 4 * end] for first, end in pairwise(ends)]
    return [
        pa.Table.from_pandas(p.assign(dog=p["dog"].cat.remove_unused_categories()), preserve_index=False) for p in parts
    ]


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    return play(DESIGN)


@pytest.fixture(scope="module")
def counts(rows: pd.DataFrame) -> Counts:
    return count_games(tables(rows, []), LAYOUT)


def test_outcomes_are_those_of_a_plain_count(rows: pd.DataFrame, counts: Counts) -> None:
    plain = rows.assign(sixtieths=(rows["win_share"] * WIN).round().astype(int))
    expected = plain.groupby(["dog", "seat", "strategy", "sixtieths"]).size()
    found = counts.outcomes.astype({"dog": str, "strategy": str}).set_index(["dog", "seat", "strategy", "sixtieths"])
    assert found["games"].to_dict() == expected.to_dict()
    assert (found["seats"] == 1).all()


def test_crowds_add_up_all_seats_of_a_strategy_in_a_game(rows: pd.DataFrame, counts: Counts) -> None:
    plain = rows.assign(sixtieths=(rows["win_share"] * WIN).round().astype(int))
    by_game = plain.groupby(["game", "strategy"]).agg(seats=("seat", "size"), sixtieths=("sixtieths", "sum"))
    expected = by_game.reset_index().groupby(["strategy", "seats", "sixtieths"]).size()
    found = counts.crowds.astype({"strategy": str}).set_index(["strategy", "seats", "sixtieths"])["games"]
    assert found.to_dict() == expected.to_dict()


@pytest.fixture(scope="module")
def wide(rows: pd.DataFrame) -> Counts:
    return count_games(tables(rows, [], WIDE), WIDE)


@pytest.mark.parametrize("measure", MEASURES)
def test_scores_are_those_of_a_plain_count(rows: pd.DataFrame, counts: Counts, measure: str) -> None:
    expected = rows.groupby(["dog", "seat", "strategy", measure]).size()
    of_measure = counts.scores[counts.scores["measure"] == measure]
    found = of_measure.astype({"dog": str, "strategy": str}).set_index(["dog", "seat", "strategy", "value"])["games"]
    assert found.to_dict() == expected.to_dict()


def test_houses_are_those_of_a_plain_count(rows: pd.DataFrame, wide: Counts) -> None:
    plain = rows.assign(sixtieths=(rows["win_share"] * WIN).round().astype(int))
    found = wide.houses.astype({"house": str}).set_index(["house", "sixtieths"])["games"]
    assert found.to_dict() == plain.groupby(["support_house", "sixtieths"]).size().to_dict()
    assert list(wide.houses["house"].cat.categories) == list(HOUSES)


def test_opponents_are_those_of_a_plain_count(rows: pd.DataFrame, wide: Counts) -> None:
    plain = rows.assign(sixtieths=(rows["win_share"] * WIN).round().astype(int))[["game", "dog", "sixtieths"]]
    rivals = plain.merge(plain[["game", "dog"]].rename(columns={"dog": "opponent"}), on="game")
    rivals = rivals[rivals["dog"] != rivals["opponent"]]
    found = wide.opponents.astype({"dog": str, "opponent": str}).set_index(["dog", "opponent", "sixtieths"])["games"]
    assert found.to_dict() == rivals.groupby(["dog", "opponent", "sixtieths"]).size().to_dict()


def test_line_ups_are_those_of_a_plain_count(rows: pd.DataFrame, wide: Counts) -> None:
    frame = rows.assign(won=(rows["win_share"] * WIN).round().astype(int)).set_index(["game", "seat"])
    names = ["dog", "strategy", "won", "total"]
    games = pd.DataFrame({f"{name}_{seat}": frame[name].xs(seat, level="seat") for name in names for seat in range(4)})
    for stem in ("won", "total"):
        for i, j in pairs(4):
            games[f"{stem}_{i}_{j}"] = games[f"{stem}_{i}"] * games[f"{stem}_{j}"]
    keys = [f"{name}_{seat}" for name in ("dog", "strategy") for seat in range(4)]
    expected = games.assign(games=1).groupby(keys).sum()
    found = wide.line_ups.astype(dict.fromkeys(keys, str)).set_index(keys)
    pd.testing.assert_frame_equal(found, expected.loc[found.index, found.columns], check_dtype=False)
    assert len(found) == len(expected) and found["games"].sum() == 500


def test_counts_do_not_depend_on_the_parts(rows: pd.DataFrame, counts: Counts, wide: Counts) -> None:
    parts = tables(rows, [1, 7, 7, 300], WIDE)
    for batches in (parts, parts[::-1], [b for part in parts for b in part.to_batches()]):
        again = count_games(batches, WIDE)
        for name, frame in vars(wide).items():
            pd.testing.assert_frame_equal(getattr(again, name), frame)
    pd.testing.assert_frame_equal(wide.outcomes, counts.outcomes)


def test_words_keep_the_order_of_the_manifest(counts: Counts) -> None:
    assert list(counts.outcomes["dog"].cat.categories) == list(DOGS)
    assert list(counts.outcomes["dog"].unique()) == list(DOGS)
    assert list(counts.scores["measure"].cat.categories) == list(MEASURES)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_win_is_never_lost_whatever_the_ties(players: int) -> None:
    design = Design(players=players, games=2_000, seed=players)
    table = pa.Table.from_pandas(play(design)[[*COLUMNS]].astype({"win_share": "float32"}), preserve_index=False)
    counted = count_games([table], Layout(players, DOGS, design.strategies))
    won = counted.outcomes["sixtieths"] * counted.outcomes["games"]
    assert won.sum() == design.games * WIN
    assert {WIN // k for k in (1, 2, 3)} <= set(counted.outcomes["sixtieths"])


def test_no_batches_give_empty_counts() -> None:
    counted = count_games([], LAYOUT)
    assert counted.outcomes.empty and counted.crowds.empty and counted.scores.empty
    assert count_games([], WIDE).line_ups.empty and count_games([], WIDE).houses.empty


def test_histograms_of_different_ranges_add_up() -> None:
    cells = np.array([0, 1, 1], np.intp)
    total = histogram(cells, np.array([-3, 5, 5]), 2) + histogram(cells, np.array([9, 2, -4]), 2)
    assert total.low == -4
    found = {(cell, total.low + column): int(total.counts[cell, column]) for cell, column in np.argwhere(total.counts)}
    assert found == {(0, -3): 1, (0, 9): 1, (1, 5): 2, (1, 2): 1, (1, -4): 1}


@pytest.mark.parametrize(
    "values",
    [
        np.array([-30_000, -29_998, -29_998, 30_000], np.int16),
        np.array([0, 2, 2, 1]) + 2**31 - 2,
        np.array([0, 2, 2, 1]) - 2**40,
    ],
)
def test_a_histogram_counts_numbers_of_any_size(values: npt.NDArray[np.integer[Any]]) -> None:
    found = histogram(np.array([0, 1, 1, 2]), values, 3)
    assert found.low == values[0] and found.counts.sum() == 4
    assert found.counts[0, 0] == 1 and found.counts[1, 2] == 2 and found.counts[2, int(values[3]) - found.low] == 1


def test_sums_by_line_up_add_up_whichever_line_ups_both_have() -> None:
    one = sums_by(np.array([7, 3, 7]), [np.array([1, 2, 3]), np.array([-5, 0, 6])])
    assert one.keys.tolist() == [3, 7] and one.values.tolist() == [[2, 0], [4, 1]]
    other = sums_by(np.array([9, 3]), [np.array([10, 20]), np.array([30, 40])])
    both = one + other
    assert both.keys.tolist() == [3, 7, 9] and both.values.tolist() == [[22, 40], [4, 1], [10, 30]]
    twice = both + both
    assert twice.keys.tolist() == [3, 7, 9] and twice.values.tolist() == (2 * both.values).tolist()
    assert both.values.dtype == twice.values.dtype == np.int64


def test_a_histogram_of_nothing_is_empty() -> None:
    empty = histogram(np.zeros(0, np.intp), np.zeros(0, np.int16), 3)
    assert isinstance(empty, Histogram) and empty.counts.shape == (3, 1) and not empty.counts.any()


def test_an_unknown_word_is_refused(rows: pd.DataFrame) -> None:
    with pytest.raises(
        UserError, match=r"column dog: 'macbeth' is not in the manifest, which knows blackmane, omalley"
    ):
        count_games(tables(rows, []), Layout(4, ("blackmane", "omalley"), DESIGN.strategies))


def test_rows_out_of_seat_order_are_refused(rows: pd.DataFrame) -> None:
    with pytest.raises(UserError, match="column seat: the rows are not whole games with seats 0 to 3 in order"):
        count_games(tables(rows.iloc[::-1], []), LAYOUT)


def test_half_a_game_is_refused(rows: pd.DataFrame) -> None:
    with pytest.raises(UserError, match="not whole games"):
        count_games([tables(rows, [])[0].slice(0, 402)], LAYOUT)


def test_a_game_with_two_wins_is_refused(rows: pd.DataFrame) -> None:
    with pytest.raises(UserError, match="column win_share: the shares of a game do not add up to one win"):
        count_games(tables(rows.assign(win_share=1.0), []), LAYOUT)
