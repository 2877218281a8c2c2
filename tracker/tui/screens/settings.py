"""Settings: the game's, changed like anything else in the fight, and those of the screen, kept for all sessions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tracker.combat.events import SettingBecame
from tracker.combat.model import Model
from tracker.export.text import plain_value
from tracker.rules.declarations import Context, Setting
from tracker.rules.params import NumberParam
from tracker.rules.quoting import quote
from tracker.tui.keys.keymap import Keymap
from tracker.tui.look.glyphs import FANCY, PLAIN, Glyphs
from tracker.tui.look.text import Bit, Line, cells, cut, fit, pad, wrap
from tracker.tui.screens.page import Body, Page
from tracker.tui.screens.paper import PageScreen
from tracker.tui.screens.theme_picker import Wardrobe
from tracker.tui.strip.line_edit import Typed
from tracker.tui.strip.strip_view import choices_bits, preview_bits, typed_bits, window

if TYPE_CHECKING:
    from tracker.tui.screens.rim import Rim


class Place(Model):
    """One line of the page: a setting of the game, a theme, or a switch of the screen."""

    kind: str
    name: str
    setting: Setting | None = None


SWITCHES = {
    "plain": ("plain signs", "Signs of every keyboard instead of drawn ones, for poor terminals."),
    "animations": ("what changed flashes", "For half a second; off keeps the screen still."),
}


VALUE = 11
"""Values are usually no longer than this; what stands behind them is aligned then."""


class Settings(Page):
    """All settings in one list."""

    title: ClassVar[str] = "Settings"

    def __init__(self, rim: Rim, keys: Keymap | None = None, glyphs: Glyphs = FANCY) -> None:
        super().__init__(rim, keys, glyphs)
        self.edited: Setting | None = None
        self.stepping = False
        self.typing_now = Typed()
        self._wardrobe = Wardrobe.opened()
        if self._wardrobe.problems:
            rim.tell("\n".join(self._wardrobe.problems))
        self._shown = rim.options.theme

    # ------------------------------------------------------------------ what there is

    def places(self) -> list[Place]:
        """The game's settings, the themes, the switches."""
        controller = self.rim.controller
        own = [Place("game", each.name, each) for each in controller.system.settings] if controller is not None else []
        themes = [Place("theme", name) for name in self._wardrobe.themes]
        return [*own, *themes, *(Place("switch", name) for name in SWITCHES)]

    def here(self) -> Place:
        """The line at hand."""
        places = self.places()
        return places[min(self.at, len(places) - 1)]

    def count(self) -> int:
        """How many lines there are."""
        return len(self.places())

    def choices(self, setting: Setting) -> tuple[str, ...]:
        """The words a setting may have, where that is a list."""
        controller = self.rim.controller
        return setting.type.complete(Context(controller.system, controller.scene)) if controller is not None else ()

    def value(self, setting: Setting) -> str:
        """The value of a setting now, as it is typed."""
        controller = self.rim.controller
        return (
            setting.type.write(controller.system.setting(controller.scene, setting.name))
            if controller is not None
            else ""
        )

    # ------------------------------------------------------------------ keys

    def typing(self) -> bool:
        """Whether a value is being typed, not only looked for with the arrows."""
        return self.edited is not None and not self.stepping

    def typed(self, id_: str | None, key: str, sign: str | None) -> None:
        """Type the value of a setting."""
        self.trouble = ""
        setting = self.edited
        if setting is None:
            return
        if id_ == "leave-form":
            self.edited = None
        elif id_ == "apply":
            if self._change(setting, self.typing_now.text.strip()):
                self.edited = None
        elif id_ in ("next-choice", "last-choice"):
            self._turn(setting, 1 if id_ == "next-choice" else -1)
        else:
            typed = self.typing_now.type(sign) if sign else self.typing_now.press(key)
            self.typing_now = typed or self.typing_now

    def chosen(self, id_: str | None, key: str, sign: str | None) -> None:
        """Move, change, take back, or go; a value looked for with the arrows is taken when one moves on."""
        place = self.here()
        steps = key in ("right", "left") or id_ == "pick"
        if self.stepping and not steps:
            setting, self.stepping, self.edited = self.edited, False, None
            if setting is not None and id_ not in ("back", "leave", "remove"):
                self._change(setting, self.typing_now.text)
            if id_ in ("back", "leave", "menu"):
                return
        if id_ in ("undo", "redo") and self.rim.controller is not None:
            trouble = self.rim.controller.attempt(id_)
            self.trouble = trouble.text if trouble else ""
        elif steps:
            self._step(place, -1 if key == "left" else 1)
        elif id_ == "menu":
            self._take(place)
        elif id_ == "remove" and place.setting is not None:
            self._change(place.setting, "default")
        elif id_ in ("back", "leave", "settings"):
            self._close()
        elif id_ == "quit":
            self.rim.leave()
        elif id_ == "help":
            self.rim.open_screen("help-settings")
        elif self.walk(id_):
            self._try()

    def _close(self) -> None:
        """Go; a theme only looked at is taken off."""
        kept = self._wardrobe.themes.get(self.rim.options.theme)
        if kept is not None and self._shown != kept.name:
            self.rim.try_theme(kept)
        self.rim.close_screen()

    def _try(self) -> None:
        """Show the theme at hand; away from the themes the one that is kept."""
        place = self.here()
        name = place.name if place.kind == "theme" else self.rim.options.theme
        theme = self._wardrobe.themes.get(name)
        if theme is not None and name != self._shown:
            self._shown = name
            self.rim.try_theme(theme)

    def _take(self, place: Place) -> None:
        if place.setting is not None:
            self.edited, self.stepping = place.setting, False
            self.typing_now = Typed.of(self.value(place.setting), selected=True)
        else:
            self._step(place, 1)

    def _turn(self, setting: Setting, by: int) -> None:
        """The next value of the setting being typed, where its values are listed or counted."""
        words, now, word = self.choices(setting), self.typing_now.text.strip(), setting.type
        if words:
            self.typing_now = Typed.of(_next(words, now, by), selected=True)
        elif isinstance(word, NumberParam) and now.removeprefix("-").isdecimal():
            self.typing_now = Typed.of(str(max(word.low, min(word.high, int(now) + by))), selected=True)

    def _step(self, place: Place, by: int) -> None:
        """The next value of a setting, to be applied; a theme is kept, a switch is turned."""
        options = self.rim.options
        if place.kind == "theme":
            self.rim.choose(replace(options, theme=place.name))
        elif place.kind == "switch":
            turned = not getattr(options, place.name)
            options = replace(options, plain=turned) if place.name == "plain" else replace(options, animations=turned)
            self.rim.choose(options)
            self.glyphs = PLAIN if options.plain else FANCY
        elif place.setting is not None:
            if not self.stepping:
                self._take(place)
            self.stepping = True
            self._turn(place.setting, by)

    def _change(self, setting: Setting, text: str) -> bool:
        """Change a setting as a line of the fight; whether it was carried out."""
        controller = self.rim.controller
        if controller is None or text == self.value(setting):
            return True
        trouble = controller.attempt(self._line(setting, text))
        self.trouble = trouble.text if trouble else ""
        return trouble is None

    def _line(self, setting: Setting, text: str) -> str:
        return f"settings {setting.name}={quote(text)}"

    # ------------------------------------------------------------------ what it shows

    def heading(self) -> tuple[Sequence[Bit], Sequence[Bit]]:
        """Whose settings."""
        controller = self.rim.controller
        return [(self.title, "title"), (f" · {controller.system.title}" if controller else "", "normal")], []

    def body(self, room: int) -> Body:
        """The game's settings, the themes, the switches; the one at hand with all there is to say of it."""
        made: Body = []
        places = self.places()
        changed = self._changed()
        size = max((cells(each.name) for each in places if each.kind == "game"), default=0)
        size = min(size, room // 3)
        kind = ""
        for at, place in enumerate(places):
            if place.kind != kind:
                made += [((), None), ((("   ", "normal"), (self._head_of(place.kind), "accent")), None)]
                kind = place.kind
            here = at == self.at
            start: Bit = (f" {self.glyphs.cursor if here else ' '} ", "accent")
            tone = "bright" if here else "normal"
            if place.setting is not None:
                made += [(line, at) for line in self._setting(place.setting, start, size, changed, here, room)]
            else:
                made.append((fit([start, *self._own(place, tone)], room), at))
        return made

    def _own(self, place: Place, tone: str) -> list[Bit]:
        options = self.rim.options
        if place.kind == "theme":
            on = place.name == options.theme
            kept: Bit = (f"{self.glyphs.saved if on else ' '} ", "good")
            return [kept, (pad(place.name, 24), tone), ("in use" if on else "", "dim")]
        on = bool(getattr(options, place.name))
        word, help_ = SWITCHES[place.name]
        return [(f"{self.glyphs.saved if on else ' '} ", "good"), (pad(word, 24), tone), *_on(on, help_)]

    def _head_of(self, kind: str) -> str:
        controller = self.rim.controller
        if kind == "game" and controller is not None:
            return f"{controller.system.title}, in this session"
        return "Colours, in all sessions" if kind == "theme" else "Signs, in all sessions"

    def _setting(
        self, each: Setting, start: Bit, size: int, changed: dict[str, int], here: bool, room: int
    ) -> list[Line]:
        value, default = self.value(each), self._default(each)
        own = value != default
        bits: list[Bit] = [start, (pad(each.name, size) + "  ", "bright" if here else "normal")]
        bits.append((value if own or here else pad(value, VALUE), "accent" if own else "bright"))
        bits.append((f"   usually {default}" if own else "", "dim"))
        bits.append((f"   since line {changed[each.name]}" if own and each.name in changed else "", "dim"))
        if not here:
            return [fit([*bits, ("   ", "dim"), (each.help, "dim")], room)]
        made = [fit(bits, room)]
        made += [((("     ", "normal"), *line)) for line in wrap([(each.help, "normal")], room - 6, 4)]
        words = self.choices(each)
        offered = " · ".join(words) if words else each.type.hint
        made += [((("     ", "normal"), *line)) for line in wrap([(offered, "dim")], room - 6, 3)]
        return [*made, fit([(f"     {SOURCES.get(each.source, each.source)}", "dim")], room)]

    def _default(self, each: Setting) -> str:
        controller = self.rim.controller
        assert controller is not None
        found = controller.system.setting_default(controller.scene, each)
        return each.type.write(found) if found is not None else plain_value(found)

    def _changed(self) -> dict[str, int]:
        """The line in which each setting got its value."""
        controller = self.rim.controller
        if controller is None:
            return {}
        story = controller.session.story()
        return {
            event.setting: entry.id for entry in story for event in entry.events if isinstance(event, SettingBecame)
        }

    def strip(self, room: int, most: int) -> list[Line]:
        """The value being typed, and what it would do."""
        setting, controller = self.edited, self.rim.controller
        if setting is None or controller is None:
            return []
        typed = self.typing_now
        made = [fit([(f"{setting.name} ", "verb"), *typed_bits(window(typed, room // 2), self)], room)]
        words = self.choices(setting)
        made.append(fit(choices_bits(words, typed.text) if words else [(setting.type.hint, "dim")], room))
        text = typed.text.strip()
        new = text and text != self.value(setting) and not self.trouble
        told = preview_bits(controller.preview(self._line(setting, text)), "") if new else []
        return [*made, *wrap(told, room, max(1, most - 2))] if told else made

    def hints(self) -> list[tuple[str, str]]:
        """The keys that matter now."""
        if self.typing():
            return [(self.key("apply"), "do it"), (self.key("leave-form"), "leave")]
        place = self.here()
        arrows = "← →" if self.glyphs.fancy else "left right"
        words = {"game": "type it", "theme": "keep it", "switch": "turn it"}
        if self.stepping:
            return [(arrows, "change"), (self.key("apply"), "do it"), (self.key("leave-form"), "leave")]
        found = [(self.key("menu"), words[place.kind])]
        if place.kind == "game":
            found += [(arrows, "change"), (self.key("remove"), "default"), (self.key("undo"), "undo")]
        return [*found, (self.key("down"), "down"), (self.key("up"), "up"), (self.key("back"), "back")]


SOURCES = {
    "S": "Stated in the text the game follows.",
    "S/G": "Stated in part in the text the game follows.",
    "G": "Known of the game elsewhere; the text the game follows does not say it.",
}
"""Where a setting's default comes from."""


def _next(words: Sequence[str], now: str, by: int) -> str:
    return words[(words.index(now) + by) % len(words)] if now in words else words[0 if by > 0 else -1]


def _on(on: bool, help_: str) -> list[Bit]:
    return [(pad("on" if on else "off", 5), "bright" if on else "dim"), (cut(help_, 80), "dim")]


class SettingsScreen(PageScreen):
    """The game's settings and the screen's."""

    kind: ClassVar[type[Page]] = Settings
