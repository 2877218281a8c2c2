"""The Contract as the tracker knows it: its declarations, its hooks and its answers put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.scene import Combatant, Plain, Prompt, Scene
from tracker.games.contract import answers, body, turns
from tracker.games.contract import sheet as declared
from tracker.games.contract import tables as t
from tracker.games.contract.acts import Act, Evade, Exert, Initiative, Injure, Mend, Power, Quick
from tracker.games.contract.attack import Attack
from tracker.games.contract.blow import fall_away, filled_arms, pending_on, put_pending, went_before
from tracker.games.contract.defence import open_reactions, question
from tracker.games.contract.held import Hold, Split, Trigger
from tracker.games.contract.react import Clash, Desperate, Dodge, Parry, Take
from tracker.games.contract.result import HELP, ResultWord
from tracker.games.contract.spend import ACTION, EXERTED, used
from tracker.rules.action import Action, perform
from tracker.rules.command import Command
from tracker.rules.declarations import Context, Setting
from tracker.rules.errors import InvalidCommand
from tracker.rules.matching import match
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.turns import full_order
from tracker.rules.view import Badge, Bar, CoverRow, GroupAction, Odds, Pending, TurnStatus

_NEEDS = ("attack", "evade", "hold", "trigger", "split", "quick")
_REACTS: Mapping[str, type[Dodge] | type[Parry] | type[Clash]] = {"dodge": Dodge, "parry": Parry, "clash": Clash}


class Contract(System):
    """The game of one Action a round: what attacks can be waited for, met, or taken."""

    name: ClassVar[str] = "contract"
    title: ClassVar[str] = "The Contract"
    source: ClassVar[str] = "The Contract, actions and reactions"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = t.NEAR
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    settings = declared.SETTINGS
    tables = declared.TABLES
    weapon_names = tuple(t.WEAPONS)
    own_actions: ClassVar[tuple[type[Action], ...]] = (
        *(Attack, Dodge, Parry, Clash, Desperate, Take, Evade, Act, Quick, Hold, Trigger, Split, Power),
        *(Exert, Initiative, Injure, Mend),
    )
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    turn_actions = ((ACTION, "act"), (EXERTED, "exert"))
    result_help = HELP
    reason_names: ClassVar[Mapping[str, str]] = {
        "target": "difficulty",
        "tn": "difficulty",
        "total": "pool",
        "units": "exertion",
    }

    # ------------------------------------------------------------------ hooks

    @property
    def out_words(self) -> tuple[str, ...]:
        """Down, or dead."""
        return (body.DOWN, body.DEAD, "unconscious", "fled")

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """The current profile evades at its own difficulty."""
        current = setting.name == "evade_difficulty" and scene.settings.get("profile") == "current"
        return t.EVADE_NOW if current else setting.default

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Every degree of cover has its number."""
        listed = resolver.setting("cover_difficulty")
        if isinstance(listed, list) and len(listed) != len(t.COVER):
            raise InvalidCommand(f"cover_difficulty takes {len(t.COVER)} numbers, for {', '.join(t.COVER)}.")

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Body comes from brawn, unless it was given."""
        for name in names:
            body.refresh(resolver, name)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """Body follows brawn and injuries; nobody goes down by what is written."""
        one = resolver.combatant(name)
        if "brawn" in fields:
            resolver.set_track(name, "body", one.value("body"), body.full_body(one))
        if {"brawn", "injuries"} & set(fields):
            resolver.set_track(name, "body", max(0, body.left_of(resolver.combatant(name))))

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """A weapon has all its fields: its own, else those of its name or kind."""
        old = resolver.combatant(name).weapons.get(weapon, {})
        kept = {} if given.get("kind", old.get("kind")) != old.get("kind") else old
        return filled_arms(weapon, {**kept, **given})

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """One injury, or so much of the mind."""
        was = resolver.combatant(name).out
        if track == "mind":
            body.shake(resolver, name, -amount)
        else:
            body.injure(resolver, name, amount)
        body.tell(resolver, name, was)
        if resolver.combatant(name).out:
            fall_away(resolver, name)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """The worst injury is lower by so much; or so much of the mind."""
        was, injuries = resolver.combatant(name).out, body.injuries_of(resolver.combatant(name))
        if track == "mind":
            body.shake(resolver, name, amount)
        elif injuries:
            body.mend(resolver, name, max(injuries), max(injuries) - amount)
        body.tell(resolver, name, was)

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """A loss of body is the severity of an injury."""
        return ("severity", -change) if track == "body" else (track, change)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Down; waiting attacks that had yet to come fall away."""
        resolver.set_out(name, word or body.DOWN)
        fall_away(resolver, name)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Their attacks leave with them; the turn passes on."""
        turns.leaving(resolver, names)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """``take``, or a reaction with its result: ``dodge 3``, ``desperate parry roll``."""
        words = text.split()
        if not words:
            raise InvalidCommand(f"Type one of {', '.join(prompt.choices)}.")
        verb = match(
            words[0],
            (*dict.fromkeys(each.split()[0] for each in prompt.choices), *_REACTS, "desperate", "skip"),
            "answer",
        )
        if verb in ("take", "skip"):
            return verb
        rest = words[1:]
        if verb == "desperate":
            verb = f"desperate {match(rest[0] if rest else '', tuple(_REACTS), 'reaction')}"
            rest = rest[1:]
        word = ResultWord()
        return f"{verb} {word.write(word.read(rest[0] if rest else 'roll', context))}"

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """The reaction chosen; a dropped question drops its attack."""
        name, by = prompt.name, str(prompt.data.get("by"))
        *words, last = choice.split()
        outer = resolver.action
        put_pending(
            resolver, name, sorted(pending_on(resolver.combatant(name)), key=lambda each: each.prompt != prompt.id)
        )
        if not words:
            perform(resolver, Take(actor=name, against_=by))
            resolver.action = outer
            return
        result = ResultWord().read(last, Context(self, resolver.scene))
        action: Action = (
            Desperate(actor=name, reaction=words[1], result=result, against_=by)
            if len(words) > 1
            else _REACTS[words[0]](actor=name, result=result, against_=by)
        )
        done = perform(resolver, action)
        found = ResultWord().write(getattr(done, "result", result))
        resolver.action = outer.copy_with(choice=" ".join((*words, found))) if outer else None

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """The attack is dropped with its question."""
        blows = pending_on(resolver.combatant(prompt.name))
        put_pending(resolver, prompt.name, [each for each in blows if each.prompt != prompt.id])
        for blow in blows:
            if blow.prompt == prompt.id:
                went_before(resolver, blow)

    def advance(self, resolver: Resolver) -> None:
        """The next in the order, or a new round."""
        turns.next_turn(resolver)

    def make_active(self, resolver: Resolver, name: str) -> None:
        """It is their turn."""
        turns.make_active(resolver, name)

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """A tie put in order before anybody has acted: the first of them is on."""
        if resolver.scene.turn.round:
            turns.first_is_on(resolver)

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """An attack that waits, with what evading has left of it and the reactions still open."""
        blow = next((each for each in pending_on(scene[prompt.name]) if each.prompt == prompt.id), None)
        if blow is None:
            return prompt
        text, choices = question(self, scene, blow)
        return replace(prompt, text=text, choices=choices)

    def on_encounter(self, resolver: Resolver) -> None:
        """Injuries stay; what belongs to the old fight's turns does not."""
        turns.fresh_fight(resolver)

    def check(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Out, or the Action of the round is used."""
        super().check(resolver, kind, actor)
        one = resolver.scene.combatants.get(actor)
        if one is not None and ACTION in one.spent and kind.verb in (*_NEEDS, *_REACTS):
            resolver.objection(used(one, kind.verb in _REACTS))

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """The first objection; a reaction also needs an attack to meet."""
        resolver = Resolver(self, scene, no_dice())
        self.check(resolver, kind, actor)
        one = scene.combatants[actor]
        if kind.verb in ("dodge", "clash", "take", "desperate") and not pending_on(one):
            resolver.objection(f"No attack waits for {actor}.")
        if kind.verb == "desperate" and ACTION not in one.spent:
            resolver.objection(f"{actor} still has the Action of this round.")
        if kind.verb in ("desperate", "exert") and EXERTED in one.spent:
            resolver.objection(f"{actor} has exerted this round.")
        if kind.verb == "trigger" and not one.fields.get("held"):
            resolver.objection(f"{actor} holds no action.")
        return resolver.objections[0] if resolver.objections else ""

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """An attack; the first open reaction of one who is attacked."""
        blows = pending_on(scene.combatants[actor]) if actor in scene.combatants else []
        if not blows:
            return "attack"
        open_ = open_reactions(self, scene, blows[0])
        return open_[0].split()[0] if open_ else "take"

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Who is not attacked parries for the only friend who is."""
        one = scene.combatants.get(given.get("actor", ""))
        if verb != "parry" or one is None or pending_on(one):
            return {}
        hit = [each.name for each in scene.combatants.values() if each.side == one.side and pending_on(each)]
        return {"for_": hit[0]} if len(hit) == 1 else {}

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """The initiative of everybody who has none yet."""
        missing = tuple(e.name for e in scene.listed() if e.out is None and "initiative" not in e.fields)
        return GroupAction(verb, "who acts when", missing, ("outcome",)) if verb == "initiative" and missing else None

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Exact chances of anything that is rolled."""
        from tracker.games.contract.odds import odds

        return odds(self, scene, action)

    # ------------------------------------------------------------------ answers to the screen

    def turn_status(self, scene: Scene) -> TurnStatus:
        """The round, who is on, who else still has an Action, in the order in which they come."""
        turn = scene.turn
        if turn.round == 0:
            return TurnStatus("before the fight")
        order = full_order(scene)
        on = order.index(turn.name) if turn.name in order else -1
        come = (scene[name] for name in (*order[on + 1 :], *order[: max(on, 0)]))
        still = tuple(each.name for each in come if each.out is None and ACTION not in each.spent)
        return TurnStatus(f"ROUND {turn.round}", turn.name or "", still)

    def columns(self, side: str) -> tuple[str, ...]:
        """Dice lost, armor, injuries."""
        return answers.COLUMNS

    def cells(self, scene: Scene, one: Combatant) -> tuple[str, ...]:
        """What stands under them."""
        return answers.cells(self, scene, one)

    def bar(self, scene: Scene, one: Combatant) -> Bar | None:
        """What is left of the body, with the steps at which it costs more dice."""
        found = super().bar(scene, one)
        return replace(found, ticks=answers.ticks(self, scene, one)) if found else None

    def action_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """Action and exertion, shares and quick actions."""
        return answers.act_marks(one, super().action_badges(scene, one))

    def state_badges(self, scene: Scene, one: Combatant) -> tuple[Badge, ...]:
        """What waits, is held, is evaded with; then cover and conditions."""
        return (*answers.state_marks(one), *super().state_badges(scene, one))

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Difficulty and damage of each weapon at each band."""
        return answers.board_notes(scene, origin)

    def cover_row(self, scene: Scene, one: Combatant) -> CoverRow:
        """What cover proposes."""
        return replace(super().cover_row(scene, one), effects=answers.cover_effects(self, scene, one.cover.degree))

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Attacks and held actions."""
        return answers.pending(self, scene)
