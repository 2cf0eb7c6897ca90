"""What notebooks are offered: rules, experiments, results, comparisons and games, and what they show of themselves."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib import pyplot as plt

from simcore import study
from simcore.cells import dependencies
from simcore.errors import FaultyInput, UserError
from simcore.study.bar import _Bar
from simcore.study.pictures import board_svg
from strategies.dogs import load_strategy

GAMES = 240


@pytest.fixture(scope="module")
def asked() -> study.Study:
    return study.experiment(name="trial", strategies=["uniform"], games=GAMES, seed=3)


@pytest.fixture(scope="module")
def found(asked: study.Study) -> study.Outcome:
    return asked.run()


@pytest.fixture(scope="module")
def game(asked: study.Study) -> study.Game:
    return asked.game(5)


def test_rules_are_varied_without_changing_the_ones_before() -> None:
    rules = study.ruleset()
    dear = rules.vary("soldiers.knight.cost=4+three_years")
    assert (rules["soldiers.knight.cost"], dear["soldiers.knight.cost"], dear.ruleset.years.number) == (3, 4, 3)
    assert rules.changes.empty and "soldiers.knight.cost" in dear.changes["key"].tolist()
    assert dear.hash != rules.hash == study.ruleset("base").hash


def test_rules_show_abilities_changes_and_what_is_assumed() -> None:
    shown = study.ruleset("base", "soldiers.knight.cost=4")._repr_html_()
    for words in ("Profiteer", "soldiers.knight.cost", "Captain O&#39;Malley", "assumed", "House Track"):
        assert words in shown


def test_rules_show_the_abilities_of_houses() -> None:
    rules = study.ruleset("base", "house_abilities_gifts")
    shown = rules._repr_html_()
    assert rules.ruleset.house_abilities and "House" in shown
    assert all(house.title() in shown for house in rules.ruleset.house_abilities)


def test_shipped_variants_are_listed_and_all_fit() -> None:
    rules, listed = study.ruleset(), study.variants()
    assert "three_years" in listed["variant"].tolist()
    assert all(len(rules.vary(name).changes) for name in listed["variant"])


def test_an_experiment_from_arguments_is_that_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("trial.toml").write_text(
        'name = "trial"\nquestion = "What happens?"\nplayers = 3\ngames = 60\nseed = 4\nvariants = ["three_years"]\n'
        '[strategies]\npool = ["uniform", "greedy"]\n[strategies.params.greedy]\nvp_per_coin = 1.5\n'
    )
    params = {"greedy": {"vp_per_coin": 1.5}}
    rules = study.ruleset("base", "three_years")
    written = study.experiment(
        name="trial", players=3, games=60, seed=4, rules=rules, strategies=["uniform", "greedy"], params=params
    )
    read = study.load_experiment("trial.toml")
    assert written.prepared.experiment.content() == read.prepared.experiment.content()
    assert written.line_ups(20) == read.line_ups(20)
    assert read.rules.hash == rules.hash


def test_all_faults_of_an_experiment_are_told_at_once() -> None:
    with pytest.raises(FaultyInput) as told:
        study.experiment(games=0, players=6, strategies=["greedi"])
    assert len(told.value.faults) == 3 and 'did you mean "greedy"' in str(told.value)
    with pytest.raises(FaultyInput, match="colour"):
        study.experiment(games=10, colour="red")


def test_a_notebook_shows_of_an_error_the_message_alone() -> None:
    assert UserError("cost: found 3")._render_traceback_() == ["UserError: cost: found 3"]


def test_the_same_run_is_not_played_again_and_another_one_is(asked: study.Study, found: study.Outcome) -> None:
    before = found.results.manifest["timing"]["started"]
    again = asked.run()
    assert again.path == found.path and again.results.manifest["timing"]["started"] == before
    assert asked.by("base").run().path == found.path
    assert study.experiment(name="trial", strategies=["uniform"], games=GAMES, seed=4).run().path != found.path


def test_results_are_kept_where_one_wants_them(asked: study.Study, tmp_path: Path) -> None:
    kept = asked.run(tmp_path / "kept")
    assert study.open_results(tmp_path / "kept").frame().equals(kept.frame())
    other = study.experiment(name="trial", strategies=["uniform"], games=GAMES, seed=9)
    with pytest.raises(UserError, match="seed"):
        other.run(tmp_path / "kept")
    assert other.run(tmp_path / "kept", overwrite=True).results.manifest["seed"] == 9


def test_shares_of_wins_are_those_of_the_rows(found: study.Outcome) -> None:
    rows = found.frame(["dog", "seat", "win_share"])
    for by in ("dog", "seat"):
        shares = found.wins(by)
        plain = rows.groupby(by, observed=True)["win_share"].mean()
        assert shares["win_share"].to_numpy() == pytest.approx(plain.to_numpy(), abs=1e-6)
        assert shares["n_games"].sum() == 4 * GAMES
    assert len(found.wins(["dog", "seat"])) == 20
    assert found.wins("strategy")["verdict"].tolist() == ["fixed by design"]


def test_scores_add_up_and_strategies_need_company(found: study.Outcome) -> None:
    scores = found.scores("dog")
    parts = scores[scores["measure"] != "total"].groupby("dog", observed=True)["mean"].sum()
    assert parts.to_numpy() == pytest.approx(scores[scores["measure"] == "total"]["mean"].to_numpy())
    with pytest.raises(UserError, match="strategy"):
        found.scores("strategy")


@pytest.mark.parametrize("by", ["dogs", "Dog", ["dog", "year"]])
def test_groups_that_there_are_not_are_refused(found: study.Outcome, by: str) -> None:
    with pytest.raises(UserError, match="allowed: dog, seat, strategy"):
        found.wins(by)


def test_plots_draw_on_the_axes_they_are_given(found: study.Outcome) -> None:
    _, (left, right) = plt.subplots(1, 2)
    assert found.plot("seat", left) is left and found.plot_scores("dog", axes=right) is right
    assert [label.get_text() for label in left.get_yticklabels()] == [f"seat {seat}" for seat in range(4)]
    assert "Lady Ordalia Macbeth" in [label.get_text() for label in right.get_yticklabels()]
    with pytest.raises(UserError, match="total"):
        found.plot_scores(measure="vp")
    plt.close("all")


def test_results_show_shares_with_intervals_and_counts(found: study.Outcome) -> None:
    shown = found._repr_html_()
    assert shown.count("<tr>") == 6 and "192" in shown and " to " in shown


def test_a_run_that_is_no_league_says_so(found: study.Outcome) -> None:
    with pytest.raises(UserError, match="is no league"):
        _ = found.league


def test_every_variant_is_compared_with_the_base(asked: study.Study) -> None:
    same = asked.rules.vary("dogs.omalley.abilities.profiteer.coins=2")
    compared = asked.compare(same, "soldiers.knight.cost=4")
    assert compared.names == ("base+dogs.omalley.abilities.profiteer.coins=2", "base+soldiers.knight.cost=4")
    table = compared.differences("dog")
    assert set(table["ruleset"]) == set(compared.names) and len(table) == 10
    assert len(compared.findings) == 2 and "of 240 games" in compared._repr_html_()
    assert compared.plot("soldiers.knight.cost=4").get_title(loc="left") == "soldiers.knight.cost = 4"
    with pytest.raises(UserError, match="was not compared"):
        compared.plot("three_years")
    plt.close("all")


@pytest.mark.parametrize("variants", [[], ["three_years", "three_years"]])
def test_comparisons_need_variants_of_their_own(asked: study.Study, variants: list[str]) -> None:
    with pytest.raises(UserError, match=r"at least one|given twice"):
        asked.compare(*variants)


def test_a_sweep_has_a_point_for_every_value(asked: study.Study) -> None:
    swept = asked.sweep({"soldiers.knight.cost": [2, 3]})
    assert swept.shares()["soldiers.knight.cost"].tolist() == [2] * 5 + [3] * 5
    assert swept.balance()["n_games"].tolist() == [GAMES] * 2 and swept.findings
    with pytest.raises(UserError, match="only whole numbers"):
        asked.sweep({"dogs.omalley.title": [1, 2]})


def test_a_game_is_the_one_of_the_results(asked: study.Study, found: study.Outcome, game: study.Game) -> None:
    rows = found.frame(["game", "dog", "total"])
    of_game = rows[rows["game"] == 5]
    assert game.scores["dog"].tolist() == of_game["dog"].astype(str).tolist()
    assert game.scores["total"].tolist() == of_game["total"].tolist()
    with pytest.raises(UserError, match="game: found -1"):
        asked.game(-1)


def test_every_move_has_words_and_a_picture_that_is_well_formed(game: study.Game) -> None:
    for move in game.moves:
        assert len(move.text) > 5
        ElementTree.fromstring(board_svg(move.board))
    with pytest.raises(UserError, match="move: found 999"):
        game[999]


def test_the_picture_shows_captains_where_they_stand(game: study.Game) -> None:
    number, turn = next((n, line) for n, line in enumerate(game.log) if line["event"] == "turn")
    before, after = (board_svg(game[n].board).count('r="9"') for n in (number - 1, number))
    assert after == before + 1
    assert turn["seat"] in game[number].board.fights[turn["battle"]].spaces[turn["side"]]


def test_a_game_is_saved_as_a_page_of_its_own(game: study.Game, tmp_path: Path) -> None:
    page = game.save(tmp_path / "game.html").read_text()
    assert page.count("<svg") == len(game) and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert len(re.findall("<div hidden>", page)) == len(game) - 1


def test_the_story_is_that_of_replay(game: study.Game) -> None:
    assert "YEAR 1" in game.story() and "YEAR 2" not in game.story(1)


def test_names_of_own_strategies_are_checked() -> None:
    greedy = load_strategy("greedy")
    with pytest.raises(UserError, match="name of a known strategy"):
        study.experiment(strategies=[greedy], games=10)
    pool = study.experiment(strategies={"timid": greedy, "greedy": "greedy"}, games=10).strategies
    assert pool == ("timid", "greedy")
    with pytest.raises(UserError, match="a list of them"):
        study.experiment(strategies="greedy", games=10)


def function_of(source: str, **given: object) -> object:
    """Define a function as a notebook's cell does: its source is known to Python, and in no file."""
    import linecache

    name = f"cell_{abs(hash((source, str(given))))}"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    space: dict[str, object] = dict(given)
    exec(compile(source, name, "exec"), space)
    return space["asked"]


SOURCE = "def asked(a):\n    return helper(a) * FACTOR\n"


def test_machine_code_of_a_cell_depends_on_what_other_cells_define() -> None:
    one, other = (function_of(f"def asked(a):\n    return a + {n}\n") for n in (1, 2))
    texts = [
        dependencies(function_of(SOURCE, helper=helper, FACTOR=factor))  # type: ignore[arg-type]
        for helper, factor in ((one, 2), (one, 2), (other, 2), (one, 3))
    ]
    assert all(complete for _, complete in texts)
    assert texts[0] == texts[1] and len({text for text, _ in texts}) == 3


def test_nothing_is_kept_that_depends_on_what_cannot_be_compared() -> None:
    helper = function_of("def asked(a):\n    return a\n")
    assert not dependencies(function_of(SOURCE, helper=helper, FACTOR=object()))[1]  # type: ignore[arg-type]


def test_the_bar_tells_games_and_ends_without_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, html: object) -> None:
            shown.append(html.data)  # type: ignore[attr-defined]

    monkeypatch.setattr("IPython.display.display", lambda html, display_id: Handle())
    bar = _Bar("trial")
    bar(10, 40)
    bar(40, 40)
    assert "<progress" in shown[0] and "10 of 40 games" in shown[0]
    assert "<progress" not in shown[1] and "40 of 40 games" in shown[1]
    _Bar("trial").close()
    assert "<progress" not in shown[2] and "there already" in shown[2]
