"""Adding combatants: a name, a count and a source with its numbers; then the newcomer's own sheet opens."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec import field

from tracker.combat.model import Model
from tracker.combat.scene import HEROES, Combatant
from tracker.commands.parser import Draft
from tracker.commands.walks import FORECAST
from tracker.library.finding import PRESET, everything, heroes_elsewhere, heroes_of
from tracker.library.shelf import Library
from tracker.rules.declarations import Sheet
from tracker.rules.errors import comma_list
from tracker.rules.forms import form_fields
from tracker.rules.grammar import clause
from tracker.rules.matching import beginning, folded, narrowed
from tracker.tui.look.text import Bit, Line, cells, counted, ends, fit, link, width, wrap
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import Field, letter_bits, letters
from tracker.tui.strip.form import OPENS_OPTIONS, Form
from tracker.tui.strip.strip_view import PICK, SPAN, STAY, Act, Cockpit, Intent, Press, Run, Typed, more_below, row_bits

FORESEE: Final = "foresee"  # the key that says how hard an encounter is

_NUMBER: Final = re.compile(r"-\d+$")


class NewcomerSource(Model):
    """A preset or an entry of the library: its name, its numbers, and the form fields it fills in.

    ``name`` is the default name of a newcomer; ``verb`` lets them join, ``bring`` together with the session ``origin``
    if they come from one; ``one`` tells whether it is a single combatant, of whom there may be several. ``act`` is the
    id of a key's action to perform instead.
    """

    word: str
    numbers: str
    name: str
    given: Mapping[str, str] = field(default_factory=dict)
    verb: str = "add"
    origin: str = ""
    one: bool = True
    act: str = ""

    @property
    def is_group(self) -> bool:
        """Return whether it stands for more of a group, who have no name of their own."""
        return "count" in self.given

    @property
    def fixed(self) -> tuple[str, ...]:
        """Return the fields, by their attributes, that the source takes no text in."""
        several = () if self.one else ("count", "preset")
        return _ORDER[1:] if self.verb == "encounter" else (*several, "values") if self.verb == "bring" else ()


_ORDER: Final = ("name", "count", "preset", "as_", "side", "hidden", "values")

FROM_FILE: Final = NewcomerSource(
    "import …", "takes creatures of other programs into the library; shows them first", "", act="import"
)
"""The way to import what the library does not have."""

NEW: Final = NewcomerSource("", "", "")  # nobody's sheet: somebody new of the typed name, though others are called so


def sources(cockpit: Cockpit, kept: Iterable[NewcomerSource] = ()) -> tuple[NewcomerSource, ...]:
    """Return all sources: more of a group in the fight, then the library, then the game's presets."""
    scene = cockpit.scene
    groups = dict.fromkeys(combatant.group for combatant in scene.combatants.values() if combatant.group)
    numbers = {group: _numbers(scene[scene.group(group)[0]], cockpit.system.sheet) for group in groups}
    more = (NewcomerSource(group, f"more of them: {has}", group, {"count": "1"}) for group, has in numbers.items())
    # The preset bad-guys-2 is the sheet of Bad Guys.
    named = ((preset, _NUMBER.sub("", preset.name).replace("-", " ").title()) for preset in cockpit.system.presets)
    presets = (
        NewcomerSource(preset.name, preset.help, title, {"preset": preset.name, "side": preset.side})
        for preset, title in named
    )
    return (*more, *kept, *presets, FROM_FILE)


def fitting(text: str, known: tuple[NewcomerSource, ...]) -> tuple[NewcomerSource, ...]:
    """Return the sources whose names contain the words of a text, those that begin so first; all without a text."""
    return tuple([known[place] for place in narrowed(text, [source.word for source in known])])


def _numbers(combatant: Combatant, sheet: Sheet) -> str:
    """Return what a newcomer of the group begins with; a track that begins empty is left out."""
    starts = {spec.name: spec.default for spec in sheet.tracks if spec.top is not None}
    tracks = {name: starts.get(name, track.max) for name, track in combatant.tracks.items()}
    return ", ".join((*(f"{name} {start}" for name, start in tracks.items() if start), *combatant.weapons))


def kept_sources(library: Library, here: str) -> Iterator[NewcomerSource]:
    """Return all sources except presets; ``here`` is the path of this session."""
    known = everything(library)
    kept = {folded(entry.name) for entry in known if entry.kind == "party"}
    for heroes in heroes_elsewhere(library, here):
        if folded(word := heroes_of(heroes.source)) not in kept:
            yield NewcomerSource(word, heroes.detail, HEROES, verb="bring", origin=heroes.name, one=False)
    for entry in known:
        if entry.kind != PRESET:
            verb = "encounter" if entry.kind == "encounter" else "bring"
            detail = f"{entry.kind}: {entry.detail}" if entry.kind != "combatant" else entry.detail
            yield NewcomerSource(entry.name, detail, entry.name, verb=verb, one=entry.kind == "combatant")


JOINS: Final = "reinforcement"
FRESH: Final = "new fight"
WAYS: Final = (JOINS, FRESH)  # how a prepared encounter may come into a fight with enemies

_LISTED: Final = 6  # the most sources shown at once


class Adding(Form):
    """The form of ``add`` and a list of sources: arrows in the name choose one, ``enter`` adds the combatant."""

    name: ClassVar[str] = "adding"
    marks_several: ClassVar[bool] = True

    def __init__(self, cockpit: Cockpit, kept: Iterable[NewcomerSource] = ()) -> None:
        super().__init__(cockpit, cockpit.system.actions["add"], {})
        bringing = form_fields(cockpit.system.actions["bring"])
        self.fields += [Field(form, Typed()) for form in bringing if form.spec.attr == "as_"]
        self.fields.sort(key=lambda field: _ORDER.index(field.spec.attr))
        self._every = self.fields
        self.at = 0
        self._kinds = cockpit.system.actions
        self.sources = sources(cockpit, kept)
        self.chosen: NewcomerSource | None = None
        self.picked: tuple[NewcomerSource, ...] = ()  # the sources marked to join together
        self.leaving = tuple(who.name for who in cockpit.scene.combatants.values() if who.side != HEROES)
        """Who would leave if a new fight began."""
        self.asking = False
        self.how = self._usual = FRESH if cockpit.scene.is_over else JOINS
        """How a prepared encounter comes, if somebody would leave for it."""
        self._by_name = False
        self._to_name: NewcomerSource | None = None  # chosen before a name was typed, which may be one of their own
        self._pointed = False  # whether the source was chosen by the last key or click, and a mark is for it
        self._width = max((cells(source.word) for source in self.sources), default=0)
        self._fitting: tuple[str, tuple[NewcomerSource, ...]] = ("", self.sources)

    def _text(self, attr: str) -> Field:
        return next(field for field in self._every if field.spec.attr == attr)

    @property
    def _in_name(self) -> bool:
        return self.fields[self.at].spec.attr == "name"

    def _offered(self) -> tuple[NewcomerSource, ...]:
        """Return the sources matching the typed name; for a preset, all, or those of the library."""
        if self.fields[self.at].spec.attr == "preset":
            return self._of_library() or tuple(source for source in self.sources if "preset" in source.given)
        text = self._text("name").text
        found = self._fits(text)
        if not found:
            return () if self._in_name else self.sources
        return (*found, NEW) if text and not self.picked else found

    def _stops(self, cockpit: Cockpit) -> list[int]:
        alone = self.chosen is not None and not self.chosen.is_group
        return [at for at in super()._stops(cockpit) if alone or self.fields[at].spec.attr != "as_"]

    def _meant(self) -> list[NewcomerSource]:
        """Return whom the typed name may mean: all whose words begin so, presets only where nobody else's do."""
        text = self._text("name").text
        renamed = self.fields[self.at] is self._text("as_") or bool(self._text("as_").text)
        known = self._fits(text.strip()) if text else ()
        found = [source for source in known if not (source.act or (renamed and source.is_group))]
        begun = [found[place] for place in narrowed(text, [source.word for source in found], beginnings=True)]
        named = {source.numbers for source in begun if folded(source.word) == folded(text.strip())}
        listed = [source for source in begun if "preset" not in source.given] or begun
        short_for = [source for source in listed if source.word in named]  # A preset says whom it is short for.
        return short_for + [source for source in listed if source.word not in named]

    def _of_library(self) -> tuple[NewcomerSource, ...]:
        """Return those of the library whom a text typed as preset names, where no preset is called so."""
        text = folded(self._text("preset").text)
        if not text or beginning(text, [source.word for source in self.sources if "preset" in source.given]):
            return ()
        kept = tuple(source for source in self._fits(text) if source.one and source.verb == "bring")
        return tuple(source for source in kept if folded(source.word) == text) or kept

    @property
    def _unsure(self) -> bool:
        return not (self.chosen or self.picked or self._text("preset").text) and bool(self._meant())

    def _fits(self, text: str) -> tuple[NewcomerSource, ...]:
        """Return the sources matching a text; the last result is cached, since each key asks several times."""
        if self._fitting[0] != text:
            self._fitting = (text, fitting(text, self.sources))
        return self._fitting[1]

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        if press.id == FORESEE and self.chosen is not None and self.chosen.verb == "encounter":
            return Run(f"{FORECAST} {self.chosen.name}", keep=True)
        if self.asking:
            return self._answer(cockpit, press)
        offered, pointed = self._offered(), self._pointed
        self._pointed = False
        if pointed and (press.key == "space" or press.sign == OPENS_OPTIONS) and self._mark():
            return STAY
        if self.picked and press.id in ("next-field", "last-field"):
            return STAY  # Those who are marked join as they are kept.
        if self._in_name and press.id in ("next-choice", "last-choice") and (offered or self.chosen):
            if not (self._by_name and press.id == "next-choice"):
                places = offered if NEW in offered else (*offered, None)
                at = places.index(self.chosen) if self.chosen in places else min(0, -press.by)
                self._exchange(places[(at + press.by) % len(places)])
            self._by_name, self._pointed = False, True
        intent = super().press(cockpit, press)
        if self.chosen is not None and self.chosen.verb != "add" and self._text("preset").text:
            self._exchange(None)
        return intent

    def _put(self, cockpit: Cockpit, field: Field, typed: Typed, sign: str) -> None:
        super()._put(cockpit, field, typed, sign)
        if not self._in_name:
            return
        source, as_, called = field.typed.text.partition(" as ")
        if own := self._text("as_") if as_ and self._fits(source) else None:
            field.put(source)
        if own in self.fields:
            self.at, own.typed = self.fields.index(own), Typed.of(called)
        self._take_named()

    def _mark(self) -> bool:
        """Mark the chosen source, or take its mark off; what is typed next begins anew. Returns whether it was one."""
        if (source := self.chosen) is None or source.act or source is NEW:
            return False
        others = tuple(picked for picked in self.picked if picked is not source)
        self.picked = others if source in self.picked else (*self.picked, source)
        self._text("name").put(self._text("name").text)
        self._pointed = True
        return True

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Choose a clicked source; one that is clicked again joins, or is left out where other fields refuse it.

        With ctrl it is marked, with shift all up to it.
        """
        if self.asking:
            return self._come(cockpit, what) if kind == "word" and what in WAYS else STAY
        if kind not in ("item", strip.TAKE, PICK, SPAN):
            return super().click(cockpit, kind, what)
        offered = self._offered()
        if not what.isdecimal() or int(what) >= len(offered):
            return STAY
        was, at = self.chosen, int(what)
        self.scroll.by(0)
        alone = kind in ("item", strip.TAKE)
        leaves = alone and offered[at] is was and bool(self._refused())
        self._exchange(None if leaves else offered[at])
        if offered[at].verb == "bring":
            self._text("preset").put("")
        self._pointed = self._in_name
        if alone:
            return self.submit(cockpit) if kind == strip.TAKE and not leaves else STAY
        start = offered.index(was) if kind == SPAN and was in offered else at
        for source in offered[min(start, at) : max(start, at) + 1] if self._in_name else ():
            if kind == PICK or source not in self.picked:
                self.chosen = source
                self._mark()
        self.chosen = offered[at]
        return STAY

    def _answer(self, cockpit: Cockpit, press: Press) -> Intent:
        if press.id == "leave-form":
            self.asking, self.how, self.trouble = False, self._usual, None
        elif press.id == "apply":
            return self._come(cockpit, self.how)
        elif press.id in ("next-choice", "last-choice", "next-field", "last-field") or press.key in ("left", "right"):
            self.how = WAYS[1 - WAYS.index(self.how)]
        elif how := letters(WAYS).get((press.sign or "").casefold()):
            return self._come(cockpit, how)
        elif press.sign == strip.LINE:
            return strip.Write("")
        return STAY

    def _come(self, cockpit: Cockpit, how: str) -> Intent:
        self.how = how
        return super().submit(cockpit, self.ruling)

    @property
    def _is_asked(self) -> bool:
        return not self.picked and self.chosen is not None and self.chosen.verb == "encounter" and bool(self.leaving)

    def _refused(self) -> str:
        """Return the first field with a text that the chosen source does not take, by name; "" if there is none."""
        fixed = self.chosen.fixed if self.chosen is not None else ()
        return next((field.spec.name for field in self.fields if field.text and field.spec.attr in fixed), "")

    def _unfit(self, cockpit: Cockpit) -> str:
        if self.chosen is not None and (filled := self._refused()):
            way = f"leave {filled} empty, {cockpit.key('edit')} changes the sheet afterwards"
            out = "a click on it or an arrow in the name leaves it out"
            return f"{self.chosen.name} joins as the library has it: {way}; {out}."
        if len(found := self._of_library()) > 1:
            return f"“{self._text('preset').text}” could be {comma_list([one.word for one in found])}; type more of it."
        return super()._unfit(cockpit)

    def _take_named(self) -> None:
        found, meant = self._fits(self._text("name").text), self._meant()
        if self.chosen in found and not self._by_name:
            return
        text = folded(self._text("name").text.strip())
        whole = [source for source in meant if folded(source.word) == text]
        named = [source for source in whole if source.one] or whole or (meant if len(meant) == 1 else [])
        source = named[0] if named else None if found and text else self._to_name
        self._exchange(source, by_name=source is not self._to_name)

    def _exchange(self, source: NewcomerSource | None, by_name: bool = False) -> None:
        old, self.chosen, self._by_name = self.chosen, source, by_name and source is not None
        self.trouble = None
        if not by_name and source is not self._to_name:
            self._to_name = None if self._text("name").text or source is FROM_FILE else source
        for attr in old.given if old is not None else ():
            self._text(attr).put("")
        if source is not None and source.is_group:
            self._text("as_").put("")
        for attr, text in self.chosen.given.items() if self.chosen is not None else ():
            self._text(attr).put(text)
        here, fixed = self.fields[self.at], source.fixed if source is not None and not source.one else ()
        self.fields = [field for field in self._every if field.text or field.spec.attr not in fixed]
        self.at = self.fields.index(here) if here in self.fields else 0

    def parts(self, ruling: str = "", **other: str) -> tuple[Draft, ...]:
        """Return the command, if there is one; without a name of their own newcomers are named after the source."""
        texts = {attr: self._text(attr).text for attr in ("count", "as_", "side", "hidden")}
        if self.picked or self._unsure:
            typed = texts if self.picked == (self.chosen,) else {}
            return tuple(self._as_kept(source, ruling, **typed) for source in self.picked)
        named = self._of_library()[:1]
        source, text = named[0] if named else self.chosen, self._text("name").text
        own = texts["as_"] or (text if text and (source is None or source not in self._fits(text)) else "")
        if source is None or source.verb == "add":
            name = own or (source.name if source is not None else "")
            return () if source is not None and source.act else super().parts(ruling, **{"name": name, **other})
        if self._is_asked and self.how == JOINS:
            return (self._as_kept(source, ruling),)
        if source.verb == "encounter":
            return (Draft(self._kinds["encounter"], {"title": source.name}, ruling=ruling),)
        return (self._as_kept(source, ruling, **texts | {"as_": own}),)

    def _as_kept(self, source: NewcomerSource, ruling: str, **other: str) -> Draft:
        kind = self._kinds["add" if source.verb == "add" else "bring"]
        words = {"name": source.name, "from_": source.origin, **source.given, **other}
        if source.verb == "add":
            words["name"] = words.pop("as_", "") or source.name
        return Draft(kind, {attr: word for attr, word in words.items() if word}, ruling=ruling)

    def submit(self, cockpit: Cockpit, ruling: str = "") -> Intent:
        """Return the intent: let them join and open their sheet, or do what else the source stands for."""
        if self.picked:
            return super().submit(cockpit, ruling)
        if self.chosen is not None and self.chosen.act:
            return Act(self.chosen.act)
        if self._is_asked and not self._unfit(cockpit):
            self.asking = True
            return STAY
        if self._unsure:
            self.at = 0
            self._exchange(self._meant()[0])
            self._pointed = True
            return STAY
        intent = super().submit(cockpit, ruling)
        added = (self.chosen is None or self.chosen.verb == "add") and not self._of_library()
        return Run(intent.line, edit=added) if isinstance(intent, Run) else intent

    def _missing(self) -> list[Field]:
        return [field for field in super()._missing() if field.spec.attr != "name" or not (self.chosen or self.picked)]

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return min(most, super().rows(cockpit, room, most) + min(_LISTED, len(self.sources)))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        if self.asking:
            return self._question(cockpit, room, most)
        offered = self._offered()
        space = min(_LISTED, len(self.sources), max(0, most - 4, min(2, most - 3))) if offered else 0
        shown = super().lines(cockpit, room, most - space)[: most - space]
        shown += [()] * (most - space - len(shown))  # The sources stay where they are, whatever is said above them.
        at = offered.index(self.chosen) if self.chosen in offered else 0
        called = f"a new combatant called “{self._text('name').text}”"
        new = NEW if self.chosen is None and not self._unsure else None
        first = self.scroll.first(at, len(offered), space)
        for place, source in enumerate(offered[first : first + space], first):
            here = source is (self.chosen or new)
            name, most = (called, room - 5) if source is NEW else (source.word, min(self._width, room // 3))
            bits = row_bits(here, name, most, cockpit.glyphs)
            if source in self.picked:
                bits.insert(1, (f"{cockpit.glyphs.picked} ", "accent"))
            below = more_below(len(offered) - place - 1 if place == first + space - 1 else 0, cockpit.glyphs)
            bits.append((counted(source.numbers, room - width([*bits, below]) - 1), "normal" if here else "dim"))
            shown.append(tuple(link(ends(bits, [below], room), f"item:{place}")))
        return shown

    def _question(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        assert self.chosen is not None
        leave = clause(self.leaving, cockpit.scene, "leaves")
        told = f"{leave}." if self.how == FRESH else "Nobody leaves."
        head: list[Bit] = [("add", "verb"), (f"  {self.chosen.name}", "bright")]
        shown = [fit(head, room), self.help_line(cockpit, room)]
        shown += wrap([(told, "warn" if self.how == FRESH else "normal")], room, 2)
        return [*shown, *self._below(cockpit, room, max(1, most - len(shown)))][:most]

    def help_line(self, cockpit: Cockpit, room: int) -> Line:
        if self.asking:
            return fit([("it comes as: ", "accent"), *letter_bits(WAYS, self.how)], room)
        field = self.fields[self.at]
        if self.chosen is not None and self.chosen.verb == "encounter":
            return fit(strip.key_bits(cockpit, FORESEE, "plays it many times and says how hard it is"), room)
        if field.spec.attr == "name" and self.sources:
            way = "a name; ↓ chooses a ready sheet, space marks several, enter lets them join"
            if self._unsure:
                way = f"others are called so: ↓ or enter chooses one, ↑ somebody new called “{field.text}”"
            elif self.chosen is NEW:
                way = "enter adds somebody new; ↓ chooses one who is called so"
            way = f"{len(self.picked)} marked; ↓ and space mark more, enter: all of them join" if self.picked else way
            return fit([(way if cockpit.glyphs.fancy else way.replace("↓", "down").replace("↑", "up"), "dim")], room)
        if field.spec.attr == "count":
            number = int(field.text) if field.text.isdecimal() else 0
            told = f"{number} of them, {'each with their own bar' if number > 1 else 'with a number behind the name'}"
            told += "; others are called so: enter chooses one" if self._unsure else ""
            usual = cockpit.system.group_as_one or "one, with one bar"
            asked = f"how many, each with their own bar; left empty: {usual}"
            return fit([(told, "bright") if number else (asked, "dim")], room)
        return super().help_line(cockpit, room)
