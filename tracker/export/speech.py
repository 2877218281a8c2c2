"""A fight as short sentences without drawing characters, for screen readers, speech and pipes."""

import re
from typing import Final

from msgspec.structs import replace

from tracker.combat.model import Model
from tracker.combat.records import Entry
from tracker.combat.scene import Scene
from tracker.combat.text import one_line, strip_controls
from tracker.commands.story import happenings, retell
from tracker.export.json import Fight, prompts_of
from tracker.export.text import states_of
from tracker.rules.grammar import quote, spaced
from tracker.rules.system import System
from tracker.rules.view import Answer, Pending

WORDS: Final = {
    "→": " to ",
    "−": " minus ",
    "×": " times ",
    "÷": " divided by ",
    "≥": " at least ",
    "≤": " at most ",
    "±": " plus or minus ",
    "…": "...",
    **dict.fromkeys("“”", '"'),
    "’": "'",
}
"""Words for characters that speech would omit or call by name."""

_DRAWN: Final = re.compile("[\u2190-\u21ff\u2300-\u23ff\u2500-\u25ff\u2800-\u28ff\ue000-\uf8ff]")
"""Drawing characters: arrows, frames, blocks, shapes, braille patterns."""

_NAMED: Final = re.compile(r"\w+=")
"""A name with its value, as it is typed."""

_NUMBERED: Final = re.compile(r"(?<=\d) (?=\d+ →)")
"""What stands between a name that ends in a number and the change of a number."""

NEXT: Final = 3  # how many of those who come next are named
MOST: Final = 8  # how many names of a side are listed at the beginning


class SpokenQuestion(Model):
    """An open question, or what waits, as number 0: its text, and its answers with commands, counted from ``first``."""

    id: int
    text: str
    answers: tuple[tuple[str, str], ...]
    first: int = 1


def spoken(text: str) -> str:
    """Return a text for speech: on one line, drawing characters replaced by words or left out."""
    text = strip_controls(one_line(text)).replace(" · ", ", ").replace("·", ",")
    text = _NUMBERED.sub(": ", text)
    for drawn, word in WORDS.items():
        text = text.replace(drawn, word)
    return re.sub(r" +([,.;:])", r"\1", " ".join(_DRAWN.sub(" ", text).split()))


def beginning(system: System, scene: Scene) -> str:
    """Return the opening sentences: the game, the title, and who is there."""
    title = f", {scene.title}" if scene.title else ""
    sides = ((side, [combatant.name for combatant in scene.of_side(side)]) for side in scene.sides())
    there = "; ".join(f"{side}, {_few(names, MOST)}" for side, names in sides)
    return sentence(f"{system.title}{title}: {there or 'nobody is here yet'}")


def _few(names: list[str], most: int) -> str:
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def happened(system: System, before: Scene, after: Scene, entry: Entry) -> str:
    """Return what an entry changed in its own sentences, with the dice that fell, and whose turn began."""
    commands = happenings(system, before, entry, after=after)
    # Without their deeds they are told in sentences instead of columns.
    narration = retell(system, before, entry, tuple(replace(each, action=None, deed=None) for each in commands))
    told = [f"A new fight begins: {narration.section}"] if narration.section else []
    told += [line.text for line in narration.lines]
    thrown = [" ".join(map(str, faces)) for each in commands if each.deed is not None for faces in each.deed.faces]
    told += [f"The dice: {', '.join(thrown)}"] if thrown else []
    told += [*narration.remarks, whose_turn(system, after) if narration.turn else ""]
    return " ".join(map(sentence, filter(None, told))) or sentence(entry.text)


def sentence(text: str) -> str:
    """Return a text as a spoken sentence, with a full stop at its end."""
    text = spoken(text)
    text = text if _NAMED.match(text) else f"{text[:1].upper()}{text[1:]}"
    return text if text.endswith((".", "!", "?", '!"', '?"')) else f"{text}."


def whose_turn(system: System, scene: Scene) -> str:
    """Return whose turn it is and who comes next, in one sentence."""
    status = system.clock.status(scene)
    if not scene.turn.round:
        return "The fight has not begun; next begins it."
    on = status.active or ""
    names = _few([name for name in status.to_act if name != on], NEXT)
    moment = spoken(status.moment)
    moment = moment.lower() if moment.isupper() or moment[:5].isupper() else moment
    whose = f"{moment}: {on}" if on else moment
    return sentence(f"{whose}{f'; still to {status.doing}: {names}' if names else ''}")


def questions(system: System, scene: Scene) -> tuple[SpokenQuestion, ...]:
    """Return the open questions, the oldest first."""
    return tuple(
        SpokenQuestion(
            prompt.id,
            _of(f"Question {prompt.id}", prompt.name, prompt.text),
            tuple((choice, f"decide {prompt.id} {quote(choice)}") for choice in prompt.choices),
            0 if prompt.choices[:1] == ("0",) else 1,
        )
        for prompt in prompts_of(system, scene)
    )


def _of(what: str, name: str, text: str) -> str:
    """Return a sentence about what concerns somebody: it has the name once, and one colon."""
    whose = f"{what} for {name}" if name and not text.startswith(name) else what
    return sentence(f"{whose}. {text[:1].upper()}{text[1:]}" if ":" in text else f"{whose}: {text}")


def asked(question: SpokenQuestion) -> str:
    """Return a question with its answers, each with its number; those that are numbers themselves in one."""
    words, first = [word for word, _ in question.answers], question.first
    if not words:
        return f"{question.text} Answer with decide {question.id} and your words." if question.id else question.text
    own = next((place for place, word in enumerate(words) if word != str(place + first)), len(words))
    told = [f"{first} to {own + first - 1}"] if own else []
    told += [f"{number} {spoken(spaced(word))}" for number, word in enumerate(words[own:], own + first)]
    return f"{question.text} Answers: {', '.join(told)}."


def waiting(system: System, scene: Scene) -> tuple[SpokenQuestion, ...]:
    """Return each thing that waits besides questions; the first has numbers for its answers, if nothing is asked."""
    asked = [f"{prompt.name}: {prompt.text}" for prompt in prompts_of(system, scene)]
    pending = system.pending(scene)
    waits = [each for each in pending if not any(text.startswith(f"{each.name}: {each.text}") for text in asked)]
    first = next((each for each in waits if each.answers), None) if not asked else None
    return tuple(
        SpokenQuestion(
            0,
            _of("Waiting", each.name, each.text) + _ways(system, each),
            tuple((answer.word, _line_of(answer)) for answer in each.answers if each is first),
        )
        for each in waits
    )


def _ways(system: System, pending: Pending) -> str:
    """Return the commands that answer what has no answers to choose from: ``attack Bea prepared``."""
    for_ = [quote(name) for name in (pending.name, pending.target) if name]
    lines = (
        " ".join((verb, *for_, *(word for word in pending.flags if word in system.actions[verb].parameters)))
        for verb in (pending.verbs if not pending.answers else ())
    )
    ways = " or ".join(lines)
    return f" Answer with {ways}." if ways else ""


def _line_of(answer: Answer) -> str:
    """Return the command of an answer to something that waits, as far as it is known."""
    given = [f"{name}={quote(value)}" for name, value in answer.given.items()]
    return answer.line or " ".join(filter(None, (answer.verb, quote(answer.who) if answer.who else "", *given)))


def everybody(system: System, scene: Scene) -> list[str]:
    """Return everybody's state, a sentence for each, the heroes first."""
    told = ((who, ", ".join(states_of(system, scene, who)) or "nothing noted") for who in scene.listed())
    return [sentence(f"{who.name}, {who.side}: {states}") for who, states in told]


_HEADS: Final = {"missed": "was missed"}
"""The heads of figures that are said in another way than they stand above a column."""


def figures(fight: Fight) -> list[str]:
    """Return the figures and the luck of the fight at the head, a sentence for each combatant and each throw."""
    from tracker.export.chronicle import chronicle, figure_sections

    told: list[str] = []
    for section in (part for story in chronicle(fight).fights[-1:] for part in figure_sections(story)):
        for name, *values in section.rows:
            counts = zip(section.heads[1:], values, strict=True)
            said = ", ".join(f"{_HEADS.get(head, head)} {value}" for head, value in counts if value not in ("", "0:00"))
            told.append(sentence(spoken(f"{name}: {said}")))
        told += (sentence(spoken(line)) for line in section.lines)
    return told or ["There are no figures yet."]
