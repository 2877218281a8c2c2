"""What a package index is told beyond pyproject.toml: the project's addresses, and the README in its own form.

Everything follows from one ``address`` in pyproject.toml, the page of the repository. An index serves no files beside
the README, so links and pictures become whole addresses of this version; while the address is empty, links become
their words and pictures the sentence that describes them.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r'<img src="(?!https?:)([^"]+)"([^>]*?) alt="([^"]*)">')
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#)([^)\s]+)\)")


def urls(address: str) -> dict[str, str]:
    """Return the links that an index shows beside the README, by their labels; none without an address."""
    if not address:
        return {}
    return {
        "Homepage": address,
        "Documentation": site(address),
        "Issues": f"{address}/issues",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Source": address,
    }


def site(address: str) -> str:
    """Return where the pages of a repository at GitHub lie; "" without an address."""
    return re.sub(r"^https://github\.com/([^/]+)/([^/]+)$", r"https://\1.github.io/\2/", address)


def index_form(readme: str, address: str, version: str) -> str:
    """Return a README without anything relative in it."""

    def picture(match: re.Match[str]) -> str:
        path, rest, words = match.groups()
        return f'<img src="{address}/raw/v{version}/{path}"{rest} alt="{words}">' if address else f"*{words}.*"

    def link(match: re.Match[str]) -> str:
        words, path = match.groups()
        return f"[{words}]({address}/blob/v{version}/{path})" if address else words

    return badges(address) + LINK.sub(link, PICTURE.sub(picture, readme))


def badges(address: str) -> str:
    """Return the line of badges above the README; nothing without an address."""
    if not address:
        return ""
    tests = f"{address}/actions/workflows/tests.yml"
    return f"[![Tests]({tests}/badge.svg?branch=main)]({tests})\n\n"


class AddressHook(MetadataHookInterface):
    """Hatch's hook that fills in ``urls`` and ``readme``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both fields, from the address that stands beside this hook in pyproject.toml."""
        address = str(self.config["address"]).rstrip("/")
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["urls"] = urls(address)
        text = index_form(readme, address, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
