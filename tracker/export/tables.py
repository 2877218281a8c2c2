"""A story for other programs: CSV with a row for each change, and JSON with everything."""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from msgspec.structs import asdict

from tracker.combat.text import one_line
from tracker.export.chronicle import Chronicle, FightStory, Moment, changes

COLUMNS: Final = ("moment", "at", "round", "turn", "name", "side", "what", "before", "after")
"""The columns of the CSV; ``moment`` is the line of the log, or for players a separate number."""

FORMULA: Final = ("=", "+", "-", "@", "\t")
"""Characters with which spreadsheets begin a formula."""


def as_csv(chronicle: Chronicle) -> str:
    """Return a row for each change, below a row of names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for change in changes(chronicle.moments):
        moment = change.moment
        row = (moment.turn, change.name, change.side, change.what, change.before, change.after)
        writer.writerow((moment.id, moment.at, moment.round, *map(cell, row)))
    return text.getvalue()


def cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet evaluates: a possible formula gets an apostrophe.

    Numbers stay numbers.
    """
    line = one_line(text)
    return f"'{line}" if line.startswith(FORMULA) and not line.lstrip("-+").isdecimal() else line


def as_data(chronicle: Chronicle) -> dict[str, Any]:
    """Return the story as plain data: moments with their lines and changes, fights with figures and luck."""
    by_moment: dict[int, list[dict[str, str]]] = {}
    for change in changes(chronicle.moments):
        by_moment.setdefault(change.moment.id, []).append(
            {"name": change.name, "what": change.what, "before": change.before, "after": change.after}
        )
    return {
        "title": chronicle.title,
        "game": chronicle.game,
        "for": "players" if chronicle.public else "gm",
        "moments": [_moment(moment, by_moment.get(moment.id, [])) for moment in chronicle.moments],
        "fights": [_fight(chronicle, fight) for fight in chronicle.fights],
    }


def _moment(moment: Moment, changed: list[dict[str, str]]) -> dict[str, Any]:
    told = {name: getattr(moment, name) for name in ("id", "at", "round", "turn")}
    return told | {"text": moment.prose, "note": moment.note, "changes": changed}


def _fight(chronicle: Chronicle, fight: FightStory) -> dict[str, Any]:
    heads = fight.heads
    return {
        "title": fight.title,
        "first": chronicle.moments[fight.first].id if fight.first < len(chronicle.moments) else None,
        "rounds": fight.rounds,
        "figures": [
            {"name": score.name, "side": score.side, **dict(zip(heads, score.values, strict=True))}
            for score in fight.scores
        ],
        "fell": [{"when": when, "what": what} for when, what in fight.fell],
        "luck": list(map(asdict, fight.luck)),
        "throws": [
            {"moment": throw.id} | {name: getattr(throw, name) for name in ("name", "what", "chance", "succeeded")}
            for throw in fight.throws
        ],
    }
