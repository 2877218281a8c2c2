"""The site is built from this checkout without a network, and every link, picture and example on it holds."""

from __future__ import annotations

import doctest
import functools
import http.server
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest

from tests.demo import FOLDER, RECORDINGS, recorded
from tests.web.browser import needs_browser, sized, started
from tracker.commands.walks import WALK_HELP
from tracker.export.reference import common_actions
from tracker.games import registry
from tracker.tui.keys.registry import KEYS
from tracker.version import __version__

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".github" / "site" / "build.py"
HERE = "https://github.com/somebody/combat-tracker"
WRITTEN = ROOT / ".github" / "site" / "pages"
GAMES = (*registry.SHIPPED, *sorted(path.stem for path in registry.FILES.glob("*.toml")))
PICTURES = sorted(FOLDER.iterdir())

MOST = 1_000_000
"""The most bytes of a picture."""


def builder() -> Any:
    """The builder as a module."""
    spec = importlib.util.spec_from_file_location("site_builder", BUILD)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Page(HTMLParser):
    """What a page refers to, and the places in it that can be referred to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.unsaid: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        if "id" in about:
            self.ids.add(about["id"])
        if tag == "a" and "href" in about:
            self.links.append(about["href"])
        if tag == "link" and about.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(about["href"])
        if tag in ("img", "script", "source", "iframe") and "src" in about:
            self.loads.append(about["src"])
        if tag == "img" and len(about.get("alt", "")) < 10:
            self.unsaid.append(about["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built where there is no network if the system lets us take it away."""
    folder = tmp_path_factory.mktemp("site") / "built"
    alone = shutil.which("unshare")
    alone = alone and not subprocess.run([alone, "-rn", "true"], capture_output=True).returncode and alone
    words = [*([alone, "-rn"] if alone else []), sys.executable, str(BUILD), str(folder)]
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
    ran = subprocess.run(words, capture_output=True, text=True, env=usual, cwd=folder.parent)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    """Every page by its place on the site."""
    return {path.relative_to(site).as_posix(): Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}


@pytest.mark.slow
def test_no_link_is_dead_and_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[str, Page]) -> None:
    dead = []
    for place, page in pages.items():
        assert [load for load in page.loads if urlsplit(load).netloc] == []
        if place == "404.html":
            continue
        for link in (*page.links, *page.loads):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (site / place).parent.joinpath(unquote(parts.path)).resolve() if parts.path else site / place
            target = target / "index.html" if target.is_dir() else target
            known = pages.get(target.relative_to(site).as_posix()) if target.suffix == ".html" else None
            if not target.exists() or (parts.fragment and known and unquote(parts.fragment) not in known.ids):
                dead.append(f"{place}: {link}")
    assert dead == []


@pytest.mark.slow
def test_every_picture_says_what_it_shows(pages: dict[str, Page]) -> None:
    assert {place: page.unsaid for place, page in pages.items() if page.unsaid} == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_with_its_settings_and_verbs(name: str, site: Path) -> None:
    text = (site / "games" / name / "index.html").read_text(encoding="utf-8")
    system = registry.find(name)
    for word in (*(setting.name for setting in system.settings), *(kind.verb for kind in system.own_actions)):
        assert f"<code>{word}</code>" in text, word


@pytest.mark.slow
def test_every_common_command_and_every_key_is_on_its_page(site: Path) -> None:
    commands, keys = ((site / name / "index.html").read_text(encoding="utf-8") for name in ("commands", "keys"))
    verbs = {kind.verb for kind in common_actions(registry.find("plain"))} - set(WALK_HELP)
    assert [verb for verb in sorted(verbs) if f"<code>{verb}</code>" not in commands] == []
    assert [key.id for key in KEYS if f"<code>{key.id}</code>" not in keys] == []


@pytest.mark.slow
def test_the_pages_of_the_repository_are_pages_here(site: Path) -> None:
    built = builder().PAGES
    there = [source for source in built if (ROOT / source).exists()]
    assert set(built) - set(there) <= {"CHANGELOG.md"}
    for source in there:
        assert (site / Path(built[source]).stem / "index.html").exists(), source


@pytest.mark.parametrize(
    ("address", "leads"), [("", "words"), (HERE, f"[words]({HERE}/blob/v{__version__}/LICENSES/x)")]
)
def test_links_lead_to_pages_and_else_to_the_repository_if_its_address_is_known(address: str, leads: str) -> None:
    made = builder()
    made.address = lambda: address
    assert made.relinked("[words](../LICENSES/x)", ".github/SECURITY.md", "security.md") == leads
    text = "[map](../tracker/README.md#where-to-look) [out](https://example.org) ![shot](pictures/a.svg)"
    told = made.relinked(text, ".github/CONTRIBUTING.md", "games/x.md")
    assert told == "[map](../map.md#where-to-look) [out](https://example.org) ![shot](../pictures/a.svg)"


def test_the_site_knows_where_it_lies_by_the_one_address() -> None:
    made = builder()
    made.address = lambda: ""
    assert "site_url" not in made.config(set())["project"]
    made.address = lambda: HERE
    project = made.config(set())["project"]
    assert project["site_url"] == "https://somebody.github.io/combat-tracker/"
    assert project["nav"][-1] == {"Source": HERE}


def test_the_examples_in_python_run() -> None:
    usual = Path.cwd()
    result = doctest.testfile(str(WRITTEN / "scripts.md"), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0
    assert Path.cwd() == usual


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address of the site on this machine."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    opened = started()
    yield opened
    opened.quit()


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "laptop"])
@pytest.mark.parametrize("page", ["", "first-evening/", "overview/", "games/srd5/", "commands/", "keys/", "gallery/"])
def test_a_page_in_a_browser(page: str, size: tuple[int, int], served: str, browser: Any) -> None:
    sized(browser, *size, dark=size[0] < 500)
    browser.get(served + page)
    wide, window = browser.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, "nobody scrolls sideways"
    lazy = "for (const image of document.images) image.loading = 'eager';"
    drawn = "return [...document.images].filter(image => image.complete && !image.naturalWidth).map(image => image.src)"
    assert browser.execute_script(lazy + drawn) == []
    assert [said["message"] for said in browser.get_log("browser") if said["level"] == "SEVERE"] == []


@pytest.mark.slow
@needs_browser
def test_the_search_finds_a_command(served: str, browser: Any) -> None:
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.wait import WebDriverWait

    sized(browser, 1280, 800)
    browser.get(served)
    ActionChains(browser).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()
    found = "return [...document.querySelectorAll('*')].map(one => one.shadowRoot?.textContent ?? '').join('')"
    wait = WebDriverWait(browser, 20)
    wait.until(lambda _: "input" in browser.execute_script(found.replace("textContent", "innerHTML")))
    ActionChains(browser).send_keys("covering fire").perform()
    wait.until(lambda _: "Lays covering fire" in browser.execute_script(found))


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.name)
def test_a_picture_is_whole_and_small(path: Path) -> None:
    assert path.stat().st_size < MOST
    if path.suffix == ".svg":
        root = ElementTree.parse(path).getroot()
        assert root.find("{*}title").text  # type: ignore[union-attr]
        moving = len([group for group in root if group.get("id", "").startswith("f")]) > 1
        assert moving == ("prefers-reduced-motion" in path.read_text(encoding="utf-8"))
    else:
        from PIL import Image

        with Image.open(path) as picture:
            assert getattr(picture, "n_frames", 1) >= 8


def test_every_picture_is_shown_somewhere() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *WRITTEN.glob("*.md"))]
    shown = set(re.findall(r"pictures/([\w-]+\.\w+)", "".join(texts)))
    assert {path.name for path in PICTURES} <= shown


@pytest.mark.slow
@pytest.mark.parametrize("name", RECORDINGS)
def test_the_keys_of_a_picture_still_do_what_it_shows(name: str) -> None:
    """Each step waits for the text that it must bring; the pictures themselves are made anew by hand."""
    assert len(recorded(RECORDINGS[name], still=False)) == len(RECORDINGS[name].steps)
