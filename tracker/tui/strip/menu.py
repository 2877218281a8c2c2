"""Lists to choose from: actions, targets, ways to change a line of the log. Typing narrows them, ``enter`` takes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.commands.walks import KEEP, LONE_HELP
from tracker.foresight.choices import casts
from tracker.rules.command import arguments
from tracker.rules.grammar import quote
from tracker.rules.matching import narrowed
from tracker.rules.params import ChoiceParam
from tracker.rules.sheet import printed, weapon_in_words
from tracker.tui.keys.registry import BY_ID, Key
from tracker.tui.look.text import Bit, Line, cells, cut, fill, fit, link, pad, plain
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.fields import Field
from tracker.tui.strip.strip_view import CLOSE, STAY, Act, Cockpit, Dress, Intent, Open, Press, StripView, Typed, Write

KEEPS: Final = {
    KEEP: "puts the sheet into the library",
    f"{KEEP} heroes": "puts all heroes into the library as a party; asks for its name",
    f"{KEEP} all": "puts everybody else into the library as an encounter; asks for its name",
}
"""The lines of the menu that put somebody into the library."""

FOREMOST: Final = 4  # how many of the game's own actions stand before what is done by hand most often

OFTEN: Final = (
    *("hurt", "heal", "mark", "cover", "range", "arm", "reload"),
    *("hide", "reveal", "unmark", "remove", "edit", "note"),
)
"""What is done most often to somebody, in the order of the menu: verbs, and the key that opens their sheet."""

PAGE: Final = 10  # the lines that page down and page up move by

AMEND: Final = "amend"


class Item(Model):
    """A line of a list: its word, its description, its cost, why it is unavailable, and what it does."""

    word: str
    help: str = ""
    cost: str = ""
    against: str = ""
    tone: str = "normal"
    intent: Intent | None = None


def _act(word: str, help_: str, verb: str, **given: str) -> Item:
    return Item(word, help_, verb, intent=Open(verb, given))


class ItemList(StripView):
    """A list of items in the strip: arrows move, ``enter`` takes the selected line, typing narrows it.

    Typing alone never takes a line; ``at`` is the place of the selected one. A character after
    which nothing would match is refused with a mark.
    """

    name: ClassVar[str] = "choose"

    def __init__(self, title: str) -> None:
        self.title = title
        self.typed = Typed()
        self.at = 0
        self.left = CLOSE  # the intent of leaving it
        self._items: Sequence[Item] = ()

    def items(self) -> Sequence[Item]:
        """Return all items."""
        return self.all_lines(self.typed)

    def all_lines(self, typed: Typed) -> Sequence[Item]:
        """Return all items that a typed text chooses from."""
        return self._items

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        """Return the intent of choosing a line."""
        return item.intent or CLOSE

    def fitting(self, typed: Typed | None = None) -> list[Item]:
        """Return the lines matching the typed text, or another one, the best first."""
        typed = typed or self.typed
        lines = self.all_lines(typed)
        if not typed.text:
            return list(lines)
        names, more = [item.word for item in lines], [f"{item.help} {item.cost}" for item in lines]
        begun = narrowed(typed.text, names, more, beginnings=True)
        # What a word of the name only contains comes after those: a shortbow is also a bow.
        return [lines[place] for place in dict.fromkeys((*begun, *narrowed(typed.text, names)))]

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        self.scroll.follow()
        if self.marked(press):
            return STAY
        items = self.fitting()
        if press.id == "leave-form" or (press.id == "apply" and self.at < 0):
            return self.left
        if press.id == "apply":
            return self.take(cockpit, items[min(self.at, len(items) - 1)]) if items else STAY
        if press.by:
            self.at = (max(self.at, -(press.by > 0)) + press.by) % max(1, len(items))
        elif press.key in ("pagedown", "pageup") or (press.key in ("home", "end") and not self.typed.text):
            far = len(items) if press.key in ("home", "end") else PAGE
            self.at = max(0, min(len(items) - 1, self.at + (far if press.key in ("pagedown", "end") else -far)))
        elif (typed := self.typed.after(press)) is not None:
            if self.fitting(typed):
                self.typed, self.at = typed, 0
            else:
                self.mark = press.sign or ""
        return STAY

    def rows(self, cockpit: Cockpit, room: int, most: int) -> int:
        return max(3, min(most, len(self.items()) + 1))

    def lines(self, cockpit: Cockpit, room: int, most: int) -> list[Line]:
        items = self.fitting()
        space = max(1, most - 1)
        self.at = min(self.at, max(0, len(items) - 1))
        first = self.scroll.first(self.at, len(items), space)
        more = strip.more_below(len(items) - first - space, cockpit.glyphs)
        typed = self.typing(cockpit, self.typed, 20)
        refused = strip.mark_bits(f"{self.typed.text}{self.mark}" if self.mark else "")
        title: Bit = (cut(plain(self.title), room * 2 // 3), "verb")
        title = (self.trouble.text, "warn") if self.trouble is not None else title
        lines = [fit([title, ("  ", "dim"), *typed, *refused, more], room)]
        word = max((cells(item.word) for item in items), default=0)
        cost = max((cells(item.cost) for item in items), default=0)
        for place, item in enumerate(items[first : first + space], first):
            here = place == self.at
            tone = "dim" if item.against else item.tone
            bits = strip.row_bits(here, item.word, min(word, room // 3), cockpit.glyphs, tone)
            if cost:
                bits.append((pad(item.cost, cost) + "  ", "dim"))
            bits += self.told(cockpit, item, here)
            lines.append(tuple(link(fill(bits, room), f"item:{place}")))
        return lines

    def told(self, cockpit: Cockpit, item: Item, here: bool) -> list[Bit]:
        """Return what stands behind the word of an item."""
        return [(item.against, "bad") if item.against else (item.help, "normal" if here else "dim")]

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Select the clicked line; take one that is clicked again."""
        items = self.fitting()
        if kind not in ("item", strip.TAKE) or not what.isdecimal() or int(what) >= len(items):
            return STAY
        self.at, self.mark = int(what), ""
        self.scroll.by(0)
        return self.take(cockpit, items[self.at]) if kind == strip.TAKE else STAY


class Menu(ItemList):
    """All actions of a combatant: what they can do first, then what is often done to them, last what is refused now."""

    name: ClassVar[str] = "menu"
    yields: ClassVar[bool] = True

    def __init__(self, cockpit: Cockpit, actor: str) -> None:
        super().__init__(", ".join(cockpit.actors()))
        system, scene = cockpit.system, cockpit.scene
        waiting = [each for each in system.pending(scene) if each.name == actor]
        items = [Item(verb, each.text, "now", tone="prompt") for each in waiting for verb in each.verbs]
        answers = {item.word for item in items}
        entries = [entry for entry in system.menu(scene, actor) if entry.verb not in answers]
        items += [Item(entry.verb, entry.help, entry.cost, entry.refusal) for entry in entries]
        known = {item.word for item in items}
        # What is not simply attacked with, such as a breath or a spell, is looked for by its own name.
        armed, usual = scene[actor].weapons, system.roles.get("odds")
        verbs = {weapon: system.weapon_verb(scene[actor], weapon) or usual for weapon in armed}
        arms = [
            _act(weapon, " · ".join(weapon_in_words(system, armed[weapon])), verb, weapon=weapon)
            for weapon, verb in verbs.items()
            if verb in known
        ]
        items[len(waiting) + 1 : len(waiting) + 1] = [arm for arm in arms if arm.cost != usual]
        for act in system.acts_against(scene, cockpit.actors()):
            asked, words = act.asked or act, [item.word for item in items]
            place = words.index(asked.verb) if asked.verb in words else len(items)
            word, later = f"{asked.verb} against {act.shared['weapon']}", act.shared["actor"] != scene.turn.name
            items.insert(place + later, Item(word, act.title, intent=strip.OpenSheet(act)))
        if (up := system.stand_up(scene, cockpit.actors())) and "stand" not in known:
            items.append(Item("stand up", f"up from prone: {up}", intent=strip.Run(up)))
        others = [kind for kind in system.actions.values() if kind.verb not in known]
        by_hand = [kind for kind in others if kind.by_hand or kind.verb in OFTEN]
        items += [Item(kind.verb, kind.help, "by hand", tone="dim") for kind in by_hand]
        items.append(Item("edit", BY_ID["edit"].help, "by hand", intent=Act("edit")))
        sheet = strip.Run(f"{KEEP} {quote(','.join(cockpit.actors()))}")
        items += [
            Item(word, help_, "library", tone="dim", intent=sheet if word == KEEP else Write(f'{word} as="'))
            for word, help_ in KEEPS.items()
        ]
        can = [entry.verb for entry in entries if not (entry.refusal or system.actions[entry.verb].by_hand)]
        ranks = {word: rank for rank, word in enumerate(OFTEN)} | dict.fromkeys((*answers, *can[:FOREMOST]), -1)
        ranks |= {item.word: -1 for item in items if isinstance(item.intent, Open)}
        items.sort(key=lambda item: (bool(item.against), ranks.get(item.word, len(OFTEN))))
        own, lore = system.own_actions, system.lore if casts(scene[actor]) else {}
        said = {kind.verb: kind.in_words for kind in own if kind.in_words in system.actions}
        self._items = [
            replace(one, word=said.get(one.word, one.word), intent=one.intent or Open(one.word)) for one in items
        ]
        parts = printed(scene[actor], "action")
        found = [_act(part["name"].casefold(), part["text"], usual or "") for part in parts]
        for verb in [kind.verb for kind in own if "weapon" in [each.attr for each in arguments(kind)]][:1]:
            found += [_act(name, lore[name].get("text", ""), verb, weapon=name) for name in lore]
        flags = [(kind.verb, each) for kind in own for each in kind.in_order if each.kind == "flag" and not each.some]
        found += [_act(f"{flag.name} {verb}", flag.help, verb, **{flag.attr: "yes"}) for verb, flag in flags]
        self._named = [arm for arm in arms if arm.cost == usual]
        self._named += [each for each in found if each.word not in armed and each.cost in known]

    def all_lines(self, typed: Typed) -> Sequence[Item]:
        """Return the actions; to a text those of the game first, and also weapons, spells, and ways of an action."""
        acts = sorted(self._items, key=lambda item: item.cost == "by hand")
        return (*acts, *self._named) if typed.text else self._items


class Target(ItemList):
    """The target that forms use."""

    name: ClassVar[str] = "target"

    def __init__(
        self, cockpit: Cockpit, actor: str, aimed: str | None, gather: Callable[[Sequence[str]], Mapping[str, str]]
    ) -> None:
        """``gather`` returns the lines for names, each with its target; a folded group is a single line."""
        super().__init__("target")
        likely = cockpit.system.likely_targets(cockpit.scene, actor)
        rest = [each.name for each in cockpit.scene.listed() if each.name not in (*likely, actor)]
        scene = cockpit.scene
        known = ((name, scene[name], scene.band(actor, name) if actor else "") for name in (*likely, *rest))
        self._items = [Item(name, " · ".join(filter(None, (who.side, band, who.out)))) for name, who, band in known]
        self._meant = gather([item.word for item in self._items])
        by_name = {item.word: item for item in self._items}
        self._gathered = [replace(by_name[name], word=called) for called, name in self._meant.items()]
        self.at = next((at for at, name in enumerate(self._meant.values()) if name == aimed), 0)

    def all_lines(self, typed: Typed) -> Sequence[Item]:
        """Return the targets, likely ones first; a folded group is a single line until something is typed."""
        return self._items if typed.text else self._gathered

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        return strip.Aim(self._meant.get(item.word, item.word), item.word in cockpit.scene.combatants)

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        """Select or take a clicked line; aim at a combatant clicked beside the list."""
        return strip.Aim(what) if kind == "who" else super().click(cockpit, kind, what)


class RareOptions(ItemList):
    """The rare options of an action; ``taken`` is the one chosen, ``change`` says what each would change."""

    def __init__(self, fields: Sequence[Field], change: Callable[[Cockpit, Field], str]) -> None:
        super().__init__("options: space sets one")
        ranks = {field: 0 if field.is_word else 1 + (not isinstance(field.spec.type, ChoiceParam)) for field in fields}
        self._fields = {field.spec.name: field for field in sorted(fields, key=ranks.__getitem__)}
        self._items = [Item(name, field.spec.help) for name, field in self._fields.items()]
        self._change = change
        self.taken: Field | None = None
        self.at = -1  # none is chosen
        self._pointed = False  # whether the last key or click chose one, so that a blank is for it

    def press(self, cockpit: Cockpit, press: Press) -> Intent:
        pointed, self._pointed = self._pointed, bool(press.by)
        if not pointed or press.key != "space":
            return super().press(cockpit, press)
        item = self.fitting()[self.at]
        if not self._fields[item.word].is_flag:
            return self.take(cockpit, item)
        self._fields[item.word].toggle()
        self._pointed = True
        return STAY

    def click(self, cockpit: Cockpit, kind: str, what: str) -> Intent:
        self._pointed = True
        return super().click(cockpit, kind, what)

    def take(self, cockpit: Cockpit, item: Item) -> Intent:
        self.taken = self._fields[item.word]
        return CLOSE

    def told(self, cockpit: Cockpit, item: Item, here: bool) -> list[Bit]:
        field = self._fields[item.word]
        effect = self._change(cockpit, field)
        set_to = f"{cockpit.glyphs.picked if field.is_flag else field.text} · " if field.text else ""
        gap = "  " if effect else ""
        return [(set_to, "bright"), (f"{effect}{gap}", "good" if here else "normal"), (item.help, "dim")]


class PastLine(ItemList):
    """The changes of a line of the log, and where it can be looked at."""

    name: ClassVar[str] = "past-line"
    yields: ClassVar[bool] = True

    def __init__(self, id_: int, said: str, text: str) -> None:
        """``said`` is what was clicked, ``text`` all that the line says."""
        super().__init__(f"line {id_}: {text}")
        amended = "changes what was done, and plays the lines after it again"
        out = "as if it had never been done; the lines after it are played again"
        self._items = (
            Item(AMEND, amended, intent=strip.Show("history", f"{AMEND} {id_} {said}")),
            Item("take out", out, intent=strip.Run(f"revoke {id_}")),
            Item("history", "the fight at that moment", intent=strip.Show("history", f"history {id_}")),
            Item("copy", "the line as text", intent=Act("copy")),
        )


class Palette(ItemList):
    """A list of everything that keys, verbs and settings do."""

    name: ClassVar[str] = "palette"
    yields: ClassVar[bool] = True

    def __init__(self, cockpit: Cockpit, keys: Iterable[tuple[Key, str]], themes: Iterable[str]) -> None:
        """``keys`` are those that are useful now, each with its label."""
        super().__init__("find")
        self._items = tuple(_findings(cockpit, keys, themes))


_FIRST: Final = ("session", "story", "hand", "act", "view")  # the groups of keys: first what no other click reaches


def _findings(cockpit: Cockpit, keys: Iterable[tuple[Key, str]], themes: Iterable[str]) -> Iterator[Item]:
    named = set()
    for key, label in sorted(keys, key=lambda each: _FIRST.index(each[0].group)):
        named.add(label)
        yield Item(label, key.help, cockpit.key(key.id), intent=Act(key.id))
    for verb, kind in cockpit.system.actions.items():
        if verb not in named:
            yield Item(verb, kind.help, "by hand" if kind.by_hand else kind.cost, intent=Open(verb))
    for verb, help_ in LONE_HELP.items():
        if verb not in named:
            yield Item(verb, help_, ":", intent=Write(f"{verb} "))
    for setting in cockpit.system.settings:
        value = setting.type.write(cockpit.system.setting(cockpit.scene, setting.name))
        yield Item(setting.name, f"{setting.help}  is {value}", intent=Write(f"settings {setting.name}="))
    for theme in themes:
        yield Item(f"theme {theme}", "Shows the screen in these colours from now on.", intent=Dress(theme))
