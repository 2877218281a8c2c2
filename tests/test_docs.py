"""The documentation is true: its code runs, and the paths it names exist."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from tests.demo import FOLDER, RECORDINGS
from tests.games.files.cases import check_case
from tests.table import played
from tracker.games import registry
from tracker.games.language import read_game
from tracker.rules.errors import Refused

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGE, *EXAMPLES = re.findall(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
GAME, ENTRY_POINT = re.findall(r"```toml\n(.*?)```", CONTRIBUTING, re.DOTALL)
(CASES,) = re.findall(r"```text\n(.*?)```", CONTRIBUTING, re.DOTALL)


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """The code of the page as one module."""
    module = ModuleType("contributing_example")
    sys.modules[module.__name__] = module  # annotations are looked up there
    exec(compile("\n".join(EXAMPLES), "CONTRIBUTING.md", "exec"), vars(module))
    return module


@pytest.mark.parametrize("name", ["fight", "amend"])
def test_a_moving_picture_of_the_readme_is_whole_and_small(name: str) -> None:
    picture = FOLDER / f"{name}.svg"
    assert f'src=".github/pictures/{name}.svg"' in (ROOT / "README.md").read_text(encoding="utf-8")
    root = ElementTree.parse(picture).getroot()
    frames = [group for group in root if group.tag.endswith("}g") and group.get("id", "").startswith("f")]
    assert len(frames) == len(RECORDINGS[name].steps)
    assert picture.stat().st_size < 150_000
    drawn = {group.get("id") for group in root.iter() if group.tag.endswith("}g")}
    used = {str(use.get("href")).removeprefix("#") for use in root.iter() if use.tag.endswith("}use")}
    assert used <= drawn


def test_the_smallest_game_has_fifteen_lines_and_can_be_played(example: ModuleType) -> None:
    assert len([line for line in EXAMPLES[0].splitlines() if line.strip()]) <= 15
    session = played(example.Duel(), "add Ann", "add Bob side=enemies", "hurt Bob 3", "cover Ann half", "next")
    assert session.scene["Bob"].value("health") == 7
    assert (session.scene["Ann"].cover.degree, session.scene.turn.round) == ("half", 1)
    session.do("undo")
    assert session.scene.turn.round == 0


def test_its_own_verb_counts_and_is_refused_from_afar(example: ModuleType) -> None:
    session = played(example.DuelWithSwords(), "add Ann", "add Bob side=enemies")
    with pytest.raises(Refused, match="Go nearer: nearer Ann Bob"):
        session.do("strike Ann Bob 4")
    session.do("nearer Ann Bob")
    done = session.do("strike Ann Bob 4")
    assert done.text == "Ann strikes Bob: 4."
    assert session.scene["Bob"].value("health") == 6


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_the_game_in_a_file_plays_its_worked_cases(case: str) -> None:
    setup = re.findall(r"`(add [^`]+)`", CONTRIBUTING)
    assert len(setup) == 2
    check_case(read_game(GAME.encode(), "coins.toml", "coins"), setup, *case.split(" -> "))


def test_a_package_brings_the_game_by_its_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, about = tmp_path / "tabletop_coins", tmp_path / "tabletop_coins-1.0.dist-info"
    package.mkdir()
    about.mkdir()
    (package / "__init__.py").write_text(PACKAGE, "utf-8")
    (package / "coins.toml").write_text(GAME, "utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tabletop-coins\nVersion: 1.0\n", "utf-8")
    ((group, entries),) = tomllib.loads(ENTRY_POINT)["project"]["entry-points"].items()
    lines = "\n".join(f"{name} = {value}" for name, value in entries.items())
    (about / "entry_points.txt").write_text(f"[{group}]\n{lines}\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    registry._brought.cache_clear()
    try:
        session = played(registry.find("coins"), "add Ann", "add Bob side=enemies", "next", "flip Ann Bob won")
        assert session.scene["Bob"].value("luck") == 4
        assert dict(registry.origins())["coins"] == "package tabletop-coins"
    finally:
        registry._brought.cache_clear()
        sys.modules.pop("tabletop_coins", None)


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:tracker|tests)/[\w./]+)`", CONTRIBUTING))))
def test_every_path_it_names_is_there(path: str) -> None:
    assert (ROOT / path).exists()


MAP = (ROOT / "tracker" / "README.md").read_text(encoding="utf-8")


def test_every_place_on_the_map_is_there() -> None:
    rooms = "combat|rules|games|commands|storage|export|cli|tui|tests|themes|saves"
    named = set(re.findall(rf"`((?:{rooms})/[\w/.]*)", MAP))
    assert len(named) > 20
    for place in sorted(named):
        base = ROOT if place.split("/")[0] in ("tests", "themes", "saves") else ROOT / "tracker"
        assert (base / place.replace("NAME", "outgunned")).exists() or list(base.glob(place)), place


def test_every_room_is_on_the_map() -> None:
    rooms = {path.name for path in (ROOT / "tracker").iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    rooms |= {path.name for path in (ROOT / "tracker" / "tui").iterdir() if (path / "__init__.py").exists()}
    assert {room for room in rooms if f"{room}/" not in MAP} == set()


PAGES = [*sorted(ROOT.glob(".github/*.md")), ROOT / "README.md", *sorted(ROOT.glob("tracker/**/README.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text(encoding="utf-8"))
    for link in links:
        assert (page.parent / link.replace("%5B", "[").replace("%5D", "]")).exists(), link
