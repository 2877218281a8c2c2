"""The README as a browser shows it: its first screen says what this is, shows it, and opens a fight."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.web.browser import needs_browser, sized, started, text

pytestmark = needs_browser

ROOT = Path(__file__).resolve().parents[2]

SCREEN = (1280, 900)

STYLE = """
body { max-width: 980px; margin: 32px auto; padding: 0 32px; font: 16px/1.5 "Noto Sans", "DejaVu Sans", sans-serif }
h1, h2 { border-bottom: 1px solid; padding-bottom: .3em; margin: 24px 0 16px } h1 { font-size: 2em }
p, pre { margin: 0 0 16px } img { max-width: 100% } pre { padding: 16px; font: 13.6px/1.45 monospace; overflow: auto }
"""
"""Sizes and margins as the usual sites that show a README have them."""

BOTTOMS = """
const bottom = (element) => element.getBoundingClientRect().bottom;
return [bottom(document.querySelector('img')), bottom(document.querySelector('pre')), document.images[0].naturalWidth];
"""


@pytest.mark.slow
def test_the_first_screen_has_the_picture_and_the_command_that_opens_a_fight(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = tmp_path / "readme.html"
    body = MarkdownIt("commonmark").enable("table").render(readme).replace('src="', f'src="{ROOT.as_uri()}/')
    page.write_text(f"<!doctype html><meta charset=utf-8><style>{STYLE}</style>{body}", encoding="utf-8")
    browser = started()
    try:
        sized(browser, *SCREEN, dark=False)
        browser.get(page.as_uri())
        assert text(browser).startswith("Combat tracker\n\nA combat tracker for the game master's laptop")
        picture, command, width = browser.execute_script(BOTTOMS)
        assert width > 0, "the picture is drawn"
        assert picture < command <= SCREEN[1]
        script = "return [...document.images].filter((image) => !image.naturalWidth).map((image) => image.src)"
        assert browser.execute_script(script) == []
    finally:
        browser.quit()
