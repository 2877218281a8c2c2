"""The verbs that every game has: corrections by the GM."""

from tracker.rules.action import Action
from tracker.rules.verbs.combatants import Add, Arm, Back, Bring, Disarm, Hide, Out, Remove, Reveal, Set
from tracker.rules.verbs.conditions import Heal, Hurt, Mark, Unmark
from tracker.rules.verbs.notes import Count, Note, Remind
from tracker.rules.verbs.range import Farther, Nearer, Range, TakeCover
from tracker.rules.verbs.session import Active, Before, Decide, Delay, Encounter, End, Next, Roll, Settings, Title

COMMON: tuple[type[Action], ...] = (
    *(Add, Bring, Set, Arm, Disarm, Remove, Out, Back, Hurt, Heal, Mark, Unmark, Range, Nearer, Farther, TakeCover),
    *(Next, Active, Before, Delay, End, Hide, Reveal, Title, Encounter, Roll, Note, Remind, Count, Decide, Settings),
)
"""The actions of every game; a game's own action with the same verb replaces one."""
