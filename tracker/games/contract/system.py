"""The Contract: its declarations, hooks and answers put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from tracker.combat.dice import no_dice
from tracker.combat.records import Reason
from tracker.combat.scene import Combatant, Plain, Prompt, Scene
from tracker.games.contract import answers, harm, story, turns, view
from tracker.games.contract import sheet as declared
from tracker.games.contract import tables as t
from tracker.games.contract.actions import ACTIONS
from tracker.games.contract.actions.defence import open_reactions, reaction_prompt
from tracker.games.contract.actions.splitting import proposed_shares
from tracker.games.contract.result import HELP
from tracker.games.contract.state import ACTION, EXERTED, drop_attacks_of, pending_on, release_attacks, set_pending
from tracker.games.contract.turns import action_used
from tracker.games.contract.weapons import armed_with
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Context, Setting
from tracker.rules.ending import how_it_ended, is_over
from tracker.rules.errors import InvalidCommand
from tracker.rules.resolver import Resolver
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.turns import full_order
from tracker.rules.view import (
    Badge,
    Bar,
    CoverRow,
    Deed,
    GameKey,
    GroupAction,
    Odds,
    Opening,
    Pending,
    Place,
    TurnStatus,
)

if TYPE_CHECKING:
    from tracker.rules.throw import Throw

_NEEDS = ("attack", "evade", "hold", "trigger", "split", "quick")
_REACTS = ("dodge", "parry", "clash")


class Contract(System):
    """The game of one Action a round, and attacks that wait to be met or taken."""

    name: ClassVar[str] = "contract"
    title: ClassVar[str] = "The Contract"
    source: ClassVar[str] = "The Contract, actions and reactions"
    sheet = declared.SHEET
    bands = declared.BANDS
    default_band = t.NEAR
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    own_settings = declared.SETTINGS
    tables = declared.TABLES
    weapon_names = tuple(t.WEAPONS)
    weapon_example = "sword, or cannon kind=firearm difficulty=7 damage=3"
    own_actions = ACTIONS
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    keys = (
        GameKey("s", "split"),
        GameKey("b", "hold"),
        GameKey("r", "act"),
        GameKey("E", "exert"),
        GameKey("l", "evade"),
        GameKey("I", "initiative"),
    )
    opens_fight = "initiative NAME OUTCOME"
    after_fight = ("mend",)
    turn_actions = ((ACTION, "act"), (EXERTED, "exert"))
    vital_columns = ("injuries", "dice")
    result_help = HELP
    reason_names: ClassVar[Mapping[str, str]] = {
        "target": "difficulty",
        "tn": "difficulty",
        "total": "pool",
        "units": "exertion",
        "grit": "body",
    }

    # ------------------------------------------------------------------ hooks

    @property
    def out_words(self) -> tuple[str, ...]:
        """Return the words for being out: down, or dead."""
        return (harm.DOWN, harm.DEAD, "unconscious", "fled")

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """Return a setting's default; the current profile has its own difficulty for evading."""
        current = setting.name == "evade_difficulty" and scene.settings.get("profile") == "current"
        return t.EVADE_NOW if current else setting.default

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Give every degree of cover its number."""
        listed = resolver.setting("cover_difficulty")
        if isinstance(listed, list) and len(listed) != len(t.COVER):
            raise InvalidCommand(f"cover_difficulty takes {len(t.COVER)} numbers, for {', '.join(t.COVER)}.")

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Set body from brawn unless it was given; in a fight with an order, note that initiative is missing."""
        for name in names:
            harm.update_body(resolver, name)
        turns.note_without_place(resolver, names)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """Update body from brawn and injuries; nobody falls by an edit."""
        combatant = resolver.combatant(name)
        if "brawn" in fields:
            resolver.set_track(name, "body", combatant.value("body"), harm.body_maximum(combatant))
        if {"brawn", "injuries"} & set(fields):
            resolver.set_track(name, "body", max(0, harm.body_left(resolver.combatant(name))))

    def complete_weapon(
        self, resolver: Resolver, name: str, weapon: str, given: Mapping[str, Plain]
    ) -> dict[str, Plain]:
        """Return a weapon with all its fields: its own, else those of its name or kind."""
        return armed_with(resolver, name, weapon, given)

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Give an injury of this severity, or take this much of the mind."""
        was = resolver.combatant(name).out
        if track == "mind":
            harm.change_mind(resolver, name, -amount)
        else:
            harm.injure(resolver, name, amount)
        harm.report_out(resolver, name, was)
        if resolver.combatant(name).out:
            drop_attacks_of(resolver, name)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Lower the worst injury by this much, or give back this much of the mind."""
        was, injuries = resolver.combatant(name).out, harm.injuries_of(resolver.combatant(name))
        if track == "mind":
            harm.change_mind(resolver, name, amount)
        elif injuries:
            harm.mend(resolver, name, max(injuries), max(injuries) - amount)
        harm.report_out(resolver, name, was)

    def manual_words(self, track: str, amount: int, *, gain: bool) -> str:
        """Return the words for a change by hand: an injury, or a lighter one."""
        if track != "body":
            return super().manual_words(track, amount, gain=gain)
        return f"worst injury −{amount}" if gain else f"injury {amount}"

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        """Return the reason for a loss of body: the severity of an injury."""
        return ("severity", -change) if track == "body" else (track, change)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Take somebody out by hand; their waiting attacks that had yet to come are dropped."""
        resolver.set_out(name, word or harm.DOWN)
        drop_attacks_of(resolver, name)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Drop the attacks of those who leave, and pass the turn on."""
        turns.pass_turn_on(resolver, names)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        """Parse an answer: ``take``, or a reaction with its result."""
        return answers.read_answer(prompt, text, context)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        """Carry out the chosen reaction."""
        answers.decide(resolver, prompt, choice)

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        """Drop the attack with its question."""
        blows = pending_on(resolver.combatant(prompt.name))
        set_pending(resolver, prompt.name, [blow for blow in blows if blow.prompt != prompt.id])
        for blow in blows:
            if blow.prompt == prompt.id:
                release_attacks(resolver, blow)

    def advance(self, resolver: Resolver) -> None:
        """Go on to the next in the order, or to a new round."""
        turns.next_turn(resolver)

    def make_active(self, resolver: Resolver, name: str) -> None:
        """Give somebody the turn by hand."""
        turns.make_active(resolver, name)

    def on_reordered(self, resolver: Resolver, name: str) -> None:
        """Before anybody has acted, make the first of a reordered tie active."""
        if resolver.scene.turn.round:
            turns.activate_first(resolver)

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        """Return the question of a waiting attack, with what evading has left of it and the open reactions."""
        target = scene.combatants.get(prompt.name)
        blow = (
            next((waiting for waiting in pending_on(target) if waiting.prompt == prompt.id), None) if target else None
        )
        if blow is None:
            return prompt
        text, choices = reaction_prompt(self, scene, blow)
        return replace(prompt, text=text, choices=choices)

    def on_end(self, resolver: Resolver) -> None:
        """End what depends on turns; waiting attacks stay."""
        turns.close_fight(resolver)
        super().on_end(resolver)

    def on_encounter(self, resolver: Resolver) -> None:
        """Clear the turns of the old fight; injuries stay."""
        turns.reset_for_encounter(resolver)

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        """Object to an actor who is out or has used the Action of the round."""
        super().check_actor(resolver, kind, actor)
        combatant = resolver.scene.combatants.get(actor)
        if combatant is None or ACTION not in combatant.spent:
            return
        reacts = kind.verb in _REACTS
        had_it = reacts and any(
            blow.earlier is not None and ACTION not in blow.earlier for blow in pending_on(combatant)
        )
        if kind.verb in _NEEDS or (reacts and not had_it):
            resolver.objection(action_used(combatant, reacts))

    def objection_to(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """Return the first objection; a reaction also needs an attack to meet."""
        resolver = Resolver(self, scene, no_dice())
        self.check_actor(resolver, kind, actor)
        combatant = scene.combatants[actor]
        if kind.verb in ("dodge", "clash", "take", "desperate") and not pending_on(combatant):
            resolver.objection(f"No attack waits for {actor}.")
        if kind.verb == "desperate" and ACTION not in combatant.spent:
            resolver.objection(f"{actor} still has the Action of this round.")
        if kind.verb in ("desperate", "exert") and EXERTED in combatant.spent:
            resolver.objection(f"{actor} has exerted this round.")
        if kind.verb == "trigger" and not combatant.fields.get("held"):
            resolver.objection(f"{actor} holds no action.")
        return resolver.objections[0] if resolver.objections else ""

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        """Return an attack, or the first open reaction of somebody who is attacked."""
        blows = pending_on(scene.combatants[actor]) if actor in scene.combatants else []
        if not blows:
            return "attack"
        open_ = open_reactions(self, scene, blows[0])
        return open_[0].split()[0] if open_ else "take"

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        """Fill in the only friend to parry for, and propose a split in equal shares."""
        actor = scene.combatants.get(given.get("actor", ""))
        if verb == "split" and actor is not None:
            shares = proposed_shares(self, scene, actor.name, self.likely_targets(scene, actor.name))
            return {"shares": shares} if shares else {}
        if verb != "parry" or actor is None or pending_on(actor):
            return {}
        hit = [
            combatant.name
            for combatant in scene.combatants.values()
            if combatant.side == actor.side and pending_on(combatant)
        ]
        return {"for_": hit[0]} if len(hit) == 1 else {}

    def group_action(self, scene: Scene, verb: str) -> GroupAction | None:
        """Return the form for the initiative that is still missing."""
        missing = tuple(
            e.name for e in scene.listed() if e.out is None and (is_over(scene) or "initiative" not in e.fields)
        )
        if verb != "initiative" or not missing:
            return None
        return GroupAction(verb, "who acts when", missing, ("outcome",), rest="roll")

    def throw(self, scene: Scene, action: Action) -> Throw | None:
        """Return the dice of an action by source, and what they must show."""
        from tracker.games.contract.throws import throw  # Loaded with the first form that has a result.

        return throw(self, scene, action)

    def odds(self, scene: Scene, action: Action) -> Odds:
        """Return the exact chances of anything rolled."""
        from tracker.games.contract.odds import odds  # Loaded when first asked for: few sessions ask.

        return odds(self, scene, action)

    # ------------------------------------------------------------------ what the log tells

    def deed(self, action: Action, before: Scene, after: Scene, why: tuple[Reason, ...]) -> Deed | None:
        """Return attacks and reactions as deeds; otherwise as in every game."""
        return story.deed(self, action, before, after, why) or super().deed(action, before, after, why)

    def succeeded(self, action: Action, before: Scene, why: tuple[Reason, ...]) -> bool | None:
        """Return whether the roll succeeded."""
        return story.succeeded(self, action, before, why)

    def turn_sentences(self, scene: Scene) -> tuple[str, ...]:
        """Return what ``next`` reports of the new turn."""
        return turns.turn_sentences(scene)

    # ------------------------------------------------------------------ answers to the screen

    def openings(self, scene: Scene) -> tuple[Opening, ...]:
        """Return the steps before the fight: positions, then everybody's initiative."""
        return view.openings(scene) if scene.turn.round == 0 and not is_over(scene) else ()

    def turn_is_used_up(self, scene: Scene) -> bool:
        """Return whether somebody spent the Action on a reaction before their own turn."""
        active = scene.turn.name
        return active in scene.combatants and not turns.can_act(scene[str(active)])

    def places(self, scene: Scene) -> tuple[Place, ...]:
        """Return everybody who is up by initiative; those whose Action is used are over."""
        return view.places(scene) if scene.turn.round and not is_over(scene) else ()

    def turn_status(self, scene: Scene) -> TurnStatus:
        """Return the round, who is active, and who else still has an Action, in order."""
        turn = scene.turn
        if is_over(scene):
            return TurnStatus(how_it_ended(scene))
        if turn.round == 0:
            return TurnStatus("before the fight")
        order = full_order(scene)
        on = order.index(turn.name) if turn.name in order else -1
        come = (scene[name] for name in (*order[on + 1 :], *order[: max(on, 0)]))
        still = tuple(combatant.name for combatant in come if combatant.out is None and ACTION not in combatant.spent)
        return TurnStatus(f"ROUND {turn.round}", turn.name or "", still)

    def columns(self, side: str) -> tuple[str, ...]:
        """Return the column heads: dice lost, armor, injuries."""
        return view.COLUMNS

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        """Return the texts under the heads."""
        return view.cells(self, scene, combatant)

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        """Return what is left of the body, with ticks where it costs more dice."""
        bar = super().bar(scene, combatant)
        return replace(bar, ticks=view.ticks(self, scene, combatant)) if bar else None

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for Action and exertion, shares and quick actions."""
        return view.act_marks(combatant, super().action_badges(scene, combatant))

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        """Return badges for what somebody waits for, holds and evades with, then cover and conditions."""
        return (*view.state_marks(combatant), *super().state_badges(scene, combatant))

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return the difficulty and damage of each weapon at each band."""
        return view.board_notes(scene, origin)

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return the modifiers that cover proposes."""
        return replace(
            super().cover_row(scene, combatant), effects=view.cover_effects(self, scene, combatant.cover.degree)
        )

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        """Return waiting attacks and held actions."""
        return view.pending(self, scene)
