"""What the help says of the screens beside the table: what each shows, and its keys."""

from __future__ import annotations

from typing import Final

from tracker.combat.model import Model


class Guide(Model):
    """A screen in plain words: what it shows, and its keys by their names in the keymap, with what each does there."""

    title: str
    text: str
    keys: tuple[tuple[tuple[str, ...], str], ...]


HISTORY: Final = Guide(
    "history",
    "Everything that was ever done, oldest first. Bright lines are the story as it stands; the others were taken "
    "back, or belong to another way the evening took, and stay. Beside the list: the fight after the line at hand.",
    (
        (("up", "down"), "Look at another moment; nothing changes by looking."),
        (("menu",), "Go there: the fight is as it was then. Redo leads forward again until something new is done."),
        (("main",), "Put another command in the place of this line; the later ones are played again."),
        (("remove",), "Take this line out; the later ones are played again with the dice and choices they had."),
        (("rule",), "When later lines would be refused: do it all the same, and leave those out."),
        (("undo", "redo"), "Back and forward, here too."),
        (("pick",), "Fold or unfold what lies beside the story."),
        (("next-pane",), "What happened there, with its numbers, or the fight at that moment."),
        (("back",), "Back to the fight."),
    ),
)

SETTINGS: Final = Guide(
    "settings",
    "How the game's open questions are read at this table, then how the tracker looks. A setting of the game is "
    "kept with the fight: changing it is a line of the story like any other, and numbers made under it name it.",
    (
        (("up", "down"), "Another setting, theme or switch; a theme is shown as soon as it is at hand."),
        (("pick",), "The next value, as the arrows left and right do; it is taken by moving on or by enter."),
        (("menu",), "Type the value of a setting; keep a theme; turn a switch."),
        (("remove",), "The default again."),
        (("undo", "redo"), "Take a change back, or do it again."),
        (("back",), "Back to the fight; a theme only looked at is taken off."),
    ),
)
