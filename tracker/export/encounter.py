"""A fight as an encounter for another program, or as a file of the library: everybody as they stand."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.combat.scene import HEROES, Combatant, Scene
from tracker.library.imports.readers.trackers import POWERS
from tracker.library.imports.statblock import ABILITIES
from tracker.library.imports.targets import PLACES
from tracker.library.imports.values import text
from tracker.library.keeping import tables_of
from tracker.library.writing import document
from tracker.rules.sheet import printed
from tracker.rules.system import System
from tracker.session import Session
from tracker.storage.folders import file_name

_BONUS: Final = re.compile(r"\s*(.+?)\s*([+-]\d+)\s*$")
_TIMING: Final = {"start": "StartOfTurn", "end": "EndOfTurn"}


def as_library(session: Session) -> str:
    """Return the heroes as a party, everybody else as an encounter, in the form of a library file."""
    return document(tables_of(session.system, session.scene, _title(session)))


def as_improved_initiative(session: Session) -> str:
    """Return the fight as an export of Improved Initiative with one saved encounter.

    The same encounter stands under ``Combatants``, where its address for encounters of other programs expects it.
    Shapes: common/SavedEncounter.ts, CombatantState.ts and StatBlock.ts of its source.
    """
    system, scene, title = session.system, session.scene, _title(session)
    everybody = [_state(system, scene, combatant) for combatant in scene.listed()]
    key = file_name(title).removesuffix(".json")
    saved = {"Id": key, "Version": "3.11.8", "Name": title, "Path": "", "Combatants": everybody}
    sent = [{key: value for key, value in one.items() if key != "Id"} for one in everybody]
    data = {"Combatants": sent, "SavedEncounters": [key], f"SavedEncounters.{key}": saved}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _title(session: Session) -> str:
    return session.scene.encounter or session.scene.title or session.system.title


def _number(combatant: Combatant, name: str) -> int | None:
    for place in PLACES.get(name, (name,)):
        if place in combatant.tracks:
            return combatant.tracks[place].value
        value = combatant.fields.get(place)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
    return None


def _texts(combatant: Combatant, name: str) -> list[str]:
    value = combatant.fields.get(name)
    return [str(part) for part in value] if isinstance(value, list) else []


def _state(system: System, scene: Scene, combatant: Combatant) -> dict[str, Any]:
    """Return somebody as they stand: their block, and what the fight has made of them."""
    main = combatant.tracks.get(system.main_track(scene))
    return {
        "Id": combatant.name,
        "StatBlock": _block(system, scene, combatant),
        "CurrentHP": main.value if main else 0,
        "CurrentNotes": "\n".join(combatant.notes),
        "TemporaryHP": _number(combatant, "temp") or 0,
        "Initiative": _number(combatant, "rolled") or 0,
        "Alias": combatant.name,
        "IndexLabel": None,
        "Tags": [
            {
                "Text": condition.name,
                "DurationRemaining": condition.rounds or (1 if condition.until else 0),
                "DurationTiming": _TIMING.get(condition.until or "") or ("StartOfTurn" if condition.rounds else None),
                "DurationCombatantId": condition.of or (combatant.name if condition.rounds else ""),
            }
            for condition in combatant.conditions
        ],
        "Hidden": combatant.hidden,
        "RevealedAC": False,
        "InterfaceVersion": "3.11.8",
    }


def _block(system: System, scene: Scene, combatant: Combatant) -> dict[str, Any]:
    main = combatant.tracks.get(system.main_track(scene))
    scores = {short: _number(combatant, short) for short in ABILITIES}
    dex, initiative = scores["dex"], _number(combatant, "initiative")
    parts, dice = printed(combatant), text(combatant.fields, "hit-dice")
    sections = {name: [_named(part) for part in parts if part["kind"] == kind] for kind, name in POWERS.items()}
    told = {one["Name"].casefold().partition(" (")[0] for one in sections["Actions"]}
    sections["Actions"] += [
        {"Name": name, "Content": said, "Usage": ""}
        for name, weapon in combatant.weapons.items()
        if name.casefold() not in told and (said := _attack(weapon))
    ]
    saves = ((short, _number(combatant, f"save-{short}")) for short in ABILITIES)
    return {
        "Id": combatant.name,
        "Version": "3.11.8",
        "Name": combatant.name,
        "Path": "",
        "Source": "",
        "Type": text(combatant.fields, "kind"),
        "HP": {"Value": main.max if main else 1, "Notes": f"({dice})" if dice else ""},
        "AC": {"Value": _number(combatant, "ac") or 0, "Notes": ""},
        # Its modifier is added to that of Dexterity.
        "InitiativeModifier": (initiative or 0) - ((dex - 10) // 2 if dex is not None else 0) if initiative else 0,
        "InitiativeAdvantage": False,
        "Speed": [part for part in text(combatant.fields, "speed").split(", ") if part],
        "Abilities": {short.capitalize(): 10 if score is None else score for short, score in scores.items()},
        "DamageVulnerabilities": _texts(combatant, "weak"),
        "DamageResistances": _texts(combatant, "resist"),
        "DamageImmunities": _texts(combatant, "immune"),
        "ConditionImmunities": _texts(combatant, "condition-immune"),
        "Saves": [{"Name": short.capitalize(), "Modifier": bonus} for short, bonus in saves if bonus is not None],
        "Skills": list(_bonuses(text(combatant.fields, "skills"))),
        "Senses": [part for part in text(combatant.fields, "senses").split(", ") if part],
        "Languages": [part for part in text(combatant.fields, "languages").split(", ") if part],
        "Challenge": text(combatant.fields, "cr"),
        **sections,
        "Description": text(combatant.fields, "conditional"),
        "Player": "player" if combatant.side == HEROES else "",
        "ImageURL": "",
    }


def _named(part: Mapping[str, Any]) -> dict[str, str]:
    return {"Name": str(part.get("name", "")), "Content": str(part.get("text", "")), "Usage": ""}


def _bonuses(skills: str) -> Iterator[dict[str, Any]]:
    for part in skills.split(","):
        if (found := _BONUS.fullmatch(part)) is not None:
            yield {"Name": found[1], "Modifier": int(found[2])}


def _attack(weapon: Mapping[str, Any]) -> str:
    """Return a weapon as the text of an attack; "" for one without numbers."""
    hit = next((weapon[name] for name in PLACES["hit"] if isinstance(weapon.get(name), int)), None)
    if hit is None:
        return ""
    reach = str(weapon.get("range") or "")
    far = "/" in reach
    parts = [
        " ".join(filter(None, (f"({weapon[dice]})", str(weapon.get(kind) or ""), "damage")))
        for dice, kind in (("dice", "type"), ("extra", "extra-type"))
        if weapon.get(dice)
    ]
    distance = f", {'range' if far else 'reach'} {reach}" if reach else ""
    return f"{'Ranged' if far else 'Melee'} Attack: {hit:+d} to hit{distance}. Hit: {' plus '.join(parts)}."
