"""Pages of numbers: the figures of the fight, with the next steps, and how it may go on."""

from itertools import chain, zip_longest
from time import perf_counter
from typing import ClassVar, Final, cast
from weakref import ref

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static
from textual.widgets.option_list import Option

from tracker.combat.history import History
from tracker.combat.scene import HEROES
from tracker.export.chronicle import FIGURES, READ, fallen, numbers_of, spent_in_words, surplus
from tracker.export.figures import Figures, as_clock, counting, luck_of, mattered
from tracker.foresight.forecast import ASSUMED, LEFT_OUT, NOW, Forecast, called, in_words
from tracker.library.finding import heroes_of
from tracker.library.shelf import SHIPPED
from tracker.rules.command import is_who
from tracker.rules.errors import InvalidCommand, Refused, comma_list
from tracker.rules.grammar import quantity, quote
from tracker.rules.params import CombatantsParam
from tracker.rules.system import System
from tracker.rules.throw import percent
from tracker.tui.cockpit.controller import Controller
from tracker.tui.look.glyphs import FANCY, step_chart
from tracker.tui.look.text import Bit, Line, cells, fill, fit, pad, right, wrap
from tracker.tui.screens.page import ChoiceList, PageScreen, bound, content, lines_of
from tracker.tui.slices import AT_ONCE, Work, in_slices

HEADS: Final = tuple(head for head in FIGURES.values() if head != "actions")  # the heads of the number columns

RARE: Final = ("own side", "cured")  # the columns that are there only if they have a number
HALF: Final = 0.5  # the deviation from the expected number of successes from which luck has a colour
TIME: Final = 13  # the width of a column of times
WIDTH: Final = 8  # the width of a column of numbers
DIGITS: Final = 4  # the digits that a column has room for
WIDE: Final = 3  # the cells between two columns where there is room

_counted: Final[list[tuple[ref[History], int, Figures]]] = []
"""The figures that were counted last, with their history and its head."""

LETTERS: Final = "rstw"  # the keys of what the game offers after a fight, in order
KEEP: Final = "p"  # the key that keeps the heroes as a party
FIGHTS: Final = 400  # the fights after which the page leaves it at that


class Ways(ChoiceList):
    """The next steps; the keys of a page scroll the figures above it."""

    BINDINGS = [bound("page-down", "screen.page(1)"), bound("page-up", "screen.page(-1)")]


class NumbersPage(PageScreen):
    """A page whose text is scrolled by its keys."""

    DEFAULT_CSS: ClassVar[str] = "NumbersPage VerticalScroll { height: 1fr; padding: 0 1; }"

    def action_page(self, by: int) -> None:
        """Scroll the text by a page."""
        scroll = self.query_one(VerticalScroll)
        scroll.scroll_to(y=scroll.scroll_y + by * max(1, scroll.size.height - 1), animate=False)


class FiguresScreen(NumbersPage):
    """Rounds, damage dealt and taken, who fell and rose, what was spent; below them the next steps."""

    AUTO_FOCUS = "ChoiceList"
    name_: ClassVar[str] = "The fight in figures"
    DEFAULT_CSS: ClassVar[str] = "#ways { max-height: 8; }"

    def __init__(self, unasked: str = "") -> None:
        """``unasked``: the page came up by itself; nothing is selected yet, for keys typed before anybody saw it."""
        super().__init__()
        self._unasked = bool(unasked)
        self._look: tuple[object, ...] = ()
        self._counting: int | None = None
        self._text = Static(id="figures", markup=False)
        self._ways = self._offered()

    def _offered(self) -> dict[str, tuple[str, str]]:
        controller = self.host.desk
        ways = {"e": ("encounter", "A new fight: heroes stay as they are, the others leave.")}
        if controller.scene.of_side(HEROES):
            ways[KEEP] = ("keep", f"Keeps “{_party(controller)}” as they stand.")
        for letter, verb in zip(LETTERS, controller.system.after_fight, strict=False):
            help_ = controller.system.actions[verb].help
            ways[letter] = (verb, f"{help_[:1].upper()}{help_[1:]}.")
        return ways

    def middle(self) -> ComposeResult:
        yield VerticalScroll(self._text, can_focus=False)
        room = self.app.size.width - 2
        width = max(cells(verb) for verb, _ in self._ways.values()) + 2
        yield Ways(
            *(
                Option(content(fit([(f" {key}  ", "key"), (pad(verb, width), "normal"), (help_, "dim")], room)), id=key)
                for key, (verb, help_) in self._ways.items()
            ),
            id="ways",
            markup=False,
        )

    def heading(self) -> Line:
        scene = self.host.desk.scene
        name = scene.encounter or scene.title
        return ((self.name_, "title"), (f" · {name}" if name else "", "normal"))

    def refresh_page(self) -> None:
        """Show the figures, counted once for each head; a long fight is counted between pictures."""
        super().refresh_page()
        controller = self.host.desk
        history = controller.session.history
        known = next((figures for of, head, figures in _counted if of() is history and head == history.head), None)
        look = (known, self.app.size.width, controller.glyphs)
        if known is None:
            self._count(controller.system, history)
        elif look != self._look:
            self._look = look
            self._text.update(lines_of(figure_lines(known, self.app.size.width - 4, controller.glyphs is FANCY)))

    def _count(self, system: System, history: History) -> None:
        if self._counting == history.head:
            return
        head = self._counting = history.head
        work = Work(counting(system, history))

        def step(seconds: float) -> bool:
            if not self.is_attached:
                return True
            if not work.advance(seconds):
                return False
            assert work.outcome is not None
            _counted[:] = [(ref(history), head, work.outcome)]
            self._counting = None
            self.refresh_page()
            return True

        def progress() -> None:
            if self.is_attached and self._counting == head:
                self._text.update(content([(f"Counting line {work.done} of {work.total} …", "dim")]))

        if not step(AT_ONCE):
            progress()
            in_slices(self.app, step, progress=progress)

    def prepare(self) -> None:
        if self._unasked:
            self.query_one(Ways).highlighted = None

    def on_key(self, event: events.Key) -> None:
        """Select a next step by its key, which may belong to a word; enter takes it."""
        if event.character in self._ways:
            event.stop()
            self.query_one(Ways).highlighted = list(self._ways).index(event.character)

    def take_row(self, way: str) -> None:
        controller = self.host.desk
        if way == KEEP:
            controller.run(f"keep heroes as={quote(_party(controller))}", remarks=True)
            if controller.mode is not None:
                self.host.pop_screen()
            return
        self.host.pop_screen()
        verb, system, scene = self._ways[way][0], controller.system, controller.scene
        people = [spec for spec in system.actions[verb].in_order if is_who(spec)]
        several = [spec.attr for spec in people if isinstance(spec.type, CombatantsParam)][:1]
        alone = not several and [spec.attr for spec in people] == ["actor"]
        if alone and any(spec.required and spec not in people for spec in system.actions[verb].in_order):
            # Each of them needs a number of their own, and who is unhurt none.
            first = next(iter(scene.of_side(HEROES)), None)
            hurt = system.allies_in_need(scene, first.name, own=True) if first is not None else ()
            controller.type_line(system.resting(scene, hurt)) if hurt else controller.host.tell("No hero is hurt.")
            return
        heroes = tuple(hero.name for hero in scene.of_side(HEROES) if hero.out is None)
        given = {attr: ",".join(heroes) for attr in several if heroes}
        controller.open_form(verb, given, ask=True, actors=heroes if alone else ())
        left = {hero.name: hero.out for hero in scene.of_side(HEROES) if hero.out is not None}
        if left:
            why = [controller.session.preview(f"{verb} {quote(name)}").objections for name in left]
            said = f"Left out: {comma_list([f'{name} ({word})' for name, word in left.items()])}."
            controller.host.tell(" ".join(dict.fromkeys((said, *chain.from_iterable(why)))))

    def hints(self) -> list[tuple[str, str]]:
        return [("menu", "take it"), ("down", "down"), ("up", "up"), ("back", "back to the fight")]


def _party(controller: Controller) -> str:
    """Return the name to keep the heroes by: of their own party they were brought as, else of the session.

    A party that is shipped stays as it is, to be brought again.
    """
    history, files = controller.session.history, controller.session.library.contents()
    shipped = {entry.name for path, content in files if SHIPPED in path.parents for entry in content.entries}
    brought = (kept for id_ in reversed(history.story) for kept in history.entries[id_].brought)
    parties = (kept.title for kept in brought if kept.kind == "party" and not kept.origin and kept.title not in shipped)
    return next(parties, heroes_of(controller.scene.title or controller.system.title))


def figure_lines(figures: Figures, room: int, charts: bool = True) -> list[Line]:
    """Return the figures as lines of text, no wider than ``room``; without ``charts`` if braille cannot be drawn."""
    rounds = f"{quantity(figures.rounds, 'round')}." if figures.rounds else "No round has been played yet."
    lines: list[Line] = [((rounds, "bright"),), ()]
    if not figures.has_blows and not figures.changes:
        return [*lines, (("Nobody lost or regained anything.", "normal"),)]
    lines += _table(figures, room)
    if figures.changes:
        lines += [(), (("Fell and rose", "dim"),)]
        for change in figures.changes:
            when, what = fallen(change.name, change.word, change.round)
            bits = [(f"  {pad(when, 12)}", "dim"), (what, "warn" if change.word else "normal")]
            lines += wrap(bits, room, indent=4)
    spent = [f"  {person.name}: {spent_in_words(person)}" for person in figures.people if person.spent]
    lines += [(), (("Spent", "dim"),)] if spent else []
    lines += [line for said in spent for line in wrap([(said, "normal")], room, indent=4)]
    return [*lines, *_luck(figures, room), *_times(figures), *(_courses(figures, room) if charts else ())]


def _luck(figures: Figures, room: int) -> list[Line]:
    people = luck_of(figures.throws)
    if not people:
        return []
    names = max(14, *(min(30, cells(own.name)) for own in people)) + 2
    heads = ("throws", "came off", "expected", "luck")
    lines: list[Line] = [(), ((pad("Luck", names + 2), "dim"), *((right(word, WIDTH + 2), "dim") for word in heads))]
    for own in people:
        tone = "good" if own.surplus >= HALF else "warn" if own.surplus <= -HALF else "normal"
        numbers = (str(own.throws), str(own.succeeded), f"{own.expected:.1f}")
        cells_ = tuple((right(number, WIDTH + 2), "normal") for number in numbers)
        name = ("  " + pad(own.name, names), "normal")
        lines.append((name, *cells_, (right(surplus(own.surplus), WIDTH + 2), tone)))
    for throw in mattered(figures.throws):
        when = f"round {throw.round}" if throw.round else "before"
        came = "came off" if throw.succeeded else "failed"
        said = f"{throw.name}, {throw.what}: {came} at {percent(throw.chance)}"
        lines += wrap([(f"  {pad(when, 12)}", "dim"), (said, "normal")], room, indent=4)
    return lines


def _times(figures: Figures) -> list[Line]:
    if not figures.times:
        return []
    actions = {person.name: person.actions for person in figures.people}
    names = max(14, *(min(30, cells(person.name)) for person in figures.times)) + 2
    heads = ("actions", "turns", "a turn", "longest wait")
    lines: list[Line] = [(), ((pad("Time", names + 2), "dim"), *((right(word, TIME), "dim") for word in heads))]
    longest = max(person.waited for person in figures.times)
    for person in figures.times:
        a_turn = as_clock(person.seconds / person.turns) if person.turns else ""
        texts = (str(actions.get(person.name) or "·"), str(person.turns or "·"), a_turn)
        tone = "bright" if person.waited == longest and longest else "normal"
        columns = ((right(text, TIME), "normal") for text in texts)
        waited = (right(as_clock(person.waited), TIME), tone)
        lines.append((("  " + pad(person.name, names), "normal"), *columns, waited))
    return lines


def _courses(figures: Figures, room: int) -> list[Line]:
    if not figures.courses:
        return []
    names = max(14, *(min(24, cells(course.name)) for course in figures.courses)) + 2
    width = max(10, min(60, room - names - 12))
    lines: list[Line] = [(), ((f"{figures.track.capitalize()} over time", "dim"),)]
    for course in figures.courses:
        top, bottom = step_chart(course.steps, figures.entries, course.max, width)
        now = f" {course.steps[-1][1]}/{course.max}"
        tone = "accent" if course.side == HEROES else "warn"
        lines.append((("  " + pad(course.name, names), "normal"), (top, tone)))
        lines.append(((" " * (names + 2), "normal"), (bottom, tone), (now, "normal")))
    return lines


def _table(figures: Figures, room: int) -> list[Line]:
    people = [person for person in figures.people if any(numbers_of(person)[head] for head in HEADS)]
    columns = [head for head in HEADS if head not in RARE or any(numbers_of(person)[head] for person in people)]
    names = max((cells(person.name) for person in people), default=0)
    heads = {head: max(cells(READ.get(head, head)), DIGITS) for head in columns}
    gap = WIDE if names + WIDE + sum(heads.values()) + WIDE * len(heads) < room else 1
    sizes = {head: size + gap for head, size in heads.items()}
    names = min(max(names, 12) + gap, max(8, room - 2 - sum(sizes.values())))
    head: Bit = (pad(figures.track, names + 2), "dim")
    lines: list[Line] = [(head, *((right(READ.get(word, word), size), "dim") for word, size in sizes.items()))]
    for side in dict.fromkeys(person.side for person in people):
        lines.append(((side.upper(), "dim"),))
        for person in people:
            if person.side == side:
                counted, tone = numbers_of(person), "dim" if person.out else "normal"
                numbers = ((right(str(counted[head] or "·"), size), tone) for head, size in sizes.items())
                lines.append((("  " + pad(person.name, names), tone), *numbers))
    return lines


class ForecastScreen(NumbersPage):
    """Who goes down, who falls, in how many rounds: of the fight as it stands."""

    name_: ClassVar[str] = "How the fight may go on"
    BINDINGS = [bound("page-down", "page(1)"), bound("page-up", "page(-1)")]

    def __init__(self, what: str = "") -> None:
        """``what`` is forecast in place of the fight as it stands: ``Session.foreseen`` says what it may be."""
        super().__init__()
        self._what = what
        self._text = Static(id="forecast", markup=False)
        self.forecasts: dict[str, Forecast] = {}

    def middle(self) -> ComposeResult:
        yield VerticalScroll(self._text, can_focus=False)

    def prepare(self) -> None:
        session, what = self.host.desk.session, self._what
        try:
            scenes = {what: session.foreseen(what)}
            if what.startswith(("at ", "amend ")):
                scenes = {NOW: session.scene, **scenes}
        except (InvalidCommand, Refused) as bad:
            self.fail(" ".join(bad.objections) if isinstance(bad, Refused) else str(bad))
            return
        forecasts = {name: Forecast(session.system_at(scene), scene) for name, scene in scenes.items()}
        wrong = next((each.why_not for each in forecasts.values() if not each.is_fight), "")
        if wrong:
            self.fail(wrong)
            return
        self.forecasts = forecasts
        self._show()
        steps = chain.from_iterable(zip(*(each.steps(FIGHTS) for each in forecasts.values()), strict=False))

        def step(seconds: float) -> bool:
            until = perf_counter() + seconds
            while perf_counter() < until:
                if not self.is_attached or next(steps, None) is None:
                    return True
            return False

        in_slices(self.app, step, progress=self._show)

    def refresh_page(self) -> None:
        super().refresh_page()
        self._show()

    def _show(self) -> None:
        forecasts = self.forecasts
        if not self.is_attached or not forecasts:
            return
        assumed: list[Line] = [(), *(((sentence, "dim"),) for sentence in (*ASSUMED, *LEFT_OUT))]
        if not all(each.outcomes for each in forecasts.values()):
            self._text.update(lines_of([(("Playing the first fight to its end …", "bright"),), *assumed]))
            return
        room = max(20, self.app.size.width - 4)
        columns = [dict(in_words(each)) for each in forecasts.values()]
        labels = list(dict.fromkeys(chain.from_iterable(columns)))
        wide = max(map(cells, labels))
        column = max(10, (room - wide) // len(columns) - 2)
        count = min(len(each.outcomes) for each in forecasts.values())
        lines: list[Line] = [((f"{count} of {FIGHTS} fights played.", "bright"),), ()]
        if len(columns) > 1:
            heads: list[Bit] = [(pad(called(what), column + 2), "accent") for what in forecasts]
            lines.append(fit([(pad("", wide + 2), "dim"), *heads], room))
        for label in labels:
            texts = [wrap([(each.get(label, "–"), "normal")], column, 6) for each in columns]
            for row, found in enumerate(zip_longest(*texts, fillvalue=cast(Line, ()))):
                parts = ((("  ", "dim"), *fill(cell, column)) for cell in found)
                lines.append(((pad("" if row else label, wide), "dim"), *chain.from_iterable(parts)))
        self._text.update(lines_of([*lines, *assumed]))

    def hints(self) -> list[tuple[str, str]]:
        return [("back", "back to the fight")]
