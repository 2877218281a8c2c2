"""Debian's Chromium for the tests, without a network of its own."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

CHROMIUM, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))

needs_browser = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="needs Debian's chromium and chromium-driver")

SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--hide-scrollbars"),
)


def started(*, contexts: bool = False) -> Any:
    """A browser that keeps what its console said; with ``contexts``, one that can be several at once."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for switch in SWITCHES:
        options.add_argument(switch)
    options.enable_bidi = contexts
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))


def sized(browser: Any, width: int, height: int, *, dark: bool = True) -> None:
    """Make its window this large, like a phone where it is narrow, in the colours of a dark or a light one."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def text(browser: Any) -> str:
    """What can be read on the page."""
    return str(browser.execute_script("return document.body.innerText"))


def until(browser: Any, wanted: str, seconds: float = 20) -> float:
    """Wait for a text on the page; how long that took."""
    began = time.monotonic()
    while wanted not in text(browser):
        assert time.monotonic() - began < seconds, f"{wanted!r} is not in:\n{text(browser)}"
    return time.monotonic() - began
