"""The fields of a form, and the action drafted from them; short closed choices have a letter each."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from tracker.combat.scene import Scene
from tracker.commands.completion import open_names
from tracker.commands.parser import Draft, Part, Ruled, tokens
from tracker.commands.resolve import spread
from tracker.rules.action import Action
from tracker.rules.command import is_aim, is_result, is_who
from tracker.rules.declarations import Context
from tracker.rules.errors import InvalidCommand
from tracker.rules.forms import FormField
from tracker.rules.grammar import quote
from tracker.rules.matching import beginning, match, match_name, with_words
from tracker.rules.params import CombatantsParam
from tracker.rules.throw import Throw
from tracker.rules.view import GroupAction
from tracker.tui.look.text import CUT, Bit, link
from tracker.tui.strip import strip_view as strip
from tracker.tui.strip.strip_view import Cockpit, Typed

ROLL: Final = "roll"  # the result that makes the tracker throw
ONE_KEY: Final = "one key takes it"  # what stands behind choices that have a key each: nothing is typed there
THROWN: Final = ("result", "number", "dice")  # the kinds of fields that take a list, and options behind it
LISTED: Final = re.compile(r',\s+(?=(?:[^"]*"[^"]*")*[^"]*$)')  # a comma of a list with a blank, outside of quotes
MOST_LETTERS: Final = 9  # the longest list with letters; a longer one is typed into


def letters(words: Sequence[str], opened: str = "") -> Mapping[str, str]:
    """Return the word of each letter: for each word, the first of its letters that is still free.

    A number has a letter only if it is a single digit; words without a letter are typed. ``opened`` is the key that
    asks for them: pressed twice by mistake, it takes none.
    """
    taken: dict[str, str] = {}
    if len(words) > MOST_LETTERS:
        return taken
    for word in words:
        if word.isdecimal():
            free = word if len(word) == 1 else ""
        else:
            free = next((sign for sign in word.casefold() if sign.isalpha() and sign not in (*taken, opened)), "")
        if free:
            taken[free] = word
    return taken


def letter_bits(words: Sequence[str], marked: str | None = None, opened: str = "") -> list[Bit]:
    """Return the words, each behind its key, as in the key line; ``marked`` is the word that enter would take."""
    letter_of = {word: letter for letter, word in letters(words, opened).items()}
    bits: list[Bit] = []
    for word in words:
        letter = letter_of.get(word, "")
        tone = "cursor" if word == marked else "normal"
        own: list[Bit] = [(f"{letter} ", "key"), (word, tone)] if letter not in ("", word) else []
        bits += [("   ", "dim")] if bits else []
        bits += link(own or [(word, "key" if letter and word != marked else tone)], f"word:{word}")
    return bits


class Field:
    """A field of a form being filled in: its description and its text, without blanks at the ends and in lists."""

    def __init__(self, form: FormField, typed: Typed) -> None:
        self.form, self.spec = form, form.spec
        self.is_who = is_who(form.spec)
        self.is_several = isinstance(form.spec.type, CombatantsParam)
        self.is_result, self.is_flag = form.kind == "result", form.kind == "flag"
        self.is_text, self.is_word = form.kind in ("text", "values"), self.is_flag or form.spec.bare is not None
        self._typed, self.text = typed, typed.text
        if typed.text:  # Most fields of a form that opens are empty.
            self.typed = typed
        self.by_rule = ""  # what the rules proposed for a flag; other text is the GM's

    @property
    def typed(self) -> Typed:
        """Return its text with the cursor."""
        return self._typed

    @typed.setter
    def typed(self, typed: Typed) -> None:
        text = LISTED.sub(",", typed.text) if self.form.kind in THROWN else typed.text
        self._typed, self.text = typed, text.strip()

    @property
    def begun(self) -> str:
        """Return the text typed into it; "" if it was filled in."""
        return "" if self._typed.selected else self.text

    @property
    def takes_no_sign(self) -> bool:
        """Return whether no value of it can begin with a plus, and none is being typed."""
        return (self.is_result or self.is_flag or self.is_who) and not self.begun

    def with_meaning(self, word: str, context: Context) -> str:
        """Return one of its words with its meaning, if it needs one."""
        meaning = self.spec.type.meaning(word, context) if self.spec.type is not None else ""
        return f"{word} {meaning}" if meaning else word

    def letters(self, context: Context, opened: str) -> Mapping[str, str]:
        """Return the word of each letter, if it is a short closed choice."""
        return letters(self.form.words(context), opened) if self.form.short else {}

    def takes(self, typed: Typed, context: Context) -> bool:
        """Return whether it accepts a text: in a list, the beginning of a word, or what a short choice reads."""
        text, words = typed.text.strip(), self.form.words(context)
        if self.is_several:
            text = text.rpartition(",")[2].strip()
            words = (*words, *(f"{word}s" for word in words))  # a group in the plural
        fits = not text or not self.form.closed or bool(beginning(text, words))
        return fits or (self.form.short and bool(read_values([Field(self.form, typed)], context)))

    def put(self, text: str) -> None:
        """Fill it in; typing replaces the text."""
        self.typed = Typed.of(text, selected=bool(text))

    def join(self, text: str, to_all: bool = False) -> None:
        """Add names to those chosen before, or take them away; a proposal is replaced, unless they go ``to_all``."""
        names = [each.strip() for each in (self.text if to_all else self.begun).split(",") if each.strip()]
        more = text.split(",")
        left = [each for each in names if each not in more]
        self.typed = Typed.of(",".join(left if {*more} <= {*names} else [*left, *more]))

    def toggle(self) -> None:
        """Set a flag that is not set; take one away that is."""
        self.put("" if self.text else "yes")


def drafted(
    kind: type[Action], fields: Sequence[Field], ruling: str = "", other: Mapping[str, str] | None = None
) -> Draft:
    """Return the action of the fields as far as it is filled in; ``other`` are other words for some of them.

    A ``name=value`` typed behind a result or a number overrides the field of that name.
    """
    texts = {field.spec.attr: field.text for field in fields} | dict(other or {})
    named = "open" in [field.spec.kind for field in fields]
    said = " ".join([texts[field.spec.attr] for field in fields if field.form.kind in THROWN])
    options = {spec.name: spec.attr for spec in kind.in_order if spec.kind == "option" and not is_result(spec)}
    words: dict[str, str] = {}
    more: list[str] = []
    for field in fields:
        spec, text = field.spec, texts[field.spec.attr]
        if not text or f" {spec.name}=" in f" {said}":
            continue
        if spec.kind == "open" or (named and "=" in text and not field.is_text):
            more.append(text)
            continue
        if named and spec.kind == "argument" and "=" in text:
            text, behind = _before_values(text)
        elif field.form.kind in THROWN:
            text, behind = _first_word(text, kind, number=field.form.kind == "number")
        else:
            behind = []
        if text:
            words[spec.attr] = text
        for token in tokens(" ".join(behind)):
            if token.name in options:
                words[options[token.name]] = token.text
            else:
                more.append(f"{token.name}={quote(token.text)}" if token.name else token.text)
    return Draft(kind, words, " ".join(more), ruling)


def of_each(kind: type[Action], fields: Sequence[Field], actors: Sequence[str], result: Field) -> list[Draft]:
    """Return the action of each actor with their own result, without the fields that this makes relevant."""
    if not actors or result.spec.type is None:
        return [drafted(kind, fields)]
    own = result.spec.type.for_each(result.text)
    own, later = own * len(actors) if len(own) == 1 else own, dict.fromkeys(kind.after_result, "")
    each = [{**later, "actor": name, result.spec.attr: text} for name, text in zip(actors, own, strict=False)]
    return [drafted(kind, fields, other=words) for words in each]


_PLAIN: Final = re.compile(r"[^\s\"=]+")


def _first_word(text: str, kind: type[Action], number: bool) -> tuple[str, list[str]]:
    """Split a typed result from the other words typed with it: ``c full-auto``, of a ``number`` also ``Dutch 10``."""
    lone = [spec.name for spec in kind.in_order if spec.kind == "flag" or spec.bare is not None]
    if _PLAIN.fullmatch(text) and text.casefold() not in lone:
        return text, []
    try:
        typed = tokens(text)
    except InvalidCommand:
        return text, []
    first, behind = "", []
    for token in typed:
        if token.name is not None:
            behind.append(f"{token.name}={quote(token.text)}")
        elif token.text.casefold() in lone:
            behind.append(token.text.casefold())
        elif first and (first[0].isdecimal() or not number):
            behind.append(quote(token.text))
        else:
            behind += [quote(first)] if first else []
            first = token.text
    return first, behind


def _before_values(text: str) -> tuple[str, list[str]]:
    with suppress(InvalidCommand):
        typed = tokens(text)
        if first := next((at for at, token in enumerate(typed) if token.name is not None), 0):
            values = [f"{each.name}={quote(each.text)}" if each.name else quote(each.text) for each in typed[first:]]
            return " ".join(token.text for token in typed[:first]), values
    return text, []


class Reader:
    """Reads what is filled in, each draft once until the fight changes."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._known: dict[object, Action | None] = {}
        self._asked: dict[Action, tuple[str, ...]] = {}

    def action(self, cockpit: Cockpit, draft: Draft) -> Action | None:
        """Return the action of a draft; None while it makes no sense."""
        if self._scene is not cockpit.scene:
            self._scene, self._known, self._asked = cockpit.scene, {}, {}
        key = (draft.kind, *draft.texts.items(), draft.more)
        if key not in self._known:
            self._known[key] = None
            with suppress(InvalidCommand):
                self._known[key] = draft.read(cockpit.system, cockpit.scene)
        return self._known[key]

    def asked(self, cockpit: Cockpit, drafts: Sequence[Draft]) -> tuple[str, ...]:
        """Return the fields that the results of the drafts make relevant, by attribute."""
        actions = [action for draft in drafts if (action := self.action(cockpit, draft)) is not None]
        for action in actions:
            if action not in self._asked:
                self._asked[action] = ()
                with suppress(InvalidCommand):
                    self._asked[action] = cockpit.system.asked_next(cockpit.scene, action)
        return tuple(dict.fromkeys(attr for action in actions for attr in self._asked[action]))

    def follow(self, cockpit: Cockpit, kind: type[Action], fields: Sequence[Field], each: Sequence[str]) -> None:
        """Fill in the flags with which it is done from where all of them stand, except those changed by hand."""
        plain = {field.spec.attr: "" for field in fields if field.by_rule}
        plain |= {field.spec.attr: ROLL for field in fields if field.is_result and not field.text}
        whose: Sequence[dict[str, str]] = [{"actor": name} for name in each] or [{}]
        acts = [self.action(cockpit, drafted(kind, fields, other=plain | who)) for who in whose]
        known: list[tuple[Action, Action]] = []
        with suppress(InvalidCommand):  # A list that is being typed may be too short yet.
            known = [(one, one.from_here(cockpit.system.silent(cockpit.scene))) for one in acts if one is not None]
        for field in fields if len(known) == len(acts) else ():
            if field.is_flag and field.text == field.by_rule:
                up = all(getattr(here, field.spec.attr) != getattr(one, field.spec.attr) for one, here in known)
                field.put("yes" if up else "")
                field.by_rule = field.text

    def complete(self, cockpit: Cockpit, draft: Draft) -> Part:
        """Return the action of a draft; the draft itself while it is none, or stands for several actors."""
        action = self.action(cockpit, draft)
        return Ruled(action, draft.ruling) if action is not None else draft


def read_values(fields: Sequence[Field], context: Context) -> Mapping[str, Any]:
    """Return the values of the fields that can be read; later words are offered according to them."""
    values: dict[str, Any] = {}
    for field in fields:
        word = field.spec.type
        if word is not None and field.text:
            with suppress(InvalidCommand):
                values[field.spec.attr] = word.read(field.text, Context(context.system, context.scene, values))
    return values


def unfit(field: Field, context: Context) -> str:
    """Return why a field's text is not one of its words, as a sentence; "" if it is, or if any text is allowed.

    A unique beginning is enough, except for numbers of a list that is not short: 5 is not 50.
    """
    if not field.text or not field.form.closed or field.is_several or "=" in field.text:
        return ""
    words = field.form.words(context)
    reads = field.form.short and field.spec.attr in context.values  # such as 60 percent, which is not listed
    found = completed(field.text, words) or len(with_words(field.text, words)) > 1 or reads
    return "" if found or not words else f"“{field.text}” is not one of the choices: {', '.join(words)}."


def own_by_number(field: Field, typed: Typed, context: Context, proposed: str) -> str:
    """Return that a number would name somebody of the actor's own side in the place of an enemy; "" if it does not."""
    number, people = typed.text.rpartition(",")[2].strip(), context.scene.combatants
    acts, was = people.get(context.values.get("actor", "")), field.text if field.typed.selected else proposed
    before = {people[name].side for name in was.split(",") if name in people}
    if acts is None or not is_aim(field.spec) or not number.isdecimal() or not before or acts.side in before:
        return ""
    named = beginning(number, field.form.words(context))
    if not named or any(people[name].side != acts.side for name in named if name in people):
        return ""
    return f"That is {named[0]}, of their own side; type the name if you mean it."


def completed(text: str, words: Sequence[str]) -> str:
    """Return the only word, or the only name with a word, beginning with the text; "" if there are none or several."""
    for meant in (match, match_name):
        with suppress(InvalidCommand):
            return meant(text, words, "word")
    return ""


def of_the_same_cost(cockpit: Cockpit, own: type[Action]) -> list[Bit]:
    """Return the actions that have a key, and may cost the same as this one; a click opens them instead."""
    kinds = [kind for kind in cockpit.system.own_actions if kind is not own and own.cost]
    verbs = {kind.verb: cockpit.key_of(kind.verb) for kind in kinds if own.cost in kind.cost.split("/")}
    named = [link([(f"{verb} {key}", "normal")], f"verb:{verb}") for verb, key in verbs.items() if key]
    return [bit for part in named for bit in ([(" · ", "dim"), *part] if part is not named[0] else part)]


def against_bits(throw: Throw) -> list[Bit]:
    """Return what is to be met as a sum of its parts, if it has several."""
    parts = [part for part in throw.against_parts if part.value]
    if len(parts) < 2:
        return []
    first, *others = parts
    sums = "".join(f" {'−' if (part.value or 0) < 0 else '+'} {part.label} {abs(part.value or 0)}" for part in others)
    return [(throw.against, "normal"), (f" = {first.label} {first.value}{sums}", "dim")]


def offered_bits(
    cockpit: Cockpit, kind: type[Action], field: Field, context: Context, scroll: strip.Scroll
) -> list[Bit]:
    """Return what a field offers for what is typed into it: words, letters, names with values, keys."""
    words = field.form.words(context)
    bits: list[Bit] = []
    if field.form.kind == "values":
        names, (kept, _, begun) = list(open_names(kind, context)), f" {field.begun}".rpartition(" ")
        before = f"{kept} {begun if '=' in begun else ''}".lstrip()
        for name in beginning(begun, names) or names:
            said = link([(f"{name}=", "dim")], f"word:{f'{before} {name}='.lstrip()}")
            bits += [(" · " if bits else ": ", "dim"), *said]
    elif field.letters(context, "") and not field.begun:
        choices = letter_bits(words, field.text, cockpit.key_of(kind.verb))
        bits += [(": ", "dim"), *choices, (f"   {ONE_KEY}", "dim")]
    elif field.form.kind == "text" and (others := of_the_same_cost(cockpit, kind)):
        bits += [("   with keys of their own: ", "dim"), *others]
    elif field.is_flag:
        bits += [("   space", "key"), (" sets it" if not field.text else " takes it away", "dim")]
    elif words:
        typed = field.begun.rpartition(",")[2] if field.is_several else field.begun
        fitting = (() if typed in words else beginning(typed, words)) or words
        first = scroll.first(0, len(fitting), 1)
        shown = [field.with_meaning(word, context) for word in fitting[first:]]
        bits += [(f": {CUT} " if first else ": ", "dim"), *strip.choices_bits(shown, typed)]
    elif field.form.kind == "names":
        bits += [(": nobody", "dim")]
    return bits


def line_at(cockpit: Cockpit, kind: type[Action], field: Field, context: Context, name: str) -> str:
    """Return a name for a field of one, else the names in its line, no more than the action reaches."""
    actor, weapon, most = context.values.get("actor"), context.values.get("weapon", ""), 0
    if is_aim(field.spec) and actor:
        most = kind.spreads(cockpit.system.silent(cockpit.scene), actor, weapon, context.values)
    return cockpit.line_at(name, most) if field.is_several else name


def list_hint(kind: type[Action], field: Field, actors: Sequence[str], hint: str) -> str:
    """Return the hint of a field with how a number of each of several actors is typed, if it takes one."""
    if field.spec.attr in kind.after_result:
        return f"{hint} (6,-,9: one for each, - misses)"
    return f"commas: one for each, in the order {', '.join(actors)}; {hint}" if field.form.kind in THROWN else hint


def throws_of_each(cockpit: Cockpit, actors: Sequence[str], line: Sequence[Part]) -> str:
    """Return what is thrown for each of several actors."""
    parts = spread(cockpit.system.silent(cockpit.scene), line) if actors else ()
    thrown = {name: cockpit.preview((part,)).throws for name, part in zip(actors, parts, strict=False)}
    return ", ".join(f"{throws} of {name}" for name, throws in thrown.items() if throws)


def behind_bits(text: str, options: Sequence[Field]) -> list[Bit]:
    """Return how an option is typed behind a result: those that are a word of their own may be."""
    typed, _, part = text.partition(" ")
    left = [each.spec.name for each in options if each.is_word and not each.text]
    left = beginning(part.rpartition(" ")[2], left) or left
    said = f"{typed} {left[0]}" if left else ""
    return [("   options may follow: ", "dim"), *link([(said, "normal")], f"word:{said}")] if left else []


_BETWEEN: Final = re.compile(r"([,;:]? or |[,;:] (?:or )?| ?\([^)]*\))")
"""What stands between the words of a hint; what is in brackets is an example."""

_WORD: Final = re.compile(r"0|(?!.*\d[\d,]).*[a-z].*")  # a number is an example, too, unless nothing came of the dice


def hint_bits(hint: str, field: Field, kind: type[Action], context: Context, most: int = 1) -> list[Bit]:
    """Return a hint in which a click on a word that the field reads types it, as the next one of ``most`` results."""
    first, behind = _first_word(field.begun, kind, number=field.form.kind == "number")
    given = first.split(",")
    before = (given if given[-1] and len(given) < most else given[:-1])[: most - 1]
    bits: list[Bit] = []
    for part in _BETWEEN.split(hint):
        said: list[Bit] = [(part, "dim")]
        with suppress(InvalidCommand):
            if _WORD.fullmatch(part) and field.spec.type is not None and field.spec.type.read(part, context):
                said = link([(part, "normal")], f"word:{' '.join((','.join((*before, quote(part))), *behind))}")
        bits += said
    return bits


def for_one(cockpit: Cockpit, draft: Draft, line: str) -> str:
    """Return why a list of results is not for one of a folded line, and how all of it act; "" if it is."""
    listed = any(is_result(draft.kind.parameters[attr]) and "," in text for attr, text in draft.texts.items())
    who = draft.texts.get("actor", "")  # It is missing while somebody else is being named.
    if not who or not listed or not (error := cockpit.preview((draft,)).error):
        return ""
    keys = f"{cockpit.key('leave-form')}, then {cockpit.key('pick')} selects all of {line}"
    return f"{error} Only {who} acts here; {keys}, a result for each."


def for_each(verb: str, actors: Sequence[str], fields: Sequence[Field]) -> GroupAction:
    """Return the sheet of a form for several, in which each of them has a result."""
    result = next(field for field in fields if field.is_result)
    others = [field for field in fields if field.text and not field.is_who and field is not result]
    shared = {field.spec.attr: field.text for field in others}
    title = "  ".join(field.spec.name if field.is_flag else f"{field.spec.name} {field.text}" for field in others)
    return GroupAction(verb, title, tuple(actors), (result.spec.name,), rest=ROLL, shared=shared)
