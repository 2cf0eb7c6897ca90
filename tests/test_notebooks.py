"""The notebooks run from top to bottom, and what they show is so: each at a small size, in a kernel of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
SECONDS = 300
"""Only a limit for what hangs."""

CHECKS = {
    "1_watch_a_game": (
        "GAME = 3",
        """
assert len(game) == len(game.log) > 80
assert scores["total"].max() == scores.loc[scores["won"], "total"].iloc[0]
assert (scores[["tokens", "influence", "support", "coins", "cards"]].sum(axis=1) == scores["total"]).all()
assert game[10].text and game[10]._repr_html_().count("<svg") == 1
assert game._repr_html_().count("<svg") == len(game)
assert (moved["count"] > 0).all() and moved["count"].sum() == len(turns)
assert moved.loc["war_machine", "mean"] > moved.loc["footman", "mean"]
""",
    ),
    "2_who_wins": (
        "GAMES = 3_840",
        """
assert found.games == GAMES and len(rows) == 4 * GAMES
assert abs(rows["win_share"].sum() - GAMES) < 1e-3
assert set(dogs["n_games"]) == {GAMES * 4 // 5}
assert abs(dogs["win_share"].mean() - 0.25) < 1e-9
assert (dogs["family_low"] < dogs["ci_low"]).all() and (dogs["ci_high"] < dogs["family_high"]).all()
wins = strategies.set_index("strategy")
assert wins.loc["greedy", "family_low"] > 0.25 > wins.loc["uniform", "family_high"]
assert len(by_both) == 10 and len(axes.get_yticklabels()) == 5
assert set(balance["verdict"]) <= {"balanced", "undecided", "too strong", "too weak"}
parts = scores[scores["measure"] != "total"].groupby("dog", observed=True)["mean"].sum()
totals = scores[scores["measure"] == "total"].set_index("dog")["mean"]
assert (parts - totals).abs().max() < 1e-9
""",
    ),
    "3_compare_variants": (
        "GAMES = 960",
        """
assert dear["soldiers.knight.cost"] == 4 and rules["soldiers.knight.cost"] == 3
assert len(compared.names) == len(chosen) + 1 and compared.names[-1] == "base+soldiers.knight.cost=4"
assert set(differences["n_games"]) == {GAMES * 4 // 5}
assert (differences["variant"] - differences["base"] - differences["difference"]).abs().max() < 1e-9
assert saved["base+soldiers.knight.cost=4"] > 1
assert len(axes.get_yticklabels()) == len(chosen) + 2
""",
    ),
    "4_your_own_strategy": (
        "GAMES_PER_MIX = 240",
        """
assert found.games == 12 * GAMES_PER_MIX and set(pay_offs["n_games"]) == {GAMES_PER_MIX}
assert len(pay_offs) == 12
strength = standings.set_index("strategy")
assert set(strength.index) == {"collector", "tracker_fan", "greedy", "uniform"}
assert strength.loc["collector", "strength_low"] > strength.loc["uniform", "strength_high"]
assert 'Strategy \\'cheat\\' broke' in refused
from simcore.jit import is_cached
compiled = next(s for s in league.prepared.strategies if s.name == "collector").decisions[2]
assert is_cached(compiled)
assert set(found.results.manifest["strategy_files"]) == {"tracker_fan", "collector"}
""",
    ),
    "5_sweep_an_ability": (
        "GAMES = 960",
        """
assert omalley[key].tolist() == [0, 1, 2, 3] and set(omalley["n_games"]) == {GAMES * 4 // 5}
share = omalley.set_index(key)["win_share"]
assert share[0] < share[1] < share[3], "coins help"
assert best[key] in candidates[key].tolist()
assert len(axes.get_lines()) >= 5
""",
    ),
    "6_how_sure_can_we_be": (
        "GAMES = 3_840",
        """
assert [outcome.games for outcome in found] == sizes == [240, 960, 3840]
half = widths["widest, points"].tolist()
assert 1.6 < half[0] / half[1] < 2.4 and 1.6 < half[1] / half[2] < 2.4
assert 0.88 <= covered <= 0.99, covered
assert needed[0] < needed[1] and needed[2] > needed[3] > needed[4]
assert assumed == ["tiles", "bonus_tokens", "tactic_cards", "house_track"]
assert compared.names == ("base+tactic_cards.renown.amount=4",)
""",
    ),
}
"""Notebook -> its parameter cell, small, and what must hold in its end."""


def cells(notebook: Any) -> Iterator[Any]:
    return (cell for cell in notebook.cells if cell.cell_type == "code")


def test_every_notebook_is_checked_and_numbered_from_one_on() -> None:
    names = sorted(path.stem for path in FOLDER.glob("[0-9]*.py"))
    assert names == sorted(CHECKS)
    assert [int(name.split("_")[0]) for name in names] == list(range(1, len(names) + 1))


def test_notebooks_are_kept_as_text_only(root: Path) -> None:
    ignored = (root / ".gitignore").read_text().splitlines()
    assert "notebooks/*.ipynb" in ignored


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_notebooks_do_without_the_command_line(name: str) -> None:
    code = "\n".join(cell.source for cell in cells(jupytext.read(FOLDER / f"{name}.py")))
    assert "simcore.cli" not in code and "subprocess" not in code


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CHECKS))
def test_notebook_runs_and_shows_what_it_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parameters, checks = CHECKS[name]
    notebook = jupytext.read(FOLDER / f"{name}.py")
    (parameter_cell,) = [cell for cell in cells(notebook) if "parameters" in cell.metadata.get("tags", [])]
    variable = parameters.split(" = ")[0]
    assert re.fullmatch(rf"{variable} = \d[\d_]*(  # .*)?", parameter_cell.source), "one variable makes it larger"
    parameter_cell.source = parameters
    notebook.cells.append(nbformat.v4.new_code_cell(checks))
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent))
    monkeypatch.delenv("MPLBACKEND", raising=False)
    client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3", resources={"metadata": {"path": FOLDER}})
    client.execute()
    shown = [output for cell in cells(notebook) for output in cell.outputs]
    assert any("text/html" in output.get("data", {}) for output in shown)
    assert not [output for output in shown if output.get("name") == "stderr" and "Warning" in output.get("text", "")]
