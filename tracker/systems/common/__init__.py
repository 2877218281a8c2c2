"""The words every game has: the Director's hand."""

from tracker.systems.action import Action
from tracker.systems.common.condition import Heal, Hurt, Mark, Unmark
from tracker.systems.common.cover import CoverWord
from tracker.systems.common.people import Add, Arm, Back, Hide, Out, Remove, Reveal, Set
from tracker.systems.common.place import Farther, Nearer, Range
from tracker.systems.common.talk import Decide, Encounter, Note, Roll, Settings, Title
from tracker.systems.common.turn import Active, Before, Delay, Next

COMMON: tuple[type[Action], ...] = (
    Add,
    Set,
    Arm,
    Remove,
    Out,
    Back,
    Hurt,
    Heal,
    Mark,
    Unmark,
    Range,
    Nearer,
    Farther,
    CoverWord,
    Next,
    Active,
    Before,
    Delay,
    Hide,
    Reveal,
    Title,
    Encounter,
    Roll,
    Note,
    Decide,
    Settings,
)
"""Every common action; a game's own action with the same verb takes its place."""
