"""Fights of Outgunned for tests: sessions from command lines, and short queries on them."""

from __future__ import annotations

from tests import table
from tracker.combat.scene import Combatant
from tracker.games.outgunned import SYSTEM
from tracker.session import Session

DUO = ("add Savar pool=6", "add Sam pool=5")
GOONS = (*DUO, "add Goons preset=goons-1")


def played(*lines: str, seed: int = 1) -> Session:
    """A session in which these lines were carried out."""
    return table.played(SYSTEM, *lines, seed=seed)


def action(*lines: str) -> Session:
    """Savar and Sam against six goons, in an Action Turn."""
    return played(*GOONS, "begin action", *lines)


def reaction(*lines: str) -> Session:
    """Savar and Sam against six goons, in a Reaction Turn."""
    return played(*GOONS, "begin reaction", *lines)


def against(attack: str = "basic", defense: str = "basic", *lines: str, turn: str = "action") -> Session:
    """The two against one enemy of 12 grit with these difficulties."""
    return played(*DUO, f"add Foe side=enemies grit=12 attack={attack} defense={defense}", f"begin {turn}", *lines)


def one(session: Session, name: str) -> Combatant:
    """A combatant as they are now."""
    return session.scene[name]


def grit(session: Session, name: str) -> int:
    """Somebody's grit."""
    return session.scene[name].value("grit")


def extra(session: Session, name: str) -> int:
    """Somebody's extra units."""
    return session.scene[name].number("extra")


def labels(session: Session, of: str) -> list[str]:
    """What the reasons of the last line for one number are called."""
    return [reason.label for reason in session.story()[-1].why if reason.of == of]


def refuses(session: Session, line: str) -> str:
    """The refusal of a line that changes nothing; then the same line is ruled, which goes through."""
    return " ".join(table.refused(session, line).over)
