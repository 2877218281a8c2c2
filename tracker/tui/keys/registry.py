"""Every action of a key, in one place: used by the screen, keymap files, help, the palette and ``tracker keys``.

Nothing of the screen is loaded here. A key is written as its character (``a``, ``?``, ``[``) or by name (``enter``,
``ctrl+z``, ``f2``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from tracker.combat.model import Model

Group = Literal["move", "act", "hand", "story", "view", "session", "form"]


class Key(Model):
    """An action: its id, its default keys, a label for the key line, a sentence for help.

    ``role`` is what a game must provide for it; ``show`` is its rank in the key line, 0 for help only; ``fixed`` keys
    always have this meaning, in every keymap.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    group: Group
    role: str | None = None
    show: int = 0
    fixed: bool = False


KEYS: Final[tuple[Key, ...]] = (
    Key("down", ("j", "down"), "down", "Selects the next one, or scrolls the pane.", "move"),
    Key("up", ("k", "up"), "up", "Selects the one before, or scrolls the pane.", "move"),
    Key("page-down", ("pagedown",), "page down", "Goes down a page.", "move"),
    Key("page-up", ("pageup",), "page up", "Goes up a page.", "move"),
    Key("first", ("home",), "first", "Goes to the beginning of the pane.", "move"),
    Key("last", ("end",), "last", "Goes to the end of the pane.", "move"),
    Key("pick", ("space",), "pick", "Adds to the selection; attacks, steps and the like are for all of it.", "move"),
    Key("unfold", ("right",), "open group", "Shows everybody of a folded group in a line of their own.", "move"),
    Key("fold", ("left",), "fold group", "Folds a group of equals into one line; keys there act on all of it.", "move"),
    Key("whose-turn", (",",), "whose turn", "Goes back to the combatant whose turn it is.", "move"),
    Key("target", ("t",), "target", "Chooses the target that forms are filled in with.", "move"),
    Key("filter", ("/",), "filter", "Shows only the combatants and log lines that contain a text.", "move"),
    Key("back", ("escape",), "back", "Leaves a filter, a selection of several, a zoom.", "move"),
    Key("main", ("a",), "attack", "The main action of the moment, for one or for all at once.", "act", "main", 1),
    Key("quick", ("x",), "quick", "A quick action.", "act", "quick", 2),
    Key("cover", ("c",), "cover", "Takes cover or leaves it.", "act", "cover", 3),
    Key("menu", ("enter",), "actions", "Everything the selected one can do, with costs and refusals.", "act", None, 5),
    Key("nearer", ("[",), "nearer", "One band nearer to the target, by hand.", "act", "nearer"),
    Key("farther", ("]",), "farther", "One band farther from the target, by hand.", "act", "farther"),
    Key("prompts", ("f",), "questions", "Answers the open questions, each with a letter or a number.", "act"),
    Key("next", ("n",), "next", "The next turn, phase or actor.", "act", "next", 4),
    Key("hurt", ("d",), "hurt", "Hurts by hand.", "hand", "hurt", 7),
    Key("heal", ("h",), "heal", "Heals by hand.", "hand", "heal", 9),
    Key("mark", ("m",), "mark", "Marks a condition.", "hand", "mark"),
    Key("unmark", ("M",), "unmark", "Takes a condition away.", "hand"),
    Key("add", ("+",), "add", "Adds a combatant.", "hand"),
    Key("remove", ("delete",), "remove", "Removes the selected one from the fight.", "hand"),
    Key("edit", ("e",), "edit", "Edits the sheet of the selected one.", "hand"),
    Key("note", ("N",), "stick a note", "Writes a note that stays with the selected one.", "hand"),
    Key("hide", ("v",), "hide", "Hides the selected one from the players, or reveals it.", "hand"),
    Key("undo", ("u", "ctrl+z"), "undo", "Undoes the last change.", "story", None, 6),
    Key("redo", ("U", "ctrl+y"), "redo", "Redoes what was undone.", "story"),
    Key("previous", ("p",), "turn before", "Back to the start of the turn before.", "story"),
    Key("odds", ("o",), "odds", "The chances of the form, else of the main action at each target.", "view", "odds"),
    Key("chances", ("%",), "chances", "Shows the chance beside each name on the board, or hides it.", "view", "odds"),
    Key("history", ("g",), "history", "Every line and every branch, and any moment of them.", "story"),
    Key("figures", ("L",), "figures", "The fight in figures: who dealt and took what, and what comes next.", "story"),
    Key("command", (":",), "command", "Types a command.", "view", None, 8),
    Key("pane-1", ("1",), "combatants", "To the list of combatants.", "view"),
    Key("pane-2", ("2",), "range", "To the range board.", "view"),
    Key("pane-3", ("3",), "cover", "To the cover pane.", "view"),
    Key("pane-4", ("4",), "log", "To the log.", "view"),
    Key("next-pane", ("tab",), "next pane", "To the next pane.", "view"),
    Key("last-pane", ("shift+tab",), "pane before", "To the pane before.", "view"),
    Key("zoom", ("z",), "zoom", "Gives one pane the whole screen, or takes it back.", "view"),
    Key("inspect", ("i",), "inspect", "Everything there is to know about the selected one.", "view"),
    Key("help", ("?", "f1"), "help", "What the keys do here.", "view", None, 10),
    Key("copy", ("y",), "copy", "Copies the selected line of the log, or the whole fight as text.", "view"),
    Key("palette", ("ctrl+p",), "palette", "Finds anything by its name.", "view"),
    Key("players", ("w",), "players' page", "The fight on phones and browsers, as players may see it.", "session"),
    Key("settings", ("S",), "settings", "The settings of the game and of the screen.", "session"),
    Key("new", ("ctrl+n",), "new session", "Begins another session, in any game; this one is kept.", "session"),
    Key("open", ("ctrl+o",), "open", "Opens another session.", "session"),
    Key("save-as", ("ctrl+s",), "save a copy", "Saves a copy under another name.", "session"),
    Key("take-over", ("T",), "take over", "Goes on with a fight that another window has closed.", "session"),
    Key("import", ("ctrl+t",), "import", "Imports creatures of other programs, shown before they come.", "session"),
    Key("leave", ("q",), "leave", "Leaves; everything is saved already.", "session"),
    Key("quit", ("ctrl+q", "ctrl+c"), "leave", "Leaves from everywhere.", "session", fixed=True),
    Key("apply", ("enter",), "do it", "Carries out what the form says.", "form", None, 1),
    Key("rule", ("!",), "rule it", "Carries it out despite every refusal, at no cost.", "form", None, 2),
    Key("leave-form", ("escape",), "leave", "Leaves everything as it was.", "form", None, 3),
    Key("next-field", ("tab",), "next field", "Goes to the next field, in a sheet to the next one.", "form", None, 4),
    Key("last-field", ("shift+tab",), "field before", "Goes to the field before.", "form"),
    Key("next-choice", ("down",), "next choice", "Takes the next choice of a field or a list.", "form"),
    Key("last-choice", ("up",), "choice before", "Takes the choice before.", "form"),
    Key("foresee", ("f3",), "how hard", "In +, of an encounter: plays it many times and says how it goes.", "form"),
    Key("rename", ("f2",), "rename", "In a list of sessions: gives the selected one another title.", "form"),
    Key("trash", ("f8",), "to trash", "In a list of sessions: moves the selected one into the trash folder.", "form"),
)
"""All actions, in the order of the help."""

BY_ID: Final[Mapping[str, Key]] = {key.id: key for key in KEYS}

GROUPS: Final[Mapping[Group, str]] = {
    "move": "Select",
    "act": "Act",
    "hand": "By hand",
    "story": "Back and forth",
    "view": "The screen",
    "session": "The session",
    "form": "In a form",
}
"""The groups by name, in the order of the help."""

_SHOWN: Final = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "enter": "⏎",
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "delete": "del",
}

_NAMES: Final = {sign: name for name, sign in _SHOWN.items()}

_BOUND: Final = {",": "comma", " ": "space"}


def bound_key(key: str) -> str:
    """Return a key in the notation of Textual's bindings, which are separated by commas."""
    return _BOUND.get(key, key)


def named(shown_key: str) -> str:
    """Return the key with this readable form; the inverse of ``shown``."""
    start, plus, name = shown_key.rpartition("+")
    return f"{start}+{_NAMES.get(name, name)}" if plus and name else _NAMES.get(shown_key, shown_key)


def shown(key: str) -> str:
    """Return a key as people read it."""
    start, plus, name = key.rpartition("+")
    return f"{start}+{_SHOWN.get(name, name)}" if plus and name else _SHOWN.get(key, key)
