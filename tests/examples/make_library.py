"""Makes the shipped library from the beginnings of the examples: `python -m tests.examples.make_library`.

Heroes become a party, foes become combatants and an encounter; every number is that of an example.
"""

from __future__ import annotations

import tempfile
from itertools import takewhile
from pathlib import Path
from typing import Final

from tests.examples.make import EXAMPLES, Example
from tracker.combat.scene import HEROES
from tracker.games.registry import SHIPPED, find
from tracker.library import shelf
from tracker.library.shelf import KEPT_FILE, Library
from tracker.session import Session

SETTING_UP: Final = ("title", "encounter", "add", "arm", "range", "cover", "note", "settings", "hide", "set")
"""The verbs with which an example sets its table before the first turn."""

NAMES: Final = {
    "savar-and-sam.json": ("Savar and Sam", "Chains on the pier"),
    "the-shootout.json": ("The shootout crew", "Between the containers"),
    "the-execution.json": ("The contractors", "Beside the chair"),
    "the-ambassadors-ball.json": ("The ball guests", "At the service gate"),
    "the-burning-man.json": ("The regulars", "In the alley"),
}
"""What the party and the encounter of each example are called in the library."""

FILE: Final = "examples.toml"


def made(system: str) -> bytes:
    """The shipped library of a game."""
    with tempfile.TemporaryDirectory() as folder:
        for example in EXAMPLES:
            if example.system == system:
                _keep(example, Path(folder))
        text = (Path(folder) / system / KEPT_FILE).read_text("utf-8")
    title = find(system).title
    return f'title = "Heroes and foes of the examples"\nsource = "the examples of {title}"\n\n{text}'.encode()


def _keep(example: Example, folder: Path) -> None:
    session = Session(find(example.system))
    session.library = Library(session.system, (folder,))
    for line in takewhile(lambda line: line.split()[0] in SETTING_UP, example.lines()):
        session.do(line)
    party, encounter = NAMES[example.save]
    session.do(f'keep heroes as="{party}"')
    session.do(f'keep all as="{encounter}"')
    foes = (combatant for combatant in session.scene.combatants.values() if combatant.side != HEROES)
    for name in dict.fromkeys(combatant.group or combatant.name for combatant in foes):
        session.do(f'keep "{name}"')


def main() -> None:
    """Make all of them in place of what is shipped now."""
    for system in SHIPPED:
        target = shelf.SHIPPED / system
        target.mkdir(parents=True, exist_ok=True)
        data = made(system)
        (target / FILE).write_bytes(data)
        print(f"{system}/{FILE}: {len(data)} bytes")


if __name__ == "__main__":
    main()
