"""Importing creatures of other programs into the library: the game, the file, a preview, then all or a part."""

import os
from pathlib import Path
from typing import ClassVar, Final

from textual import on
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tracker.combat.scene import ENEMIES, HEROES
from tracker.combat.text import clean_line
from tracker.library.imports import importing
from tracker.library.imports.formats import KNOWN
from tracker.library.imports.importing import Import, paths_beginning
from tracker.library.shelf import Library
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quantity
from tracker.rules.matching import narrowed
from tracker.storage.errors import NotSaved
from tracker.storage.folders import current_folder
from tracker.tui.look.text import Bit, Line, cells, fit, pad, wrap
from tracker.tui.screens.help import Guide, HistoryHelpScreen, guide_to
from tracker.tui.screens.page import ListPage, bound, content, lines_of

_TEXT, _KEYS = guide_to("import")
FORMATS: Final = guide_to("formats")[0].replace("KNOWN", KNOWN).splitlines()  # what can be imported, in sentences
IMPORT: Final[Guide] = (_TEXT + " ".join(FORMATS), _KEYS)
NO_FILE: Final = "No file that can be imported begins like this."
NO_GAME: Final = "There is no game of this name. Enter takes it for the name of a file."

_NAME: Final = 30  # the greatest width of a name in the list


class ImportScreen(ListPage):
    """The import page: choose a file, preview its contents, then import."""

    BINDINGS = [bound("page-down", "page(1)"), bound("page-up", "page(-1)"), bound("next-field", "complete")]
    BINDINGS += [bound("rule", "partly"), bound("rename", "rename"), bound("note", "notes")]
    BINDINGS += [bound("target", "other_side"), bound("help", "open('help-import')")]
    AUTO_FOCUS = "LineInput"
    name_: ClassVar[str] = "Import"

    def __init__(self, path: str = "") -> None:
        super().__init__()
        self._path = path
        self._library: Library | None = None
        self._games: dict[str, str] = {}
        self._offered: list[str] = []
        self._found: Import | None = None
        self._into = self._side = self._sought = ""
        self._renames = self._noting = False

    def prepare(self) -> None:
        """Ask for the game unless a session has one, else for the file; a file given in advance is read at once."""
        controller = self.host.controller
        if controller is None:
            self._games = self.host.sessions.games()
            self._ask_game()
        else:
            self._begin(controller.session.library)

    def _ask_game(self) -> None:
        self._library = self._found = None
        self._choices.can_focus = False
        self._asked.ask([("import for ", "verb")])
        they = f"{self._path} is" if self._path else "the creatures are"
        self._asked.note([[(f"The game that {they} for.", "dim")]])

    def _begin(self, library: Library) -> None:
        self._library = library
        self._ask_file(self._path)
        if self._path:
            self._read(self._path)

    def _ask_file(self, path: str = "") -> None:
        self._found, self._renames, self._side = None, False, ""
        self._choices.can_focus = False
        self._choices.highlighted = None
        self._asked.ask([("import the file ", "verb")], path)
        self._say_formats()

    def _put(self, path: str) -> None:
        self._asked.line.value = path
        self._asked.line.action_end()

    def _say_formats(self) -> None:
        width = max(20, self.app.size.width - 2)
        self._asked.note([line for sentence in FORMATS for line in wrap([(sentence, "dim")], width)])

    def _read(self, path: str) -> None:
        library, folder, noting, side = self._library, str(current_folder()), self._noting, self._side
        into = self._into if self._found is not None else ""
        assert library is not None
        self._sought = path

        def read() -> None:
            contents: Import | str
            try:
                contents = importing.read(Path(folder, os.path.expanduser(path)), library, noting, side, into)
            except InvalidCommand as bad:
                contents = str(bad)
            self.app.call_from_thread(self._show, path, contents)

        self._asked.note([[(f"Reading {clean_line(os.path.basename(path))} …", "dim")]])
        self.run_worker(read, thread=True, exclusive=True)

    def _show(self, path: str, contents: Import | str) -> None:
        self.fail(contents if isinstance(contents, str) else "")
        if isinstance(contents, str):
            self._say_formats()
            return
        # Read anew, as with notes, it goes on into the file that was named.
        self._into = Path(path).stem if self._found is None else self._into
        self._found = contents
        self._choices.can_focus = True
        self._choices.highlighted = 0
        self.end_line()

    def _take(self, contents: Import) -> None:
        library = self._library
        assert library is not None
        if not contents.count:
            self.fail("There is nothing in it to import.")
            return
        met = importing.before(contents, library, self._into)
        try:
            path = importing.write(contents, library, self._into)
        except NotSaved as bad:
            self.fail(str(bad))
            return
        self.host.pop_screen()
        left = [f"{quantity(len(contents.faults), 'part')} unread."] if contents.faults else []
        are = "is" if contents.count == 1 else "are"
        said = " ".join((f"{contents} {are} in {_short(path)} of the library.", *left, *contents.said, *met))
        self.host.tell(said)

    def _typed(self) -> str:
        return self._asked.line.value.strip().strip("\"'")

    def _selected(self) -> str | None:
        at = self._choices.highlighted
        return self._offered[at] if at is not None and at < len(self._offered) else None

    @on(Input.Changed)
    def _narrow(self, changed: Input.Changed) -> None:
        """Offer matches of the typed text; after an error the path just read may be announced again."""
        if changed.value != self._sought:
            self.fail("")
        if self._found is None:
            self._choices.highlighted = None
            self.refresh_page()

    @on(Input.Submitted)
    def _submit(self) -> None:
        chosen = self._selected()
        if self._renames:
            self._into, self._renames = self._typed() or self._into, False
            self._read(self._sought)
        elif self._library is None:
            if chosen is not None:
                try:
                    self._begin(self.host.sessions.library(chosen))
                except InvalidCommand as bad:
                    self.fail(str(bad))
            elif self._typed():
                self._path = self._typed()
                self._ask_game()
            self.refresh_page()
        elif chosen is not None and chosen.endswith("/"):
            self._put(chosen)
        elif chosen is not None or self._typed():
            self._put(chosen or self._typed())
            self._read(chosen or self._typed())

    @on(OptionList.OptionSelected)
    def _enter(self) -> None:
        if self._found is None:
            self._submit()
        elif self._found.faults:
            faults, count = quantity(len(self._found.faults), "part"), self._found.count
            back = f"Mend it in the file; {self.key('leave-form')} goes back to read that again."
            some = f"{self.key('rule')} takes the {count} that can be read." if count else back
            self.fail(f"Nothing was taken: {faults} cannot be read. {some}")
        else:
            self._take(self._found)

    def action_partly(self) -> None:
        """Import what can be read."""
        if self._found is not None and not self._renames:
            self._take(self._found)

    def action_notes(self) -> None:
        """Read the file again, with what the sheet has no place for in notes, or without."""
        if self._found is not None and not self._renames:
            self._noting = not self._noting
            self._read(self._sought)

    def action_other_side(self) -> None:
        """Read the file again, with those whose side it does not say on the other side."""
        if self._found is not None and self._found.unsided and not self._renames:
            self._side = ENEMIES if HEROES in self._found.unsided else HEROES
            self._read(self._sought)

    def action_rename(self) -> None:
        """Ask for another name of the library's file."""
        if self._found is not None:
            self._renames = True
            self._asked.ask([("into the library file ", "verb")], self._into)
            self._asked.note([])
            self.refresh_page()

    def action_complete(self) -> None:
        """Complete the common beginning of all paths, else the selected one."""
        if self._found is None and self._library is not None and self._offered:
            common = os.path.commonprefix(self._offered)  # noqa: RUF071  letter by letter is what is meant
            self._put(common if len(common) > len(self._typed()) else self._selected() or self._typed())

    def action_leave_line(self) -> None:
        """Go back one step; from the first, leave the page."""
        if self._renames:
            self._renames = False
            self.end_line()
        elif self._library is not None and self._games:
            self._ask_game()
            self.refresh_page()
        else:
            self.host.pop_screen()

    def action_close(self) -> None:
        """Go back from the preview to the choice of a file."""
        self.fail("")
        if self._found is not None:
            self._ask_file(self._sought)
            self.refresh_page()
        else:
            self.action_leave_line()

    def refresh_page(self) -> None:
        super().refresh_page()
        options = self._paths() if self._found is None else self._preview(self._found)
        self.fill(options)
        below: Bit = (f"   {self._said_below(bool(options))}", "dim")
        self._below.update(content(fit([below], self.app.size.width)))

    def _paths(self) -> list[Option]:
        if self._library is not None:
            self._offered = paths_beginning(self._typed(), str(current_folder()))
            return [self._row([(path, "normal" if path[-1] != "/" else "accent")]) for path in self._offered]
        names = list(self._games)
        places = narrowed(self._typed(), list(self._games.values()), names, beginnings=True)
        self._offered = [names[place] for place in places]
        return [self._row([(self._games[name], "normal"), (f"  {name}", "dim")]) for name in self._offered]

    def _preview(self, contents: Import) -> list[Option]:
        library = self._library
        assert library is not None
        met = importing.before(contents, library, self._into)
        faults: list[Line] = [((sentence, "warn"),) for sentence in (*contents.said, *met)]
        faults += [
            ((f"line {fault.line}  ", "key"), (clean_line(fault.sentence, 300), tone))
            for listed, tone in ((contents.faults, "warn"), (contents.remarks, "normal"))
            for fault in listed
        ]
        width = min(_NAME, max((cells(entry.name) for entry in contents.listed), default=0))
        kinds = len({entry.kind for entry in contents.listed}) > 1
        sides = len({entry.side for entry in contents.listed if entry.kind == "combatant"}) > 1
        told = ((each, (each.kind if kinds else "", each.side if sides else "")) for each in contents.listed)
        said = ((each, ": ".join(filter(None, (" of ".join(filter(None, what)), each.detail)))) for each, what in told)
        entries: list[Line] = [((pad(each.name, width) + "  ", "bright"), (text, "normal")) for each, text in said]
        return [self._row(line) for line in (*faults, *entries)]

    def _row(self, line: Line | list[Bit]) -> Option:
        return Option(lines_of(wrap([("  ", "normal"), *line], self.app.size.width - 3, indent=4)))

    def _said_below(self, any_: bool) -> str:
        library, contents = self._library, self._found
        if library is None or contents is None:
            return "" if any_ else NO_FILE if library is not None else NO_GAME
        path = importing.place(contents, library, self._into)
        if path.exists():
            return f"Into the library's {_short(path)}; the same names in it are replaced."
        return f"Into {_short(path)} of the library. Nothing is written yet."

    def heading(self) -> Line:
        game: Bit = (f" for {self._library.system.title}" if self._library is not None else "", "title")
        contents = self._found
        if contents is None:
            return ((self.name_, "title"), game)
        faults = f"; {quantity(len(contents.faults), 'part')} unreadable" if contents.faults else ""
        return ((self.name_, "title"), game, (f"   {contents}", "bright"), (faults, "warn"))

    def hints(self) -> list[tuple[str, str]]:
        contents = self._found
        if self._renames:
            return [("apply", "use this name"), ("leave-form", "leave")]
        if contents is None:
            complete = [("next-field", "complete")] if self._library is not None else []
            return [("apply", "take"), *complete, ("leave-form", "back")]
        hints = [] if contents.faults else [("apply", f"take all {contents.count}")]
        if contents.faults and contents.count:
            hints.append(("rule", f"take the {contents.count} that can be read"))
        if contents.left or self._noting:
            hints.append(("note", "without notes" if self._noting else "the rest as notes"))
        if contents.unsided:
            hints.append(("target", "the other side"))
        return [*hints, ("rename", "another name"), ("help", "help"), ("leave-form", "back")]


class ImportHelpScreen(HistoryHelpScreen):
    """Help for an import."""

    guide = IMPORT
    about = "import"


def _short(path: Path) -> str:
    return os.path.join(path.parent.name, path.name)
