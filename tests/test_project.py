"""The project around the code: make, packaging, documentation and the command line's start agree with each other."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import metadata, packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from simcore.cli.commands import SUBCOMMANDS

HEAVY = ("numba", "llvmlite", "numpy", "pandas", "pyarrow", "matplotlib", "scipy", "jinja2", "rich")
PACKAGES = ("simcore", "strategies", "reports")
DATA = (".toml", ".html", ".css", ".js")


@pytest.fixture(scope="module")
def pyproject(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "pyproject.toml").read_text())


@pytest.fixture(scope="module")
def makefile(root: Path) -> str:
    return (root / "Makefile").read_text()


def tracked_files(root: Path) -> list[Path]:
    if shutil.which("git") is None or not (root / ".git").exists():
        pytest.skip("not a git checkout")
    names = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [root / name for name in names.split("\0") if name and (root / name).is_file()]


def run_simcore(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "simcore", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def targets(makefile: str) -> set[str]:
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    return set(phony[1].split())


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_help_lists_every_target_in_one_line(root: Path, makefile: str) -> None:
    out = subprocess.run(["make", "help"], cwd=root, check=True, capture_output=True, text=True).stdout
    listed = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert sorted(listed) == sorted(targets(makefile))
    assert all(len(line) <= 120 for line in out.splitlines())


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_make_commands_in_the_pages_exist(root: Path, makefile: str, page: str) -> None:
    named = re.findall(r"`make ([a-z-]+)|^make ([a-z-]+)", (root / page).read_text(), re.MULTILINE)
    assert {first or second for first, second in named} <= targets(makefile)


def test_readme_begins_with_make_test_and_make_baseline(root: Path) -> None:
    commands = re.findall(r"^(?:make|simcore) \S+", (root / "README.md").read_text(), re.MULTILINE)
    assert commands[:2] == ["make test", "make baseline"]


def test_simcore_commands_in_the_readme_exist_and_are_all_there(root: Path) -> None:
    named = set(re.findall(r"(?:^|`)simcore ([a-z]+)", (root / "README.md").read_text(), re.MULTILINE))
    assert named == set(SUBCOMMANDS)


def test_ci_runs_make_test(root: Path) -> None:
    script = root / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert script.read_text().splitlines()[-1] == "exec make test"


def test_no_file_names_a_machine_or_a_package_index(root: Path) -> None:
    forbidden = re.compile(
        r"(?:^|[\s\"'`(=])/(?:work|home|root|Users|opt)/"
        r"|--(?:extra-)?index-url|--find-links|--trusted-host|pypi\.org|files\.pythonhosted"
    )
    faults = []
    for file in tracked_files(root):
        if file == Path(__file__).resolve():
            continue
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if forbidden.search(line):
                faults.append(f"{file.relative_to(root)}:{number}: {line.strip()}")
    assert faults == []


def test_tracked_files_are_small(root: Path) -> None:
    assert [str(file) for file in tracked_files(root) if file.stat().st_size > 2_000_000] == []


def requirements(pyproject: dict[str, Any]) -> list[Requirement]:
    extras = pyproject["project"]["optional-dependencies"].values()
    return [Requirement(text) for group in [pyproject["project"]["dependencies"], *extras] for text in group]


def imported_packages(files: Iterable[Path]) -> set[str]:
    names: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
                names.add(node.module)
    return {name.split(".")[0] for name in names} - {*PACKAGES, "tests", *sys.stdlib_module_names}


def test_whatever_is_imported_is_a_declared_dependency(root: Path, pyproject: dict[str, Any]) -> None:
    distributions = packages_distributions()
    needed = {canonicalize_name(text.name) for text in map(Requirement, pyproject["project"]["dependencies"])}
    everything = {canonicalize_name(wanted.name) for wanted in requirements(pyproject)}
    code = [file for package in PACKAGES for file in (root / package).rglob("*.py")]
    for files, declared in ((code, needed), ((root / "tests").rglob("*.py"), everything)):
        imported = imported_packages(files)
        assert {canonicalize_name(distributions[name][0]) for name in imported} <= declared


def test_constraints_pin_every_dependency_within_its_bounds(root: Path, pyproject: dict[str, Any]) -> None:
    lines = [line for line in (root / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in lines), "names and versions only"
    pinned = {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}
    assert len(pinned) == len(lines)
    faults = [
        str(wanted)
        for wanted in requirements(pyproject)
        if not wanted.specifier.contains(pinned.get(canonicalize_name(wanted.name), "0"))
    ]
    assert faults == []


def test_pinned_versions_run_on_every_python_that_the_project_admits(root: Path) -> None:
    lines = [line for line in (root / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
    faults = []
    for name in (line.split("==")[0] for line in lines):
        needs = metadata(name).json.get("requires_python", "")
        if not SpecifierSet(needs).contains("3.11.0"):
            faults.append(f"{name} needs Python {needs}")
    assert faults == []


def test_every_dependency_has_a_lower_bound(pyproject: dict[str, Any]) -> None:
    assert all(str(wanted.specifier).startswith(">=") for wanted in requirements(pyproject))


def contracts(pyproject: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {contract["name"]: contract for contract in pyproject["tool"]["importlinter"]["contracts"]}


def test_import_contracts_name_modules_that_exist(root: Path, pyproject: dict[str, Any]) -> None:
    keys = ("source_modules", "allowed_modules", "forbidden_modules", "protected_modules", "allowed_importers")
    named = {module for contract in contracts(pyproject).values() for key in keys for module in contract.get(key, [])}
    for module in sorted(named):
        if module.split(".")[0] in {*PACKAGES, "tests"} and "*" not in module:
            path = root.joinpath(*module.split("."))
            assert path.is_dir() or path.with_suffix(".py").is_file(), f"{module} does not exist"


def test_mypy_and_import_linter_name_the_same_kernels(pyproject: dict[str, Any]) -> None:
    (kernels,) = (contract for name, contract in contracts(pyproject).items() if name.startswith("kernels import"))
    (untyped,) = (group for group in pyproject["tool"]["mypy"]["overrides"] if "simcore.rng" in group["module"])
    besides = {"simcore.rng", "simcore.jit", "simcore.lineups", "strategies.dogs.*", "strategies.scratch"}
    assert set(untyped["module"]) == besides | set(kernels["source_modules"])


def test_the_wheel_holds_all_code_and_data(root: Path, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("simcore-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    wanted = {
        file.relative_to(root).as_posix()
        for file in tracked_files(root)
        if file.relative_to(root).parts[0] in PACKAGES and file.suffix in {".py", *DATA}
    }
    assert wanted <= packed
    assert not [name for name in packed if name.startswith(("tests/", "notebooks/", "reports/out/"))]


def test_starting_the_command_line_imports_nothing_heavy() -> None:
    code = "import sys, simcore.cli.main; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    out = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert set(out.split()).isdisjoint(HEAVY)


def test_help_lists_every_subcommand_and_imports_nothing_heavy() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "simcore", "--help"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert all(re.search(rf"^  {name} ", done.stdout, re.MULTILINE) for name in SUBCOMMANDS)
    imported = {line.rsplit("|", 1)[-1].strip().split(".")[0] for line in done.stderr.splitlines()}
    assert imported.isdisjoint(HEAVY)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_has_help(name: str) -> None:
    done = run_simcore(name, "--help")
    assert done.returncode == 0
    assert f"Usage: simcore {name}" in done.stdout
    assert "Parameters\n" not in done.stdout


def test_version_is_the_projects(pyproject: dict[str, Any]) -> None:
    done = run_simcore("--version")
    assert done.returncode == 0
    assert done.stdout.startswith(f"simcore {pyproject['project']['version']} ")
