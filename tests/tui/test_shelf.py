"""The list of sessions: two of the same title are told apart by their files."""

from __future__ import annotations

from tracker.storage.library import Recent
from tracker.tui.screens.shelf import Shelf


def test_sessions_of_one_title_show_their_files() -> None:
    found = [
        Recent("/s/pier.json", "outgunned", "The Pier", 2, 0),
        Recent("/s/evening-two.json", "outgunned", "The Pier", 4, 0),
        Recent("/s/ball.json", "gen6", "The Ball", 1, 0),
    ]
    shelf = Shelf.of(found, {"outgunned": "Outgunned"}, 0, 100)
    assert [shelf.name(each) for each in found] == ["The Pier · pier", "The Pier · evening-two", "The Ball"]
    assert "The Pier · evening-two" in "".join(text for text, _ in shelf.line(found[1]))
