"""A game as the rest of the program sees it.

A game declares what it has, adds its own actions, and overrides the rules and answers that differ. Everything else has
a general form derived from the declarations, so that a small game is short.
"""

from abc import ABC
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, ClassVar, Final, Literal, TypeAlias

from tracker.combat.dice import no_dice
from tracker.combat.events import CoverBecame
from tracker.combat.records import Reason
from tracker.combat.scene import IN_THE_OPEN, OPEN, Combatant, Condition, Cover, Plain, Prompt, Scene
from tracker.rules import declarations, view
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Context, Values
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import quote, singular, spaced
from tracker.rules.matching import match, meant
from tracker.rules.params import RULINGS
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import fresh_sheet
from tracker.rules.throw import Check, Throw
from tracker.rules.turns import INITIATIVE, TurnClock, counter_text, expire_with
from tracker.rules.verbs import COMMON

Role = Literal["main", "quick", "cover", "nearer", "farther", "hurt", "heal", "mark", "next", "odds"]
"""What a key means in every game; each game says which of its verbs that is."""

COMMON_ROLES: Final[dict[Role, str]] = {it: it for it in ("cover", "nearer", "farther", "hurt", "heal", "mark", "next")}
"""The roles that verbs of every game fill."""

Looks: TypeAlias = Set[tuple[str, Any]]  # ``("allies", "reach")``: those within a band; ``("round", 1)``: beside that


class System(ABC):
    """A game: declarations and rules, its own actions, and its answers to the screen."""

    name: ClassVar[str]  # the game's name in commands and saves: lower-case letters, digits and -
    title: ClassVar[str]  # the game's name as people write it
    source: ClassVar[str]  # the source of the rules, for the reference
    licence: ClassVar[str] = ""  # the licence of the rules with its attribution, if they need one
    text: ClassVar[str] = ""  # the text of the game file, which its sessions keep; "" for a built-in game

    sheet: ClassVar[declarations.Sheet]
    bands: ClassVar[tuple[declarations.Band, ...]]
    default_band: ClassVar[str]
    cover_degrees: ClassVar[tuple[declarations.CoverDegree, ...]]
    conditions: ClassVar[tuple[declarations.ConditionSpec, ...]] = ()
    clock: ClassVar[TurnClock] = TurnClock()  # the order of turns
    own_settings: ClassVar[tuple[declarations.Setting, ...]] = ()  # the rules that the GM may change in this game
    common_settings: ClassVar[tuple[declarations.Setting, ...]] = (RULINGS,)  # those of every game

    presets: ClassVar[tuple[declarations.Preset, ...]] = ()
    tables: ClassVar[tuple[declarations.RulesTable, ...]] = ()
    weapons: ClassVar[Mapping[str, Mapping[str, Plain]]] = {}  # with the fields that they bring to whoever is armed
    weapon_names: ClassVar[tuple[str, ...]] = ()  # the weapons to offer
    harm_types: ClassVar[tuple[str, ...]] = ()  # the words for types of harm
    weapon_example: ClassVar[str] = ""  # a weapon with its values as typed, for the form

    own_actions: ClassVar[tuple[type[Action], ...]] = ()  # the verbs beside the common ones, or in place of them
    plain_harm = False  # whether the main track alone tells how much harm somebody has taken
    looked: Looks = frozenset()  # what rules have looked at since this was set

    roles: ClassVar[Mapping[Role, str]] = {}  # the verb for the role of a key; a missing role hides its key
    keys: ClassVar[tuple[view.GameKey, ...]] = ()  # those of frequent actions; the user's own take precedence

    turn_actions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What can be spent in a turn, each with its short form for the list: ``(("action", "act"), ...)``."""

    spends: ClassVar[Mapping[str, str]] = {}
    """The verb that spends a track, or ``SPARES``; without one, that of its name, else it is set by hand."""

    reason_names: ClassVar[Mapping[str, str]] = {}  # readable subjects of reasons, where the game has another term

    heads: ClassVar[tuple[str, ...]] = ()  # the heads of the columns of the list, if every side has the same
    vital_columns: ClassVar[tuple[str, ...]] = ()  # the columns that give way last where there is no room for all
    fallen_columns: ClassVar[tuple[str, ...]] = ()  # the columns that also matter of those who are out
    stands_up: ClassVar[str] = "unmark {} prone"  # the line by which {} stands up
    out_words: ClassVar[tuple[str, ...]] = ("out",)  # the game's words for being out

    group_as_one: ClassVar[str] = ""  # what one combatant is called where a whole group may be one; "" if it never is

    waits_in: ClassVar[str] = ""
    """The field of the fight that says what waits for whom; nothing but ``pending`` and ``around`` depends on it."""

    result_help: ClassVar[str] = ""  # how a result is written, in a line for the form
    opens_fight: ClassVar[str] = ""
    """The command that begins another fight of the same people after the end of one; "" if there is none."""

    after_fight: ClassVar[tuple[str, ...]] = ("heal",)  # the verbs for rest and repair after a fight, as offered

    in_one: ClassVar[tuple[str, ...]] = ()  # names under which ``spelled`` knows several values

    # The declarations

    @cached_property
    def once_a_turn(self) -> frozenset[str]:
        """Return the internal fields of who acts on which odds depend, such as an extra that comes once a turn."""
        return frozenset()

    @cached_property
    def settings(self) -> tuple[declarations.Setting, ...]:
        """Return all settings that the GM may change."""
        return (*self.own_settings, *self.common_settings)

    def setting(self, scene: Scene, name: str) -> Plain:
        """Return the value of a setting in this session; raises KeyError for an unknown name."""
        setting = self._by_name[name]
        return scene.settings[name] if name in scene.settings else self.setting_default(scene, setting)

    @cached_property
    def _by_name(self) -> Mapping[str, declarations.Setting]:
        return {setting.name: setting for setting in self.settings}

    def setting_default(self, scene: Scene, setting: declarations.Setting) -> Plain:
        """Return the default of a setting in this session; it may depend on other settings, such as an edition."""
        return setting.default

    def main_track(self, scene: Scene) -> str:
        """Return the track that ``hurt`` and ``heal`` mean by default."""
        return self.sheet.tracks[0].name

    def track_minimum(self, track: str) -> int:
        """Return the minimum of a track."""
        spec = self.sheet.track(track)
        return spec.low if spec else 0

    def band_names(self, scene: Scene) -> tuple[str, ...]:
        """Return the bands from nearest to farthest."""
        return tuple([band.name for band in self.bands])

    def read_band(self, text: str, context: Context) -> str:
        """Return the band that a word means; raises InvalidCommand."""
        return match(text, self.band_names(context.scene), "band")

    def step_band(self, scene: Scene, band: str, step: int) -> str | None:
        """Return the band one step nearer (-1) or farther (+1); None beyond the last one."""
        names = self.band_names(scene)
        place = names.index(band) + step
        return names[place] if 0 <= place < len(names) else None

    def read_cover_degree(self, text: str, context: Context) -> str:
        """Return the degree of cover that a word means; raises InvalidCommand."""
        return match(text, self.cover_degree_names(context.scene), "degree of cover")

    def cover_degree_names(self, scene: Scene) -> tuple[str, ...]:
        """Return the degrees of cover, from none to most."""
        return tuple(degree.name for degree in self.cover_degrees)

    def cover_materials(self) -> Mapping[str, str]:
        """Return the materials of cover that the game knows, each with what it stops."""
        return {}

    def condition_names(self, context: Context) -> tuple[str, ...]:
        """Return the conditions that the game knows."""
        return tuple(condition.name for condition in self.conditions)

    def cover_degree(self, name: str) -> declarations.CoverDegree:
        """Return the degree of cover of this name; one without effects if the game declares none."""
        declared = next((degree for degree in self.cover_degrees if degree.name == name), None)
        return declared or declarations.CoverDegree(name, "◧", "[")

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """Return an open prompt with its current text and choices; by default it does not change."""
        return prompt

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """Return the answer to a prompt that a typed text means; raises InvalidCommand."""
        choices = prompt.choices
        return (meant(text, choices) or match(text, (*choices, "skip"), "answer here")) if choices else text

    # Joining and leaving

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Apply the consequences of joining, such as a place in the order."""
        self.clock.seat(resolver, names)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Apply the consequences of leaving for good; those who leave are still in the scene."""
        self.clock.leave(resolver, names)

    def on_gone(self, resolver: Resolver, names: Sequence[str]) -> None:
        """End what ends with those who leave, for good or with a fight; they are still in the scene."""
        expire_with(resolver, names)

    def on_parted(self, resolver: Resolver, names: Sequence[str], others: Sequence[str]) -> bool:
        """Return whether the game says itself what comes of going away from enemies in the nearest band."""
        return False

    def on_encounter(self, resolver: Resolver) -> None:
        """Apply the changes that a new fight brings for those who stay: nobody is behind anything any more."""
        self.clock.forget(resolver)
        covered = tuple(name for name, who in resolver.scene.combatants.items() if who.cover.degree != OPEN)
        if covered:
            resolver.emit(CoverBecame(covered, IN_THE_OPEN))

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Put a combatant out of the fight; ``word`` None is the game's default word for it."""
        resolver.set_out(name, word or "out")

    def bring_back(self, resolver: Resolver, name: str) -> None:
        """Bring back a combatant who was out."""
        resolver.set_out(name, None)

    # The sheet

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """Apply the consequences of edits on a sheet, such as derived numbers."""

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Apply the consequences of changed settings for those in the fight."""

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        """Return all fields of a weapon: defaults, what it had or brings, and the typed fields ``given``."""
        defaults = {spec.name: spec.default for spec in self.sheet.weapon if spec.default is not None}
        return {**defaults, **resolver.combatant(name).weapons.get(weapon, self.weapons.get(weapon, {})), **given}

    def lacking(self, weapons: Mapping[str, Values], who: str = "NAME") -> Iterable[str]:
        """Return what these weapons come without, and how to give it to them, as sentences."""
        return ()

    def on_disarmed(self, resolver: Resolver, name: str, weapon: Mapping[str, Plain]) -> None:
        """React to a weapon having been taken away."""

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Take some of a track, with all consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) - amount)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Give back some of a track, with all consequences."""
        resolver.set_track(name, track, resolver.combatant(name).value(track) + amount)

    def manual_words(self, track: str, amount: int, *, gain: bool) -> str:
        """Return a change of a track by hand in words: ``−3 health``."""
        sign, noun = "+" if gain != self.fills(track) else "−", track.replace("-", " ")
        return f"{sign}{amount} {singular(noun) if amount == 1 else noun}"

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """Return what a change of a track by hand counts towards, and the number."""
        if change > 0:
            return track, -change if self.fills(track) else change
        return (track, change) if track in declarations.REASON_SUBJECTS else ("damage", -change)

    def mark(self, resolver: Resolver, name: str, condition: str, **ends: str | int | None) -> None:
        """Mark a condition by hand; a game may object, or store it in its own way."""
        resolver.mark(name, condition, None, **ends)

    def unmark(self, resolver: Resolver, name: str, condition: str) -> None:
        """End a condition by hand; a game may count levels of it."""
        resolver.unmark(name, condition)

    def condition_over(self, name: str) -> str:
        """Return what is said of somebody whose condition ends: ``no longer prone``, ``the focus ends``."""
        told = next((condition.over for condition in self.conditions if condition.name == name), "")
        return told or f"no longer {spaced(name)}"

    def take_cover(self, resolver: Resolver, name: str, degree: str, what: str | None) -> None:
        """Put a combatant behind cover, for the verb ``cover``."""
        resolver.emit(CoverBecame((name,), Cover(degree, None if degree == OPEN else what)))

    # Actions and answers

    def credit(self, prompt: Prompt, before: Scene, after: Scene) -> tuple[str, str] | None:
        """Return the doer and the victim of an answer to a question; None if it is nobody's deed."""
        by = prompt.data.get("by")
        return (by, prompt.name) if isinstance(by, str) and by else None

    def answer_deed(
        self, resolver: Resolver, prompt: Prompt, choice: str, after: Scene, why: tuple[Reason, ...]
    ) -> view.Deed | None:
        """Return the columns of the log for an answer to a question, as ``Action.deed`` does for an action."""
        credit = self.credit(prompt, resolver.scene, after)
        return view.Deed(*credit, (credit[0], choice)) if credit else None

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to what the verb and the actor alone forbid: the actor is out, the action is spent."""
        combatant = resolver.scene.combatants.get(actor)
        if combatant is not None and combatant.out is not None and not kind.by_hand:
            is_out = f"{resolver.clause(actor, 'is')} out ({spaced(combatant.out)})"
            resolver.objection(f"{is_out} and cannot act; back {quote(actor)} brings them up again.")

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Return the likely targets of an actor: those of other sides who are not out, the nearest first."""
        attacker = scene.combatants.get(actor)
        if attacker is None:
            return ()
        enemies = [other.name for other in scene.combatants.values() if other.side != attacker.side and not other.out]
        if not scene.ranges.of(actor):
            return tuple(enemies)
        places = {band: place for place, band in enumerate(self.band_names(scene))}
        return tuple(sorted(enemies, key=lambda name: places.get(scene.band(actor, name), len(places))))

    def demands(self, scene: Scene, name: str) -> tuple[tuple[str, str], ...]:
        """Return what somebody who throws nothing asks of those they fight, each with its label."""
        return ()

    def due_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Return whom an actor has committed themselves to attack, the next one first."""
        return ()

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Carry out the answer to a prompt, which is closed already; raises InvalidCommand for an unknown one."""
        raise InvalidCommand(f"Question {prompt.id} has no answer “{choice}” here.")

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """Apply the consequences of closing a prompt without an answer."""

    # The sheet of a newcomer

    def new_combatant(self, scene: Scene, side: str, preset: declarations.Preset | None) -> Combatant:
        """Return the sheet of a newcomer: the side's defaults, then the preset's values."""
        return fresh_sheet(self, side, preset)

    @cached_property
    def actions(self) -> Mapping[str, type[Action]]:
        """Return all actions by verb: the common ones and the game's own, which take precedence."""
        return {action.verb: action for action in (*COMMON, *self.own_actions)}

    def new_scene(self) -> Scene:
        """Return the empty scene of a new session."""
        return Scene(self.name, default_range=self.default_band)

    # What can be done now

    def main_action(self, scene: Scene, actor: str) -> Action | view.GroupAction | str | None:
        """Return what the main key does now: an action, a verb to fill in, or a group form; None hides the key."""
        return self.roles.get("main")

    def group_action(self, scene: Scene, verb: str) -> view.GroupAction | None:
        """Return the group form, if this verb is asked of several at once now, else None."""
        asks = self.clock.asks
        known = self.clock.numbers(scene) if verb == INITIATIVE and asks else {}
        missing = tuple(name for name, number in known.items() if not number)
        if missing:
            return view.GroupAction(verb, "who acts when", missing, (asks,), rest="roll")
        return view.GroupAction(verb, "who acts when", (*known,), (asks,), given=known, at_will=True) if known else None

    def acts_against(self, scene: Scene, names: tuple[str, ...]) -> tuple[view.GroupAction, ...]:
        """Return the acts of others against which these would throw, such as a breath, each with a line for each."""
        return ()

    def result_hint(self, verb: str, context: Context) -> str:
        """Return how a result is written in the form of this verb; ``context`` has the words typed so far."""
        return self.result_help

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Return default words for the form of a verb, by field; ``given`` are the known words."""
        return {}

    def menu(self, scene: Scene, actor: str) -> tuple[view.MenuItem, ...]:
        """Return the game's own actions, each with the objection against it now."""
        here = actor in scene.combatants
        refusals = ((action, self.objection_to(scene, action, actor) if here else "") for action in self.own_actions)
        return tuple(view.MenuItem(action.verb, action.help, action.cost, refusal) for action, refusal in refusals)

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """Return the first objection to this combatant doing this now, or an empty text."""
        resolver = Resolver(self, scene, no_dice())
        self.check_now(resolver, kind, actor)
        return resolver.objections[0] if resolver.objections else ""

    def check_now(self, resolver: Resolver, kind: type[Action], actor: str) -> None:
        """Object to what the menu already knows: what ``check_actor`` forbids, and what the moment does."""
        self.check_actor(resolver, kind, actor)

    def pending(self, scene: Scene) -> tuple[view.Pending, ...]:
        """Return attacks waiting for a reaction and held actions waiting for their trigger."""
        return ()

    def stand_up(self, scene: Scene, names: Sequence[str]) -> str:
        """Return the line by which those of them who are prone stand up; "" if nobody is."""
        prone = [name for name in names if scene[name].has("prone")]
        way = "stand {}" if "stand" in self.actions else self.stands_up
        return way.format(quote(",".join(prone))) if prone else ""

    def allies_in_need(self, scene: Scene, actor: str, *, own: bool = False) -> tuple[str, ...]:
        """Return the hurt of the actor's side, with ``own`` the actor too: first who is out, then by the share lost."""
        main, helper = self.main_track(scene), scene.combatants.get(actor)
        if helper is None:
            return ()
        allies = (ally for ally in scene.of_side(helper.side) if own or ally is not helper)
        bars = ((self.bar(scene, ally), ally) for ally in allies if main in ally.tracks)
        hurt = ((bar.left / bar.max, ally) for bar, ally in bars if bar is not None and bar.left < bar.max)
        return tuple(name for *_, name in sorted((ally.out is None, share, ally.name) for share, ally in hurt))

    def spelled(self, name: str, text: str) -> Iterable[tuple[str, str]]:
        """Return a value of the sheet, apart by names if the game's text writes several in one; InvalidCommand."""
        return ((name, text),)

    def resting(self, scene: Scene, names: Sequence[str] = ()) -> str:
        """Return the line with which these rest after a fight, or its pattern; "" if there is none."""
        if not self.after_fight:
            return ""
        verb, who = self.after_fight[0], quote(",".join(names)) if names else "NAME"
        needs = [spec.name.upper() for spec in self.actions[verb].in_order if spec.required][1:]
        if names and verb == self.roles.get("heal"):
            bars = (self.bar(scene, scene[name]) for name in names)
            needs = [str(max(bar.max - bar.left for bar in bars if bar is not None))]
        return " ".join((verb, who, *needs))

    def first_to_act(self, scene: Scene) -> Mapping[str, str]:
        """Return who acts before the others in a turn, and what a forecast enters for them if no choice is ranked."""
        return {}

    def acts_again(self, scene: Scene, name: str) -> bool:
        """Return whether an act that somebody has paid for goes on, such as with the second of several attacks."""
        return False

    def goes_on(self, scene: Scene, name: str) -> bool:
        """Return whether somebody who has acted may have another act in their turn that takes something."""
        return self.acts_again(scene, name) or bool(self.due_targets(scene, name))

    def follow_ups(self, scene: Scene, action: Action) -> tuple[Action, ...]:
        """Return the further acts that the same payment holds, such as the other attacks of a stat block's sequence."""
        return ()

    def counts(self, field: str, *, chosen: bool = True) -> bool:
        """Return whether part of a sheet can change the odds of an attack or answer, or also what may be ``chosen``."""
        return True

    def around(self, scene: Scene, actor: str, target: str) -> tuple[tuple[str, ...], Hashable]:
        """Return what can change the actor's ways or their odds besides what ``near`` tells: others, and the rest."""
        return (), None

    def near(self, scene: Scene, actor: str, target: str, looked: Looks | None = None) -> tuple[Hashable, ...]:
        """Return what odds between the two depend on around them and the round: all, or what rules ``looked`` at."""
        return ()

    def silent(self, scene: Scene) -> Resolver:
        """Return a resolver that only asks: without dice; objections are overruled, and costs are paid."""
        return Resolver(self, scene, no_dice(), ruled=True, pays=True, heard=False)

    def check_of(self, scene: Scene, action: Action) -> Check | None:
        """Return the throw that decides an action with its fields filled in, if there is one. Raises InvalidCommand."""
        resolver = self.silent(scene)
        return action.with_defaults(resolver).check(resolver)

    def odds(self, scene: Scene, action: Action) -> view.Odds:
        """Return the exact chances of an action; raises InvalidCommand for one without dice."""
        check = self.check_of(scene, action)
        if check is None:
            way = f" For a roll: {action.to_throw}." if action.to_throw else ""
            raise InvalidCommand(f"“{action.verb}” throws no dice, so it has no odds.{way}")
        return check.odds()

    def throw(self, scene: Scene, action: Action) -> Throw | None:
        """Return the throw of an action with ``roll`` as its result; None without dice. Raises InvalidCommand."""
        check = self.check_of(scene, action)
        return check.throw if check is not None else None

    def asked_next(self, scene: Scene, action: Action) -> tuple[str, ...]:
        """Return the fields that the typed result makes relevant, by attribute, such as the damage of a hit."""
        resolver = self.silent(scene)
        return action.with_defaults(resolver).asked_next(resolver)

    # The log

    def succeeded(self, action: Action, before: Scene, why: tuple[Reason, ...]) -> bool | None:
        """Return whether a throw succeeded, as its odds count success; None if the action threw nothing."""
        return action.succeeded(self.silent(before), why)

    def fills(self, track: str) -> bool:
        """Return whether harm adds to a track, as with stress, instead of taking from it."""
        return False

    def exceeds(self, track: str) -> bool:
        """Return whether harm must exceed a track to put somebody out; what it exceeds it by is counted."""
        return False

    def holds(self, scene: Scene, name: str) -> bool:
        """Return whether who is out may depend on more than the loss of the whole main track, such as on a throw."""
        return False

    def budget(self, scene: Scene) -> tuple[str, Mapping[str, int]]:
        """Return the game's own measure of a fight: its unit, what the ``foes`` are worth, and what heroes can take.

        What they can take is told by name, the easiest first. Nothing if the game has none, or the sheets do not say.
        """
        return "", {}

    # The screen

    def sections(self, scene: Scene) -> tuple[view.Section, ...]:
        """Return the list of combatants: a section for each side, heroes first."""
        listed, ranks = scene.listed(), (self.vital_columns, self.fallen_columns)
        members = {side: tuple(member.name for member in listed if member.side == side) for side in scene.sides()}
        return tuple(view.Section(side, side, self.columns(side), names, *ranks) for side, names in members.items())

    def columns(self, side: str) -> tuple[str, ...]:
        """Return the heads of the cells in the rows of a side."""
        return self.heads

    def row(self, scene: Scene, combatant: Combatant, pending: bool = False) -> view.CombatantRow:
        """Return a combatant's row; ``pending``: something waits for them besides prompts."""
        return view.CombatantRow(
            combatant.name,
            combatant.side,
            self.bar(scene, combatant),
            self.action_badges(scene, combatant),
            (*self.state_badges(scene, combatant), *_noted(combatant), *self.weapon_badges(combatant)),
            self.cells(scene, combatant),
            combatant.out,
            combatant.hidden,
            scene.turn.round > 0 and self.clock.may_act(scene, combatant.name),
            pending or any(prompt.name == combatant.name for prompt in scene.prompts),
        )

    def rows_apart(self, scene: Scene) -> bool:
        """Return whether no combatant's row surely depends on any other combatant."""
        return False

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        """Return the texts under the heads of the columns."""
        return ()

    def bar(self, scene: Scene, combatant: Combatant) -> view.Bar | None:
        """Return the main track as a bar."""
        main = self.main_track(scene)
        track = combatant.tracks.get(main)
        return None if track is None else view.Bar.of(track.value, track.max, self.fills(main))

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[view.Badge, ...]:
        """Return badges for what can be spent in a turn, spent or not."""
        return tuple(view.Badge.of_action(short, action in combatant.spent) for action, short in self.turn_actions)

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[view.Badge, ...]:
        """Return badges for cover and conditions."""
        conditions = tuple(view.Badge("!", "!", _condition_text(each), "warn") for each in combatant.conditions)
        if combatant.cover.degree == OPEN:
            return conditions
        degree = self.cover_degree(combatant.cover.degree)
        return (view.Badge(degree.glyph, degree.plain, degree.name), *conditions)

    def left_of_act(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        """Return what is left of an act that somebody has begun in this turn, such as further attacks."""
        return ()

    @property
    def lore(self) -> Mapping[str, Mapping[str, Any]]:
        """Return what the game knows by name in lower case, such as its spells: each with a name and a text."""
        return {}

    def withstood(self, combatant: Combatant, amount: int, kind: str) -> int:
        """Return what is lost of an amount of a kind of harm."""
        return amount

    def weapon_verb(self, combatant: Combatant, weapon: str) -> str | None:
        """Return the verb that a weapon is used with, the one of the odds unless the game has several; None without."""
        return self.roles.get("odds")

    def weapon_state(self, combatant: Combatant, weapon: str) -> str:
        """Return what is left of a weapon in a few words, beside its printed text; "" if nothing is counted."""
        return ""

    def weapon_badges(self, combatant: Combatant) -> tuple[view.Badge, ...]:
        """Return badges for the weapons carried."""
        return tuple(self.weapon_badge(combatant, name) for name in combatant.weapons)

    def weapon_badge(self, combatant: Combatant, name: str) -> view.Badge:
        """Return the badge of a weapon carried."""
        return view.Badge("†", "+", name, "dim")

    def band_table(self, scene: Scene, origin: str) -> view.BandTable:
        """Return the bands around a combatant, with everybody else in their column."""
        lines, notes = self.band_notes(scene, origin)
        sizes = {band.name: band.size for band in self.bands}
        names: dict[str, list[str]] = {band: [] for band in self.band_names(scene)}
        distances, default = scene.ranges.of(origin), scene.default_range
        for other in scene.listed():
            if other.name != origin:
                names.setdefault(distances.get(other.name, default), []).append(other.name)
        bands = (view.BandColumn(band, sizes.get(band, ""), notes.get(band, ()), tuple(names[band])) for band in names)
        return view.BandTable(origin, tuple(bands), lines)

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return the names of the lines in the heads of the band table (weapons), and their notes for each band."""
        return (), {}

    def cover_row(self, scene: Scene, combatant: Combatant) -> view.CoverRow:
        """Return a combatant's cover and its effects."""
        degree, cover = self.cover_degree(combatant.cover.degree), combatant.cover
        bar = view.Bar(cover.left, cover.sustains or cover.left) if cover.left is not None else None
        badge = view.Badge(degree.glyph, degree.plain, degree.name if degree.name != OPEN else "open")
        return view.CoverRow(combatant.name, badge, cover.what or "", degree.effects, bar)


def _noted(combatant: Combatant) -> tuple[view.Badge, ...]:
    counts = (f"{word} {counter_text(counter)}" for word, counter in combatant.counters.items())
    own = (view.Badge("#", "#", count, "accent") for count in counts)
    return (*own, *(view.Badge("✎", "&", note, "dim") for note in combatant.notes[-1:]))


def _condition_text(condition: Condition) -> str:
    value = f" {condition.value}" if condition.value is not None else ""
    rounds = f" {condition.rounds}r" if condition.rounds is not None else ""
    return f"{spaced(condition.name)}{value}{rounds}{condition.about}"
