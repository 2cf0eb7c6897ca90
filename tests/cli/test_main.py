"""How the `simcore` command ends: exit codes, and what it says for which kind of failure."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
import typer

from simcore.cli.commands import SUBCOMMANDS, Subcommand
from simcore.cli.main import main
from simcore.errors import FaultyInput, RunFailure, UserError

Failing = Callable[[BaseException], None]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Return a function that makes the subcommand `fail` raise an exception of your choice."""

    def install(error: BaseException) -> None:
        def fail() -> None:
            """Fail.

            Parameters
            ----------
            none : none
            """
            raise error

        module = ModuleType("simcore_failing_command")
        module.fail = fail  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(SUBCOMMANDS, "fail", Subcommand(module.__name__, "fail", "Fail."))

    return install


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UserError("seed: -1 is negative"), 2),
        (FaultyInput("a.toml", ["games = 0: at least 1"]), 2),
        (RunFailure("the disk vanished"), 1),
        (OSError(errno.ENOSPC, "No space left on device", "runs/a"), 2),
        (PermissionError(errno.EACCES, "Permission denied", "runs/a"), 2),
        (OSError(errno.EROFS, "Read-only file system", "runs/a"), 2),
        (KeyboardInterrupt(), 130),
    ],
)
def test_what_people_can_act_on_shows_no_traceback(
    failing: Failing, capsys: pytest.CaptureFixture[str], error: BaseException, code: int
) -> None:
    failing(error)
    assert main(["fail"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert str(error.filename if isinstance(error, OSError) else error) in err
    assert err.strip()


def test_a_command_that_spoke_itself_ends_with_its_own_code(
    failing: Failing, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(typer.Exit(130))
    assert main(["fail"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_bug_shows_its_traceback_and_asks_for_a_report(failing: Failing, capsys: pytest.CaptureFixture[str]) -> None:
    failing(ZeroDivisionError("by a bug"))
    assert main(["fail"]) == 1
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "ZeroDivisionError: by a bug" in err
    assert "report" in err


def test_help_of_a_command_leaves_out_its_parameters_section(
    failing: Failing, capsys: pytest.CaptureFixture[str]
) -> None:
    failing(RuntimeError())
    assert main(["fail", "--help"]) == 0
    out = capsys.readouterr().out
    assert "Usage: simcore fail" in out
    assert "Parameters" not in out


@pytest.mark.parametrize("arguments", [["no_such_command"], ["--no-such-option"], ["run"], ["fail", "surplus"]])
def test_wrong_usage_is_told_in_few_lines(
    failing: Failing, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    failing(RuntimeError())
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Usage: simcore" in err
    assert len(err.splitlines()) <= 5
    assert err.isascii(), "no boxes are drawn"


def test_a_mistyped_command_is_told_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["repaly"]) == 2
    assert "Did you mean 'replay'?" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "expected"), [(None, "1"), ("2", "2")])
def test_a_command_keeps_linear_algebra_to_one_thread_unless_told_otherwise(given: str | None, expected: str) -> None:
    code = (
        "import os, sys; from simcore.cli.main import main; main(['rules', 'check', 'base']);"
        "print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    environment |= {} if given is None else {"OPENBLAS_NUM_THREADS": given}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"False {expected}"  # numpy is still to come, and will read it


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m simcore --help | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], check=True, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.strip() in {"0", "1"}, "0 where the pipe took it all before it closed"


def test_a_full_disk_behind_standard_output_is_told(root: object) -> None:
    command = f"{sys.executable} -m simcore --help > /dev/full"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (["robustness", "--experiment", "baseline", "--experiment", "uniform_3"], "--experiment"),
        (["run", "baseline", "--seed", "1", "--games", "10", "--seed=2"], "--seed"),
        (["variant", "check", "x.toml", "--ruleset", "base", "--ruleset", "base"], "--ruleset"),
    ],
)
def test_an_option_given_twice_is_refused(command: list[str], option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    assert f"Error: {option} is given 2 times; allowed: once" in capsys.readouterr().err


def test_lists_and_flags_may_be_given_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    variants = ["--variant", "rich_omalley", "--variant", "three_years"]
    assert main(["run", "baseline", *variants, "--games", "2", "--overwrite", "--overwrite"]) == 0
