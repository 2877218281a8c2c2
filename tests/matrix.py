"""``python -m tests.matrix``: the program on each Python there is, with its oldest and its newest packages.

In each environment the command-line program is tested, a shipped example is opened in a terminal, every shipped fight
is played from its script, and the pictures of the screen are compared. A Python that is not on this machine is named
as skipped. Exit code 1 where anything failed. Environments are made in a temporary folder; packages are fetched by
pip.

``--quick`` takes two corners only, the oldest Python with the oldest packages and the newest with the newest, and in
place of the tests reads every shipped fight and plays a short one. What it leaves out is named. With versions (``3.12
3.14``) these are tested, and each must be there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent

PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
"""The versions of Python that the project says it runs on."""

TESTS: Final = (
    *("tests/cli", "tests/examples", "tests/terminal/test_fight.py"),
    *("tests/tui/test_snapshots.py", "tests/tui/test_games.py"),
)
"""The program, the shipped fights, and the pictures of the screen."""

TOOLS: Final = ("pytest", "pytest-asyncio", "pytest-xdist", "hypothesis", "pyte", "pytest-textual-snapshot", "syrupy")
"""What these tests themselves need, from the group of the project's tools."""


def interpreter(version: str) -> str | None:
    """The path of a Python of this version, None where there is none on this machine."""
    found = shutil.which(f"python{version}")
    candidates = [found] if found else []
    candidates += sorted(str(path) for path in Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for path in candidates:
        answer = subprocess.run([path, "-c", "import sys; print(*sys.version_info[:2], sep='.')"], capture_output=True)
        if answer.returncode == 0 and answer.stdout.decode().strip() == version:
            return path
    return None


def oldest(requirements: list[str]) -> list[str]:
    """The requirements at the lowest version each allows: ``click>=8.1,<9`` is ``click==8.1``."""
    return [re.sub(r">=([^,]+).*", r"==\1", requirement) for requirement in requirements]


def requirements() -> tuple[list[str], list[str]]:
    """What the program needs, and what the tests of the matrix need, as pip reads them."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = [line for line in about["dependency-groups"]["dev"] if re.split("[=<>]", line)[0] in TOOLS]
    return about["project"]["dependencies"], tools


def cells(versions: Iterable[str] = PYTHONS) -> Iterator[tuple[str, str, str]]:
    """Each Python that is there with each set of packages: its version, its path, ``oldest`` or ``newest``."""
    for version in versions:
        path = interpreter(version)
        if path is None:
            print(f"python {version}: skipped, it is not on this machine")
            continue
        for packages in ("oldest", "newest"):
            yield version, path, packages


def corners(all_cells: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The oldest Python with the oldest packages, and the newest with the newest."""
    oldest_cells = [cell for cell in all_cells if cell[2] == "oldest"][:1]
    return oldest_cells + [cell for cell in all_cells if cell[2] == "newest"][-1:]


def tested(path: str, packages: str, folder: Path, quick: bool) -> str:
    """Make an environment in a folder and run the tests in it; what went wrong, or nothing."""
    needs, tools = requirements()
    tools = ["hatchling"] if quick else [*tools, "hatchling"]
    if packages == "oldest":
        needs = oldest(needs)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if quick:
        pip.append("--no-compile")
    tests = {
        "the tests": [python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS],
    }
    if quick:
        program = [python, "-m", "tracker.cli.main"]
        saves = sorted(map(str, (ROOT / "saves").glob("*-*.json")))
        tests = {
            "reading the examples": [*program, "check", *saves],
            "playing": [*program, "run", "--system", "outgunned", "--seed", "7", str(folder / "script")],
            "listing the themes": [*program, "themes"],
        }
    steps = {
        "making the environment": [path, "-m", "venv", str(folder)],
        "installing the packages": [*pip, *needs, *tools],
        "installing the tracker": [*pip, "--no-deps", "--no-build-isolation", str(ROOT)],
        **tests,
    }
    for name, step in steps.items():
        if name == "playing":
            (folder / "script").write_text("add Savar\nadd Goons side=enemies preset=goons-1\nattack savar goons c\n")
        result = subprocess.run(step, cwd=ROOT, capture_output=True, text=True)
        if result.returncode:
            return f"{name} failed:\n{(result.stdout + result.stderr)[-3000:]}"
    return ""


def main() -> int:
    """Test every cell and print a line for each."""
    quick = "--quick" in sys.argv[1:]
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    chosen = list(cells(named or PYTHONS))
    if named and len(chosen) < 2 * len(named):
        return 1
    if quick:
        left_out = [cell for cell in chosen if cell not in corners(chosen)]
        chosen = corners(chosen)
        for version, _, packages in left_out:
            print(f"python {version}, {packages} packages: left out of the quick form")

    def look(cell: tuple[str, str, str]) -> bool:
        version, path, packages = cell
        with tempfile.TemporaryDirectory() as folder:
            trouble = tested(path, packages, Path(folder), quick)
        print(f"python {version}, {packages} packages: {trouble or 'passed'}", flush=True)
        return not trouble

    with ThreadPoolExecutor(2 if quick else 1) as workers:
        return 0 if all(list(workers.map(look, chosen))) else 1


if __name__ == "__main__":
    sys.exit(main())
