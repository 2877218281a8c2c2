"""The wheel, run from its file by pipx and by uvx, as by somebody who has nothing of this project but that file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.wheels import built
from tracker.storage import folders
from tracker.version import __version__

pytestmark = pytest.mark.slow

INSTALLERS = [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is not on this machine"))
    for name in ("pipx", "uvx")
]


def usual(home: Path) -> dict[str, str]:
    """The environment of somebody with an empty home, whose programs find nothing of this checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "UV_"))}
    kept |= {"PIPX_HOME": str(home / "pipx"), "PIPX_BIN_DIR": str(home / "bin"), "PIPX_DEFAULT_PYTHON": sys.executable}
    return kept | {"UV_CACHE_DIR": str(home / "uv"), "UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def packages(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every package that the wheel needs, fetched once for both installers."""
    folder = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), str(wheel)]
    fetched = subprocess.run(pip, capture_output=True, text=True, env=usual(folder))
    if fetched.returncode:
        pytest.skip(f"no packages can be fetched here: {fetched.stderr.strip().splitlines()[-1:]}")
    return folder


def call(installer: str, wheel: Path, packages: Path) -> list[str]:
    """The words that run the program in the wheel; nothing but the folder of packages is asked for others."""
    if installer == "pipx":
        return ["pipx", "run", f"--pip-args=--no-index --find-links={packages}", "--spec", str(wheel), "combat-tracker"]
    return ["uvx", "--no-index", "--find-links", str(packages), "--from", str(wheel), "combat-tracker"]


def said(words: list[str], folder: Path, environment: Mapping[str, str]) -> str:
    ran = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("installer", INSTALLERS)
def test_the_file_runs_with_all_that_is_shipped(installer: str, wheel: Path, packages: Path, tmp_path: Path) -> None:
    environment = usual(tmp_path)
    tracker = call(installer, wheel, packages)
    assert said([*tracker, "--version"], tmp_path, environment) == f"tracker, version {__version__}\n"
    assert "terminal" in said([*tracker, "themes"], tmp_path, environment)
    assert {"outgunned", "srd5"} <= set(said([*tracker, "games"], tmp_path, environment).split())
    assert "goblin" in said([*tracker, "library", "srd5"], tmp_path, environment).lower()
    assert said([*tracker, "man"], tmp_path, environment).startswith(".TH TRACKER")
    fight = "add Savar\nadd Goons side=enemies preset=goons-1\nattack savar goons c\n"
    (tmp_path / "script").write_text(fight, encoding="utf-8")
    run = [*tracker, "run", "--system", "outgunned", "--save", "evening.json", "script"]
    assert len(said(run, tmp_path, environment).splitlines()) == len(fight.splitlines())
    replay = said([*tracker, "export", "evening.json", "--to", "html"], tmp_path, environment)
    assert "<input" in replay
    saves = next(Path(line) for line in said([*tracker, "where"], tmp_path, environment).split() if "_shipped" in line)
    environment |= {"PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    with Terminal([*tracker, str(saves / folders.EXAMPLES[0])], env=environment) as terminal:
        terminal.wait("Savar")
        terminal.wait("? help")
        terminal.send("q")
        assert terminal.ended() == 0
