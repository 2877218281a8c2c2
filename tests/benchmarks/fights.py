"""The fights for the benchmarks."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from tracker.combat.history import History
from tracker.combat.records import Entry
from tracker.games.registry import find
from tracker.session import Session
from tracker.storage.filesystem import FileSystem
from tracker.storage.journal import Journal

GAME = "outgunned"
CLOCK = "2026-01-01T00:00:00.000Z"
TITLE = "The Warehouse"


def fight(people: int, game: str = GAME) -> Session:
    """A hero against all the others."""
    session = Session(find(game), clock=lambda: CLOCK)
    for line in (f"title {TITLE}", "add Sam side=heroes", f"add Goon side=enemies count={people - 1}"):
        session.do(line)
    return session


def long_session(entries: int, people: int = 20) -> Session:
    """A fight with that many lines in its log, the last ones a hurt and a heal in turn."""
    session = fight(people)
    hurt, healed = (session.do(line).entries[0] for line in ("hurt Sam 1", "heal Sam 1"))
    history = session.history
    while len(history.entries) < entries:
        model = (hurt, healed)[len(history.entries) % 2 == 0]
        history.add(again(history, model))
    return session


ROUND = (
    "hurt Sam 1",
    "heal Sam 1",
    'range Sam "Goon 3" close',
    'range Sam "Goon 3" medium',
    'mark "Goon 5" prone',
    'unmark "Goon 5" prone',
    "note The lights go out.",
    "cover Sam partial what=crate",
    "cover Sam none",
    'hide "Goon 7"',
    'reveal "Goon 7"',
    "undo",
    "redo",
    "title Elsewhere",
    f"title {TITLE}",
    'hurt "Goon 9","Goon 10","Goon 11" 1',
    'heal "Goon 9","Goon 10","Goon 11" 1',
)
"""Lines of many kinds, after which the fight is as it was before."""


def mixed_session(entries: int, people: int = 500, distances: int = 600) -> Session:
    """A large fight with this many records of many kinds, after distances that were stated one by one."""
    session = fight(people)
    for number in range(distances):
        one, other = f"Goon {number % (people - 2) + 1}", f"Goon {number * 7 % (people - 2) + 2}"
        if one != other:
            session.do(f'range "{one}" "{other}" long')
    session.do('range Sam "Goon 3" medium')
    history = session.history
    first = len(history.records)
    for line in ROUND:
        session.do(line)
    model = history.records[first:]
    while len(history.records) < entries:
        by = len(history.records) - first
        for record in model:
            if isinstance(record, Entry):
                history.add(replace(record, id=record.id + by, parent=record.parent + by))
            else:
                history.add(replace(record, id=record.id + by, to=record.to + by))
    return session


def again(history: History, model: Entry) -> Entry:
    """The same thing done once more at the head."""
    return Entry(
        history.next_id, history.head, CLOCK, model.command, model.text, model.events, model.why, state=model.state
    )


def saved(session: Session, folder: Path, name: str, disk: FileSystem | None = None) -> Path:
    """The session in a file."""
    path = folder / f"{name}.json"
    with Journal.create(str(path), session.system.name, lambda: CLOCK, f"{len(name):032x}", disk=disk) as save:
        save.append(session.history.records)
    return path


CROWDS = {
    "contract": (
        "brawn=3 dexterity=4 melee=3 athletics=3 perception=2 alertness=1 mind=6",
        "brawn=3 dexterity=3 melee=2 athletics=2 armor=1",
        "arm all sword ; range all engaged",
    ),
    "gen6": (
        "health=20 con=3 defense=10 speed=8 toughness=2",
        "health=15 con=2 defense=9 speed=6 armor_b=3",
        "arm all axe bonus=2 damage=2d6+1 ; range all adjacent ; initiative heroes=14 enemies=11",
    ),
    "outgunned": (
        "pool=6 brawn=4 fight=3 smooth=2 stunt=3 shoot=3 nerves=3",
        "grit=6 defense=basic attack=basic",
        "arm heroes pistol ; begin action",
    ),
    "unknown-armies": (
        "struggle=55 dodge=40 firearms=45 body=60",
        "struggle=40 dodge=25 body=50",
        "arm all knife bonus=3",
    ),
    "srd5": ("hp=24 dex=14 ac=16 saves=2", "hp=11 dex=14 ac=13", "arm all sword hit=5 dice=1d8+3 type=slashing"),
    "fate": ("fight=3 athletics=2", "fight=2 athletics=1", "arm all sword rating=2"),
    "percentile": (
        "dex=70 fighting=60 dodge-skill=35",
        "dex=50 fighting=40 dodge-skill=30 hp=11 armour=1",
        "arm all sword dice=1d8 skill=fighting",
    ),
    "moves": ("hard=2 cool=1 armour=1", "armour=1", "arm all axe harm=3"),
    "wild-die": (
        "fighting=8 shooting=6 spirit=6 vigor=6",
        "fighting=6 parry=5 toughness=5",
        "arm all sword dice=1d8!+1d6!",
    ),
    "plain": ("skill=3 quickness=2 health=12", "skill=2 defence=12 health=8", "arm all sword bonus=1 dice=1d6"),
    "position": ("skirmish=2 prowl=1 armour=1", "preset=clock-6", ""),
    "cairn": ("armour=1 hp=6 str=12 dex=13", "hp=4 str=8 dex=12", "arm all sword dice=1d8"),
}
"""In each game the sheet of a hero, that of a foe, and what they carry and where they stand."""


def crowd(game: str, heroes: int, foes: int) -> Session:
    """That many heroes against that many foes, each with their own bar, ready to fight."""
    session = Session(find(game), clock=lambda: CLOCK)
    sheet, foe, line = CROWDS[game]
    for side, count, words in (("heroes", heroes, sheet), ("enemies", foes, foe)):
        for number in range(1, count + 1):
            session.do(f'add "{side[:-1].title()} {number}" side={side} {words}')
    names = {"all": tuple(session.scene.combatants), "heroes": [who.name for who in session.scene.of_side("heroes")]}
    for part in filter(None, line.split(" ; ")):
        verb, who, *rest = part.split(" ")
        if verb == "arm":
            who = ",".join(f'"{name}"' for name in names[who])
        session.do(" ".join((verb, who, *rest)))
    return session
