"""The pages do what they say: their commands run, their files load, their Python works, their links lead somewhere."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from simcore.cli import retuning, tunable
from simcore.cli.main import main
from simcore.experiment import find_experiment

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/users.md", "CONTRIBUTING.md", "reports/README.md")
LEFT_OUT = {"make", "python"}
"""Commands that install, test or run for minutes: test_project.py checks that they exist; others are all run."""

SMALLER = (
    (r"--games-per-mix \d+", "--games-per-mix 1"),
    (r"--budget-minutes \d+", "--games 2000 --parameters vp_per_coin,vp_per_strength"),
    (r"--players 3,4,5", "--players 3"),
    (r"--draws \d+", "--draws 2"),
    (r"^simcore balance (\S+)=0:6", r"simcore balance \1=0:2 --games-per-point 60 --budget 2000 --confirm 60"),
    (r"--retune-games \d+", "--retune-games 1000"),
    (r"^(simcore (?!tune).*)--games \d+", r"\1--games 24"),
    (r"^(simcore run (?!.*--games).*)$", r"\1 --games 24"),
    (r"=0:5:6", "=0:1:2"),
    (r"=0:3:4", "=0:2:2"),
    (r"=2:4:3", "=2:3:2"),
)
"""Sizes that tests can afford. Nothing else of a command is changed."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its text and the line that it starts in."""

    language: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    text = (ROOT / page).read_text()
    for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield Block(match[1], match[2], text[: match.start()].count("\n") + 1)


def commands(block: Block) -> Iterator[str]:
    for line in block.text.replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def made_small(command: str) -> str:
    for pattern, instead in SMALLER:
        command = re.sub(pattern, instead, command)
    return command


def run(command: str) -> None:
    """Run a line of a shell block, simcore's own commands within this process."""
    words = shlex.split(made_small(command), comments=True)
    if words[0] in LEFT_OUT:
        return
    if words[0] != "simcore":
        subprocess.run(command, shell=True, check=True)
        return
    if ">" in words:
        words = words[: words.index(">")]
    assert main(words[1:]) == 0, command


def named_file(block: Block) -> str | None:
    """Return the file that a block is the content of, which its first line says as a comment."""
    match = re.match(r"# (\w+\.(?:toml|py))\n", block.text)
    return match[1] if match else None


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder to work in that looks like the project's, with the experiments and rulesets in it."""
    shutil.copytree(ROOT / "experiments", tmp_path / "experiments")
    monkeypatch.chdir(tmp_path)
    for module in (tunable, retuning):
        monkeypatch.setattr(module, "LEAST_GAMES", 1_000)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/users.md"])
def test_every_block_of_a_page_works_one_after_the_other(page: str, desk: Path) -> None:
    session: dict[str, object] = {}
    for block in blocks(page):
        name = named_file(block)
        if name:
            (desk / name).write_text(block.text)
        elif block.language == "sh":
            for command in commands(block):
                run(command)
        elif block.language == "python":
            exec(compile(block.text, f"{page}, line {block.line}", "exec"), session)
        else:
            raise AssertionError(f"{page}, line {block.line}: a {block.language} block that nothing checks")


def test_the_pages_have_blocks_of_all_kinds_that_are_run() -> None:
    found = [block.language for page in ("README.md", "docs/users.md") for block in blocks(page)]
    assert found.count("sh") >= 10 and found.count("python") >= 2 and found.count("toml") >= 2


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files_and_headings(page: str) -> None:
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), f"{page}: {target}"
        headings = re.findall(r"^#+ (.*)$", file.read_text(), re.MULTILINE) if anchor else []
        assert not anchor or anchor in [re.sub(r"[^a-z0-9 -]", "", h.lower()).replace(" ", "-") for h in headings]


@pytest.mark.parametrize("page", PAGES)
def test_experiments_that_pages_name_exist(page: str) -> None:
    for name in re.findall(r"simcore (?:run|league|replay) ([a-z0-9_]+)(?= |$)", (ROOT / page).read_text(), re.M):
        assert find_experiment(name).is_file()


def test_the_picture_of_a_report_is_small() -> None:
    assert 10_000 < (ROOT / "docs" / "report.png").stat().st_size < 300_000


@pytest.mark.slow
def test_the_reference_is_made_without_complaint_for_the_notebooks_interface(tmp_path: Path) -> None:
    pdoc = [sys.executable, "-m", "pdoc", "--docformat", "numpy", "--output-directory", str(tmp_path)]
    subprocess.run([*pdoc, "simcore.study"], cwd=ROOT, check=True, capture_output=True)
    page = (tmp_path / "simcore" / "study.html").read_text()
    assert "load_experiment" in page and "class" in page
