"""The recipes of package managers fit the archive of sources; ``python -m tests.recipes`` builds and runs them."""

from __future__ import annotations

import hashlib
import re
import runpy
import tomllib
from pathlib import Path

import pytest

from tests.recipes import GRAMMARS, PACKAGING, grammar, ran
from tests.wheels import built
from tracker.version import __version__

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = runpy.run_path(str(PACKAGING / "recipes.py"))["written"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NEEDS = [re.split("[=<>]", need)[0] for need in PROJECT["dependencies"]]
WEB = [re.split("[=<>]", need)[0] for need in PROJECT["optional-dependencies"]["web"]]


@pytest.fixture(scope="module", params=["", "https://github.com/somebody/combat-tracker"], ids=["nowhere", "somewhere"])
def recipes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path, Path]:
    """The project's address, its archive of sources, and the folder with the recipes of it."""
    folder = tmp_path_factory.mktemp("recipes")
    sdist = built(folder / "checkout", kind="sdist", address=request.param)
    WRITTEN(sdist, folder / "made")
    return request.param, sdist, folder / "made"


@pytest.mark.slow
@pytest.mark.parametrize("name", GRAMMARS)
def test_a_recipe_is_of_this_archive(name: str, recipes: tuple[str, Path, Path]) -> None:
    address, sdist, folder = recipes
    text = (folder / name).read_text(encoding="utf-8")
    assert not re.search(r"@[A-Z0-9_]+@", text)
    assert __version__ in text
    if address or name != "flake.nix":
        assert hashlib.sha256(sdist.read_bytes()).hexdigest() in text
    if address:
        assert f"{address}/releases/download/v{__version__}/{sdist.name}" in text.replace("$pkgver", __version__)
    else:
        assert (folder / sdist.name).read_bytes() == sdist.read_bytes(), "it lies beside the recipes"
    assert "homepage" not in text or (address or "example.org") in text


@pytest.mark.slow
def test_the_recipes_need_what_the_program_needs(recipes: tuple[str, Path, Path]) -> None:
    *_, folder = recipes
    arch, nix = ((folder / name).read_text(encoding="utf-8") for name in ("PKGBUILD", "flake.nix"))
    assert all(f"python-{need}" in arch for need in (*NEEDS, *WEB))
    (needed,) = re.findall(r"\n +dependencies = with python; \[ (.*) \];", nix)
    (web,) = re.findall(r"dependencies\.web = with python; \[ (.*) \];", nix)
    assert (sorted(needed.split()), sorted(web.split())) == (sorted(NEEDS), sorted(WEB))


@pytest.mark.slow
@pytest.mark.parametrize("name", GRAMMARS)
def test_the_grammar_of_a_recipe_is_right(name: str, recipes: tuple[str, Path, Path]) -> None:
    found = grammar(recipes[2] / name)
    if "is not here" in found:
        pytest.skip(found)


def test_the_grammar_of_the_debian_recipe_is_right() -> None:
    ran(["sh", "-n", str(PACKAGING / "deb.sh")])


def test_what_is_not_tried_is_said() -> None:
    said = (PACKAGING / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path}`" in said for path in ("deb.sh", *(f"recipes/{name}" for name in GRAMMARS)))
    assert said.count("its grammar alone") == 2
