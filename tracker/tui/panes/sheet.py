"""The whole sheet of the selected combatant: tracks, fields, conditions, weapons, spares, distances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from tracker.combat.scene import OPEN, Combatant, Condition, Counter, Plain, Scene
from tracker.rules.declarations import FieldSpec
from tracker.rules.grammar import plain_value, possessive, spaced
from tracker.rules.reminders import reminder_lines
from tracker.rules.sheet import BLOCK, SPARES, fits, weapon_in_words
from tracker.rules.turns import counter_text
from tracker.tui.cockpit.view import View
from tracker.tui.look.glyphs import bar
from tracker.tui.look.text import Bit, Line, cells, fit, link, pad, wrap
from tracker.tui.panes.line_widget import Pane


class Inspect(Pane):
    """The sheet of a combatant."""

    heading: ClassVar[str] = "Sheet"

    def prepare(self, view: View, room: int) -> None:
        combatant = view.scene.combatants.get(view.selected or "")
        self.made = sheet_lines(view, combatant, room) if combatant is not None and view.inspect else []

    def title(self, view: View) -> str:
        return f"{view.selected or ''} · sheet"

    def here(self, view: View) -> bool:
        return True


def sheet_lines(view: View, combatant: Combatant, room: int) -> list[Line]:
    """Return the sheet as lines."""
    lines: list[Line] = []
    about = [
        combatant.side,
        f"group {combatant.group}" if combatant.group else "",
        "hidden" if combatant.hidden else "",
    ]
    about += [
        f"out: {spaced(combatant.out)}" if combatant.out else "",
        f"spent: {', '.join(combatant.spent)}" if combatant.spent else "",
    ]
    lines += wrap([("  " + " · ".join(part for part in about if part), "dim")], room, 3, 2)
    for note in (*combatant.notes, *reminder_lines(combatant)):
        lines += wrap([(f"  {view.glyphs.note} ", "accent"), (note, "bright")], room, 3, 4)
    lines += _tracks(view, combatant, room)
    lines += _inline([(word, _count(counter)) for word, counter in combatant.counters.items()], room)
    lines += _inline(
        [
            (part.label, part.parts(combatant.fields[part.name]) or _value(combatant.fields[part.name]))
            for part in _fields(view, combatant)
        ],
        room,
    )
    conditions = [
        (
            condition.name,
            " ".join(
                filter(None, (_n(condition.value), _n(condition.rounds, " rounds"), _ends(condition, view.scene)))
            ),
        )
        for condition in combatant.conditions
    ]
    helps = {condition.name: condition.help for condition in view.system.conditions}
    lines += _block("Conditions", [(name, value or helps.get(name, "")) for name, value in conditions], room)
    if combatant.cover.degree != OPEN:
        cover_rows = view.system.cover_row(view.scene, combatant)
        text = " · ".join(part for part in (cover_rows.what, *cover_rows.effects) if part)
        lines += _block("Cover", [(cover_rows.mark.word, text)], room)
    printed = printed_acts(combatant)
    lines += _stat_block(view, combatant, room)
    weapons = [
        (name, " · ".join(weapon_in_words(view.system, fields)))
        for name, fields in combatant.weapons.items()
        if name not in printed
    ]
    lines += _block("Weapons", weapons, room)
    lines += _block("Spares", [(name, str(count)) for name, count in combatant.spares.items()], room)
    bands: dict[str, list[str]] = {}
    for other in view.scene.combatants:
        if other != combatant.name:
            bands.setdefault(view.scene.band(combatant.name, other), []).append(other)
    ranks = {name: place for place, name in enumerate(view.system.band_names(view.scene))}
    ordered = sorted(bands, key=lambda band: ranks.get(band, len(ranks)))
    lines += _block("Range", [(band, _crowd(bands[band])) for band in ordered], room)
    return lines


def card_lines(view: View, combatant: Combatant, room: int) -> list[Line]:
    """Return what somebody can do now: what is asked of them, weapons, conditions, what they can spend, notes."""
    asked = [wait.text for wait in view.system.pending(view.scene) if wait.name == combatant.name and wait.verbs]
    asked += [prompt.text for prompt in view.scene.prompts if prompt.name == combatant.name]
    lines: list[Line] = []
    for text in dict.fromkeys(asked):
        mark: list[Bit] = [
            (f"  {view.glyphs.pending} ", "prompt"),
            (text, "bright"),
            (f"  {view.key('prompts')}", "key"),
        ]
        lines += wrap(mark, room, 2, 4)
    said, printed = dict(view.attempts), printed_acts(combatant)
    size = min(20, max((cells(name) for name in (*combatant.weapons, *said)), default=0))
    for name in dict.fromkeys((*combatant.weapons, *said)):
        fields = combatant.weapons.get(name, {})
        told = printed.get(name) or " · ".join(weapon_in_words(view.system, fields))
        start: list[Bit] = [("  † " if view.glyphs.fancy else "  + ", "dim"), (pad(name, size) + "  ", "normal")]
        lines += wrap([*start, (said.get(name) or told, "bright" if said.get(name) else "dim")], room, 3, size + 6)
    helps = {condition.name: condition.help for condition in view.system.conditions}
    for condition in combatant.conditions:
        ends = " ".join(
            filter(None, (_n(condition.value), _n(condition.rounds, " rounds"), _ends(condition, view.scene)))
        )
        parts: list[Bit] = [
            ("  ! ", "warn"),
            (condition.name, "normal"),
            (f"  {ends}" if ends else "", "normal"),
            (f"  {helps.get(condition.name, '')}", "dim"),
        ]
        lines += wrap(parts, room, 2, 4)
    main = view.system.main_track(view.scene)
    spendable = [(name, name, f"{track.value}/{track.max}") for name, track in combatant.tracks.items() if name != main]
    spendable += [(word, word, _count(counter)) for word, counter in combatant.counters.items()]
    spendable += [(SPARES, f"{name} spare", str(count)) for name, count in combatant.spares.items()]
    lines += _inline([(label, value) for _, label, value in spendable], room, [what for what, _, _ in spendable])
    for note in (*combatant.notes, *reminder_lines(combatant)):
        lines += wrap([(f"  {view.glyphs.note} ", "accent"), (note, "bright")], room, 2, 4)
    return lines


_HEADINGS: Final = {
    "trait": "Traits",
    "action": "Actions",
    "bonus": "Bonus actions",
    "reaction": "Reactions",
    "legendary": "Legendary actions",
}
"""The parts of a stat block in the order of print."""


def _printed(combatant: Combatant) -> list[Mapping[str, str]]:
    """Return the parts of a stat block; none that a foreign file got wrong."""
    block = combatant.fields.get(BLOCK)
    parts = block if isinstance(block, list) else []
    return [part for part in parts if isinstance(part, dict) and {"kind", "name", "text"} <= part.keys()]


def printed_acts(combatant: Combatant) -> dict[str, str]:
    """Return the printed text of each weapon that stands in the stat block."""
    texts = {str(part["name"]).partition(" (")[0].casefold(): str(part["text"]) for part in _printed(combatant)}
    return {
        name: texts[name.partition(" (")[0].casefold()]
        for name in combatant.weapons
        if name.partition(" (")[0] in texts
    }


def _stat_block(view: View, combatant: Combatant, room: int) -> list[Line]:
    """Return the printed parts under their headings, each with what is left of its uses."""
    lines: list[Line] = []
    acts = {name.partition(" (")[0]: name for name in combatant.weapons}
    for kind, heading in _HEADINGS.items():
        parts = [part for part in _printed(combatant) if part["kind"] == kind]
        if parts:
            lines.append(((f"  {heading}", "accent"),))
        for part in parts:
            act = acts.get(str(part["name"]).partition(" (")[0].casefold(), "")
            left = view.system.weapon_state(combatant, act) if act else ""
            bits: list[Bit] = [(f"  {part['name']}. ", "bright"), (f"{left}. " if left else "", "warn")]
            lines += wrap([*bits, (str(part["text"]), "normal")], room, 40, 4)
    return lines


def _fields(view: View, combatant: Combatant) -> list[FieldSpec]:
    return [
        field
        for field in view.system.sheet.fields
        if (field.visible or not field.internal) and field.name in combatant.fields and fits(combatant.side, field.side)
    ]


def _tracks(view: View, combatant: Combatant, room: int) -> list[Line]:
    lines: list[Line] = []
    size = max((cells(name) for name in combatant.tracks), default=0)
    for name, track in combatant.tracks.items():
        spec = view.system.sheet.track(name)
        filled, empty = bar(track.value, track.max, 12, view.glyphs)
        bits: list[Bit] = [
            ("  " + pad(name, size) + "  ", "normal"),
            (filled, "bar-good"),
            (" " * len(empty) if view.glyphs.fancy else empty, "bar-empty"),
            (f" {track.value}/{track.max}", "bright"),
            (f"   {spec.help}" if spec else "", "dim"),
        ]
        lines.append(fit(bits, room))
    return lines


def _inline(pairs: list[tuple[str, str]], room: int, spent: Sequence[str] = ()) -> list[Line]:
    """Return short values in one line; a click on one that can be ``spent`` is for that."""
    bits: list[Bit] = []
    for place, (name, value) in enumerate(pairs):
        shown = [(f"{name} ", "dim"), (value or "–", "bright")]
        bits += [("   " if bits else "  ", "normal"), *(link(shown, f"spend:{spent[place]}") if spent else shown)]
    return wrap(bits, room, 8, 2) if bits else []


def _block(title: str, rows: list[tuple[str, str]], room: int) -> list[Line]:
    if not rows:
        return []
    lines: list[Line] = [((f"  {title}", "accent"),)]
    size = min(20, max(cells(name) for name, _ in rows))
    for name, value in rows:
        lines += wrap([("  " + pad(name, size) + "  ", "normal"), (value, "dim")], room, 3, size + 4)
    return lines


def _count(counter: Counter) -> str:
    return counter_text(counter) + (f" each {counter.each}" if counter.each else "")


def _value(value: Plain) -> str:
    return "" if value is None or value == [] else plain_value(value)


def _n(value: int | None, unit: str = "") -> str:
    return f"{value}{unit}" if value is not None else ""


def _ends(condition: Condition, scene: Scene) -> str:
    if condition.until:
        return f"until the {condition.until} of {possessive(condition.of or '', scene)} turn"
    return f"on {condition.on}" if condition.on else ""


def _crowd(names: list[str], most: int = 30) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")
