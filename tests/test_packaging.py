"""The wheel contains the shipped themes and examples and nothing of a user's, and runs from anywhere."""

import configparser
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt
from packaging.requirements import Requirement

from tests.wheels import build, built
from tracker.cli.main import main
from tracker.cli.options import NAMES
from tracker.storage import folders
from tracker.version import __version__

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


@pytest.mark.slow
def test_the_wheel_has_all_that_is_shipped_and_nothing_of_the_users(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    saves = sorted(name.rsplit("/", 1)[1] for name in names if "_shipped/saves/" in name)
    themes = sorted(name.rsplit("/", 1)[1] for name in names if "_shipped/themes/" in name)
    assert saves == sorted(path.name for path in folders.shipped_saves())
    assert themes == THEMES
    assert {name.split("/")[0].split("-")[0] for name in names} == {"tracker", "combat_tracker"}
    ours = [path for path in (ROOT / "tracker").rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.relative_to(ROOT).as_posix() for path in ours} <= set(names), "the page, game files, the library"


@pytest.mark.slow
def test_an_installed_tracker_finds_its_themes_and_examples_from_another_folder(
    installed: Path, tmp_path: Path
) -> None:
    script = (
        "from pathlib import Path; from tracker.storage import folders\n"
        "from tracker.tui.look.themes import *\n"
        "print(folders.shipped_folder('saves'))\n"
        "print(*(path.name for path in folders.shipped_saves()))\n"
        "print(*load_themes(theme_folders(Path.cwd())).themes)"
    )
    folder, saves, themes = run_installed(installed, tmp_path, script).splitlines()
    assert folder == str(installed / "tracker" / "_shipped" / "saves")
    assert saves.split() == [path.name for path in folders.shipped_saves()]
    assert [f"{name}.toml" for name in themes.split()] == THEMES


def metadata_of(archive: Path) -> str:
    """What an index reads of a wheel or of an archive of sources."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return wheel.read(name).decode()
    with tarfile.open(archive) as sources:
        name = f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO"
        return sources.extractfile(name).read().decode()  # type: ignore[union-attr]


def shown(metadata: str) -> str:
    """The page that an index makes of the long description."""
    _, _, description = metadata.partition("\n\n")
    return MarkdownIt("commonmark").enable("table").render(description)


@pytest.mark.slow
def test_both_names_of_the_program_are_commands(installed: Path) -> None:
    (info,) = installed.glob("*.dist-info")
    commands = configparser.ConfigParser()
    commands.read(info / "entry_points.txt", encoding="utf-8")
    assert set(commands["console_scripts"].items()) == {(name, "tracker.cli:start") for name in NAMES}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] in NAMES, "uvx looks for the package's own name"


@pytest.mark.parametrize("name", NAMES)
def test_the_program_answers_by_the_name_it_was_called_by(name: str) -> None:
    program = str(Path(sys.executable).parent / name)
    usage = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    assert usage.startswith(f"Usage: {name} [OPTIONS]")
    wrong = subprocess.run([program, "show"], capture_output=True, text=True)
    assert wrong.stderr.endswith(f"{name} show --help shows how it is called.\n")
    script = subprocess.run([program, "completion", "bash"], capture_output=True, text=True, check=True).stdout
    assert script.rstrip().endswith(f" {name}")
    asked = {**os.environ, "_TRACKER_COMPLETE": "bash_complete", "COMP_WORDS": f"{name} the", "COMP_CWORD": "1"}
    assert "plain,themes" in subprocess.run([program], env=asked, capture_output=True, text=True, check=True).stdout


@pytest.mark.slow
def test_development_tools_are_not_in_what_an_index_shows(wheel: Path) -> None:
    metadata = metadata_of(wheel)
    assert "Provides-Extra: dev" not in metadata
    assert "pytest" not in metadata


@pytest.fixture(scope="module", params=["", "https://github.com/somebody/combat-tracker"], ids=["nowhere", "somewhere"])
def published(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """The project at an address, or before it has one: that address, and the metadata of both archives."""
    folder = tmp_path_factory.mktemp("published")
    sources, wheel = (built(folder, kind=kind, address=request.param) for kind in ("sdist", "wheel"))
    return request.param, metadata_of(sources), metadata_of(wheel)


@pytest.mark.slow
def test_nothing_that_an_index_shows_is_relative(published: tuple[str, str, str]) -> None:
    address, *both = published
    for page in map(shown, both):
        assert "A combat tracker for the game master" in page
        leads = re.findall(r'(?:href|src)="([^"]*)"', page)
        assert [lead for lead in leads if not lead.startswith("https://")] == []
        assert bool(address) == any("/raw/" in lead for lead in leads)
        for path in (lead.partition(f"/v{__version__}/")[2] for lead in leads if f"/v{__version__}/" in lead):
            assert (ROOT / path).exists(), path
        if not address:
            assert "<img" not in page
            assert "A short fight" in page, "who sees no picture reads what is on it"


@pytest.mark.slow
def test_the_address_is_said_once_and_stands_everywhere(published: tuple[str, str, str]) -> None:
    address, *both = published
    for metadata in both:
        labels = re.findall(r"(?m)^Project-URL: (\w+), (\S+)$", metadata)
        assert [label for label, _ in labels] == (
            ["Homepage", "Documentation", "Issues", "Changelog", "Source"] if address else []
        )
        assert all(url.startswith(("https://github.com/somebody/", "https://somebody.github.io/")) for _, url in labels)
    assert (ROOT / "pyproject.toml").read_text(encoding="utf-8").count("\naddress = ") == 1


@pytest.mark.slow
def test_a_wheel_made_from_the_archive_of_sources_is_the_same(wheel: Path, tmp_path: Path) -> None:
    """Package managers build from it: whatever the build needs is in it, and the tests too."""
    with tarfile.open(built(tmp_path / "checkout", kind="sdist")) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.glob("combat_tracker-*")
    with zipfile.ZipFile(build(folder, "wheel")) as again, zipfile.ZipFile(wheel) as first:
        assert sorted(again.namelist()) == sorted(first.namelist())


@pytest.mark.slow
def test_the_wheel_brings_the_manual_page_and_what_an_index_shows(wheel: Path, installed: Path) -> None:
    (page,) = installed.glob("*.data/data/share/man/man1/tracker.1")
    assert page.read_bytes() == MANUAL.read_bytes()
    (link,) = installed.glob("*.data/data/share/man/man1/combat-tracker.1")
    assert link.read_text(encoding="utf-8") == ".so man1/tracker.1\n"
    metadata = metadata_of(wheel)
    for field in ("Summary: ", "Keywords: combat tracker,", "License-Expression: MIT", "Requires-Python: >=3.11"):
        assert f"\n{field}" in metadata
    assert "\nDescription-Content-Type: text/markdown" in metadata


def test_the_manual_page_is_that_of_the_program() -> None:
    page = CliRunner().invoke(main, ["man"], prog_name="tracker").stdout
    assert MANUAL.read_text(encoding="utf-8") == page, "make it anew: tracker man > tracker/cli/tracker.1"


@pytest.mark.slow
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
    program = str(fresh / "bin" / "combat-tracker")
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
        folders.EXAMPLES
    )
    assert [path.name for path in folders.shipped_saves()] == list(folders.EXAMPLES)


@pytest.mark.parametrize("name", USERS_OWN)
def test_git_does_not_see_a_users_files(name: str) -> None:
    if not (ROOT / ".git").exists():
        return
    ignored = subprocess.run(["git", "check-ignore", "--quiet", f"saves/{name}"], cwd=ROOT)
    assert ignored.returncode == 0


def test_an_example_is_known_by_its_place_and_name(tmp_path: Path) -> None:
    name = folders.EXAMPLES[0]
    assert folders.is_shipped_save(ROOT / "saves" / name)
    assert not folders.is_shipped_save(ROOT / "saves" / "my-evening.json")
    assert not folders.is_shipped_save(tmp_path / name)
    linked = tmp_path / "saves"
    linked.symlink_to(ROOT / "saves")
    assert folders.is_shipped_save(linked / name)


def test_an_example_of_another_checkout_is_one_too(tmp_path: Path) -> None:
    """The installed program may be told to open the file of a checkout beside which it runs."""
    for folder in ("tracker", "saves"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "tracker" / "__init__.py").touch()
    assert folders.is_shipped_save(tmp_path / "saves" / folders.EXAMPLES[0])


def test_what_the_tests_install_is_what_the_project_asks_for() -> None:
    """Every requirement of the project file stands in the lock, at a version that it allows."""
    about = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = about["project"], about["dependency-groups"]
    wanted = [*project["dependencies"], *groups["dev"]]
    lock = (ROOT / "tests" / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"(?m)^([\w.-]+)==(\S+)", lock))
    for want in map(Requirement, wanted):
        assert want.specifier.contains(locked[want.name]), want
