"""The wheel contains the shipped themes and examples and nothing of a user's, and runs from anywhere."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.wheels import built
from tracker.cli.main import main
from tracker.storage import shipped

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "tracker" / "cli" / "tracker.1"
THEMES = sorted(path.name for path in (ROOT / "themes").glob("*.toml"))
USERS_OWN = ("my-evening.json", "savar-and-sam.json.lock", "my-evening.json.bak1", "my-evening.json.torn-2026")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built in a copy of the checkout where a user has sessions of their own."""
    return built(tmp_path_factory.mktemp("checkout"), USERS_OWN)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpack the wheel as an installer does; returns the folder to import from."""
    target = tmp_path_factory.mktemp("site-packages")
    zipfile.ZipFile(wheel).extractall(target)
    return target


def run_installed(installed: Path, elsewhere: Path, script: str) -> str:
    """Run a script with the installed package from another folder; returns what it printed."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r})\n{script}"
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=elsewhere, check=True, capture_output=True, text=True).stdout


def test_the_wheel_has_all_that_is_shipped_and_nothing_of_the_users(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    saves = sorted(name.rsplit("/", 1)[1] for name in names if "_shipped/saves/" in name)
    themes = sorted(name.rsplit("/", 1)[1] for name in names if "_shipped/themes/" in name)
    assert saves == sorted(path.name for path in shipped.shipped_saves())
    assert themes == THEMES
    assert {name.split("/")[0].split("-")[0] for name in names} == {"tracker", "combat_tracker"}
    ours = [path for path in (ROOT / "tracker").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(ROOT).as_posix() for path in ours} <= set(names), "the page, game files, the library"


def test_an_installed_tracker_finds_its_themes_and_examples_from_another_folder(
    installed: Path, tmp_path: Path
) -> None:
    script = (
        "from pathlib import Path; from tracker.storage import shipped\n"
        "from tracker.tui.look.themes import *\n"
        "print(shipped.shipped_folder('saves'))\n"
        "print(*(path.name for path in shipped.shipped_saves()))\n"
        "print(*load_themes(theme_folders(Path.cwd())).themes)"
    )
    folder, saves, themes = run_installed(installed, tmp_path, script).splitlines()
    assert folder == str(installed / "tracker" / "_shipped" / "saves")
    assert saves.split() == [path.name for path in shipped.shipped_saves()]
    assert [f"{name}.toml" for name in themes.split()] == THEMES


def test_the_command_is_the_one_the_package_names(installed: Path) -> None:
    (info,) = installed.glob("*.dist-info")
    assert "tracker = tracker.cli.main:main" in (info / "entry_points.txt").read_text(encoding="utf-8")


def test_the_wheel_brings_the_manual_page_and_what_an_index_shows(installed: Path) -> None:
    (page,) = installed.glob("*.data/data/share/man/man1/tracker.1")
    assert page.read_bytes() == MANUAL.read_bytes()
    (info,) = installed.glob("*.dist-info")
    metadata = (info / "METADATA").read_text(encoding="utf-8")
    for field in ("Summary: ", "Keywords: combat tracker,", "License-Expression: MIT", "Requires-Python: >=3.11"):
        assert f"\n{field}" in metadata
    assert "\nDescription-Content-Type: text/markdown" in metadata


def test_the_manual_page_is_that_of_the_program() -> None:
    page = CliRunner().invoke(main, ["man"], prog_name="tracker").stdout
    assert MANUAL.read_text(encoding="utf-8") == page, "make it anew: tracker man > tracker/cli/tracker.1"


def test_the_wheel_runs_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    """As pipx and uvx do it, from the file; the packages it needs are those of this environment."""
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(fresh)], check=True)
    pip = [str(fresh / "bin" / "pip"), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    # Warnings are errors here, but not those of pip itself.
    usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(pip, check=True, capture_output=True, env=usual)
    here = sysconfig.get_paths()["purelib"]
    (packages,) = (fresh / "lib").glob("python*/site-packages")
    # Behind the fresh environment's own, so that the tracker is the one that was installed.
    (packages / "zz_tests.pth").write_text(here, encoding="utf-8")
    program = str(fresh / "bin" / "tracker")
    script = "add Savar\nadd Goons side=enemies preset=goons-1\nattack savar goons c\n"
    run = [program, "run", "--system", "outgunned", "--seed", "7"]
    ran = subprocess.run(run, cwd=tmp_path, input=script, capture_output=True, text=True)
    assert (ran.returncode, len(ran.stdout.splitlines())) == (0, 3), ran.stderr
    where = subprocess.run([program, "where"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert str(packages / "tracker" / "_shipped" / "saves") in where
    assert (fresh / "share" / "man" / "man1" / "tracker.1").is_file()


def test_examples_are_the_sessions_that_are_tracked() -> None:
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert sorted(line.removeprefix("!/saves/") for line in lines if line.startswith("!/saves/")) == sorted(
        shipped.EXAMPLES
    )
    assert [path.name for path in shipped.shipped_saves()] == list(shipped.EXAMPLES)


@pytest.mark.parametrize("name", USERS_OWN)
def test_git_does_not_see_a_users_files(name: str) -> None:
    if not (ROOT / ".git").exists():
        return
    ignored = subprocess.run(["git", "check-ignore", "--quiet", f"saves/{name}"], cwd=ROOT)
    assert ignored.returncode == 0


def test_an_example_is_known_by_its_place_and_name(tmp_path: Path) -> None:
    name = shipped.EXAMPLES[0]
    assert shipped.is_shipped_save(ROOT / "saves" / name)
    assert not shipped.is_shipped_save(ROOT / "saves" / "my-evening.json")
    assert not shipped.is_shipped_save(tmp_path / name)
    linked = tmp_path / "saves"
    linked.symlink_to(ROOT / "saves")
    assert shipped.is_shipped_save(linked / name)


def test_an_example_of_another_checkout_is_one_too(tmp_path: Path) -> None:
    """The installed program may be told to open the file of a checkout beside which it runs."""
    for folder in ("tracker", "saves"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tracker" / "__init__.py").touch()
    assert shipped.is_shipped_save(tmp_path / "saves" / shipped.EXAMPLES[0])


def test_what_the_tests_install_is_what_the_project_asks_for() -> None:
    """Every requirement of the project file stands in the lock, and textual at the version it pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    lock = (ROOT / "tests" / "requirements.lock").read_text(encoding="utf-8")
    locked = {line.split("==")[0] for line in lock.splitlines() if "==" in line and not line.startswith((" ", "#"))}
    assert {want.split("=")[0].split("<")[0].split(">")[0] for want in wanted} <= locked
    (textual,) = (want for want in wanted if want.startswith("textual"))
    assert f"\n{textual} " in lock
