"""The Contract: its declarations, hooks and answers put together."""

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar, Final

from msgspec.structs import replace

from tracker.combat.records import Reason, total_of
from tracker.combat.scene import OPEN, Combatant, Plain, Prompt, Scene
from tracker.games.contract import harm, state
from tracker.games.contract import sheet as declared
from tracker.games.contract import tables as t
from tracker.games.contract.actions import ACTIONS, reactions
from tracker.games.contract.actions.acting import proposed_shares
from tracker.games.contract.dice import HELP, REACTION
from tracker.games.contract.turns import CLOCK, action_used
from tracker.games.contract.weapons import FLYING, completed, weapon_stats
from tracker.games.contract.words import modifiers
from tracker.rules.action import Action
from tracker.rules.command import Command
from tracker.rules.declarations import Band, Context, Setting, Values
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import clause, minus, quantity, quote
from tracker.rules.resolver import Resolver
from tracker.rules.sheet import unknown_weapon
from tracker.rules.system import COMMON_ROLES, Role, System
from tracker.rules.view import Answer, Badge, Bar, CoverRow, Deed, GameKey, GroupAction, Pending, Tone

_APART: Final = ("injuries", "pending", "held", "ended")
"""Fields of which the odds see nothing but what ``around`` tells."""
_HELD: Final = ("attack", "power", "act", "trigger")
"""The verbs a held action may be carried out by: with a roll, or simply done."""


class Contract(System):
    """The game of one Action a round, and attacks that wait to be met or taken."""

    name: ClassVar[str] = "contract"
    title: ClassVar[str] = "The Contract"
    source: ClassVar[str] = "The Contract, actions and reactions"
    sheet = declared.SHEET
    bands = tuple(Band(name, size) for name, size in t.BANDS)
    default_band = t.NEAR
    cover_degrees = declared.DEGREES
    conditions = declared.CONDITIONS
    clock = CLOCK
    own_settings = declared.SETTINGS
    tables = declared.TABLES
    weapon_names = tuple(t.WEAPONS)
    weapon_example = "sword, or cannon kind=firearm difficulty=7 damage=3"
    own_actions = ACTIONS
    roles: ClassVar[Mapping[Role, str]] = {**COMMON_ROLES, "main": "attack", "quick": "quick", "odds": "attack"}
    keys = GameKey.each(s="split", b="hold", r="act", E="exert", l="evade", I="initiative")
    opens_fight = "initiative NAME OUTCOME"
    after_fight = ("mend",)
    turn_actions = ((state.ACTION, "act"), (state.EXERTED, "exert"))
    spends: ClassVar[Mapping[str, str]] = {"mind": "exert"}
    heads = ("dice", "armor", "injuries")
    vital_columns, fallen_columns = ("injuries", "dice"), ("injuries",)
    out_words = (harm.DOWN, harm.DEAD, "unconscious", "fled")
    result_help = HELP
    reason_names: ClassVar[Mapping[str, str]] = {
        "target": "difficulty",
        "tn": "difficulty",
        "total": "pool",
        "units": "exertion",
    }

    def setting_default(self, scene: Scene, setting: Setting) -> Plain:
        """Return a setting's default; the current profile has its own difficulty for evading."""
        current = setting.name == "evade_difficulty" and scene.settings.get("profile") == "current"
        return t.EVADE_NOW if current else setting.default

    def on_settings_changed(self, resolver: Resolver, names: Sequence[str]) -> None:
        listed = resolver.setting("cover_difficulty")
        if isinstance(listed, list) and len(listed) != len(t.COVER):
            raise InvalidCommand(f"cover_difficulty takes {len(t.COVER)} numbers, for {', '.join(t.COVER)}.")

    def on_joined(self, resolver: Resolver, names: Sequence[str]) -> None:
        """Set body from brawn unless it was given; in a fight with an order, note that initiative is missing."""
        for name in names:
            harm.update_body(resolver, name)
            mind = resolver.combatant(name).tracks.get("mind")
            lost = harm.dice_lost(self._body_table(resolver.scene), mind.value) if mind is not None else 0
            if mind is not None and lost:
                resolver.note(f"{name}: mind {mind.value} costs {quantity(lost, 'die', 'dice')} on every roll.")
        super().on_joined(resolver, names)

    def on_sheet_edited(self, resolver: Resolver, name: str, fields: Sequence[str]) -> None:
        """Update body from brawn and injuries; nobody falls by an edit."""
        combatant = resolver.combatant(name)
        if "brawn" in fields:
            resolver.set_track(name, "body", combatant.value("body"), harm.body_maximum(combatant))
        if {"brawn", "injuries"} & set(fields):
            resolver.set_track(name, "body", max(0, harm.body_left(resolver.combatant(name))))

    def complete_weapon(self, resolver: Resolver, name: str, weapon: str, given: Values) -> dict[str, Plain]:
        """Return a weapon's fields as it is given or changed; another kind brings its own."""
        old = resolver.combatant(name).weapons.get(weapon, {})
        kept = {} if given.get("kind", old.get("kind")) != old.get("kind") else old
        if not old and "kind" not in given and weapon.casefold() not in t.WEAPONS:
            resolver.note(unknown_weapon(self, weapon, "a melee weapon; kind=firearm, thrown or brawl changes that"))
        return completed(weapon, {**kept, **given})

    def lose(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        was = resolver.combatant(name).out
        if track == "mind":
            harm.change_mind(resolver, name, -amount)
        else:
            harm.injure(resolver, name, amount)
        harm.report_out(resolver, name, was)
        if resolver.combatant(name).out:
            state.drop_attacks_of(resolver, name)

    def regain(self, resolver: Resolver, name: str, amount: int, track: str) -> None:
        """Lower the worst injury by this much, or give back this much of the mind."""
        was, injuries = resolver.combatant(name).out, harm.injuries_of(resolver.combatant(name))
        if track == "mind":
            harm.change_mind(resolver, name, amount)
        elif injuries:
            harm.mend(resolver, name, max(injuries), max(injuries) - amount)
        harm.report_out(resolver, name, was)

    def manual_words(self, track: str, amount: int, *, gain: bool) -> str:
        if track != "body":
            return super().manual_words(track, amount, gain=gain)
        return f"worst injury −{amount}" if gain else f"injury {amount}"

    def manual_reason(self, track: str, change: int) -> tuple[str, int]:
        return ("severity", -change) if track == "body" else (track, change)

    def take_out(self, resolver: Resolver, name: str, word: str | None) -> None:
        """Take somebody out by hand; their waiting attacks that had yet to come are dropped."""
        resolver.set_out(name, word or harm.DOWN)
        state.drop_attacks_of(resolver, name)

    def on_leaving(self, resolver: Resolver, names: Sequence[str]) -> None:
        for name in names:
            state.drop_attacks_of(resolver, name, late_only=False)
        super().on_leaving(resolver, names)

    def read_answer(self, prompt: Prompt, text: str, context: Context) -> str:
        return reactions.read_answer(prompt, text, context)

    def decide(self, resolver: Resolver, prompt: Prompt, choice: str) -> None:
        reactions.answer_attack(resolver, prompt, choice)

    def on_prompt_dropped(self, resolver: Resolver, prompt: Prompt) -> None:
        blow = state.state_of(resolver.combatant(prompt.name)).waiting(prompt.id)
        if blow is not None:
            state.settle_attack(resolver, blow, "skip")
            state.release_attacks(resolver, blow)

    def refresh_prompt(self, scene: Scene, prompt: Prompt) -> Prompt:
        target = scene.combatants.get(prompt.name)
        blow = state.state_of(target).waiting(prompt.id) if target else None
        if blow is None:
            return prompt
        text, choices = reactions.reaction_prompt(self, scene, blow)
        return replace(prompt, text=text, choices=choices)

    def on_encounter(self, resolver: Resolver) -> None:
        super().on_encounter(resolver)
        resolver.restore()
        state.change_pending(resolver, lambda blow: None)

    def check_actor(self, resolver: Resolver, kind: type[Command], actor: str) -> None:
        super().check_actor(resolver, kind, actor)
        combatant = resolver.scene.combatants.get(actor)
        if combatant is None or state.ACTION not in combatant.spent:
            return
        reacts, scene = kind.verb in reactions.REACTIONS, resolver.scene
        attacked = scene.of_side(combatant.side) if kind.verb == "parry" else (combatant,)
        blows = (blow for one in attacked if reacts for blow in state.state_of(one).pending)
        had_it = any((then := blow.then(actor)) is not None and state.ACTION not in then.spent for blow in blows)
        if kind.verb in ("attack", "evade", "hold", "trigger", "split", "quick") or (reacts and not had_it):
            resolver.objection(action_used(combatant, resolver.scene, reacts))

    def check_now(self, resolver: Resolver, kind: type[Action], actor: str) -> None:
        super().check_now(resolver, kind, actor)
        scene, combatant = resolver.scene, resolver.combatant(actor)
        attacked = scene.of_side(combatant.side) if kind.verb == "parry" else (combatant,)
        waits = any(state.state_of(each).pending for each in attacked)
        if kind.verb in (*reactions.REACTIONS, "take", "desperate") and not waits:
            resolver.objection(f"No attack waits for {actor}.")
        if kind.verb == "desperate" and state.ACTION not in combatant.spent:
            resolver.objection(f"{resolver.clause(actor, 'has')} the Action of this round left.")
        if kind.verb in ("desperate", "exert") and state.EXERTED in combatant.spent:
            resolver.objection(f"{resolver.clause(actor, 'has')} exerted this round.")
        if kind.verb == "trigger" and not combatant.fields.get("held"):
            resolver.objection(f"{resolver.clause(actor, 'holds')} no action.")

    def likely_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.due_targets(scene, actor), *super().likely_targets(scene, actor))))

    def due_targets(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Return the targets of the unused shares for attacks, in their order."""
        shares = state.state_of(scene[actor]).shares if actor in scene.combatants else ()
        return tuple(share.target for share in shares if share.act == "attack" and share.target)

    def resting(self, scene: Scene, names: Sequence[str] = ()) -> str:
        each = [f"mend {quote(name)} {severity}" for name in names for severity in harm.injuries_of(scene[name])]
        return " ; ".join(each) or super().resting(scene, names)

    def main_action(self, scene: Scene, actor: str) -> Action | GroupAction | str | None:
        blows = state.state_of(scene.combatants[actor]).pending if actor in scene.combatants else []
        if not blows:
            return "attack"
        open_ = reactions.open_reactions(self, scene, blows[0])
        return open_[0].split()[0] if open_ else "take"

    def form_defaults(self, scene: Scene, verb: str, given: Mapping[str, str]) -> Mapping[str, str]:
        actor = scene.combatants.get(given.get("actor", ""))
        if verb == "split" and actor is not None:
            shares = proposed_shares(self, scene, actor.name, self.likely_targets(scene, actor.name))
            return {"shares": shares} if shares else {}
        if verb == "mend" and actor is not None and len(injuries := harm.injuries_of(actor)) == 1:
            return {"severity": str(injuries[0])}
        if verb != "parry" or actor is None or state.state_of(actor).pending:
            return {}
        hit = [friend.name for friend in scene.of_side(actor.side) if state.state_of(friend).pending]
        return {"for_": hit[0]} if len(hit) == 1 else {}

    def answer_deed(
        self, resolver: Resolver, prompt: Prompt, choice: str, after: Scene, why: tuple[Reason, ...]
    ) -> Deed | None:
        blow = state.state_of(resolver.combatant(prompt.name)).waiting(prompt.id)
        if blow is None or state.state_of(after[prompt.name]).waiting(prompt.id) is not None:
            return None
        reaction = choice.rpartition(" ")[0]  # The outcome stands in place of the dice that were typed: dodge 2.
        how = f"{reaction} {minus(total_of(why, REACTION.outcome))}" if reaction else choice
        own = {prompt.name: reactions.strain_of(resolver, prompt.name, why)}
        hit, back = reactions.blows_of(resolver, why, prompt.name if reactions.CLASH in reaction else "")
        return Deed(blow.by, prompt.name, (reactions.versus(blow), how), reactions.UNHURT, hit=hit, own=own, back=back)

    # Answers to the screen

    def cells(self, scene: Scene, combatant: Combatant) -> tuple[str, ...]:
        table = self._body_table(scene)
        lost = harm.dice_lost(table, harm.body_left(combatant))
        if "mind" in combatant.tracks:
            lost += harm.dice_lost(table, combatant.value("mind"))
        injuries = " ".join(map(str, harm.injuries_of(combatant)))
        return (f"−{lost}" if lost else "", str(combatant.number("armor") or ""), injuries)

    def _body_table(self, scene: Scene) -> list[int]:
        return harm.whole_numbers(self.setting(scene, "body_table"))

    def bar(self, scene: Scene, combatant: Combatant) -> Bar | None:
        bar, table = super().bar(scene, combatant), self._body_table(scene)
        lost = [harm.dice_lost(table, left) for left in range(1, len(table) + 2)]
        ticks = tuple(left for left in range(1, len(lost)) if lost[left - 1] != lost[left])
        return replace(bar, ticks=ticks) if bar else None

    def action_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        badges, shares = super().action_badges(scene, combatant), state.state_of(combatant).shares
        if shares:
            badges = (Badge("·", ".", "act " + "+".join(str(share.dice) for share in shares)), *badges[1:])
        return badges

    def state_badges(self, scene: Scene, combatant: Combatant) -> tuple[Badge, ...]:
        pending, mind = state.state_of(combatant).pending, combatant.tracks.get("mind")
        badges = [Badge("⚑", "*", f"attacked ×{len(pending)}", "bad")] if pending else []
        if combatant.fields.get("held"):
            badges.append(Badge("◷", "o", "holds", "accent"))
        if combatant.number("evade"):
            badges.append(Badge("↝", "~", f"evade {combatant.number('evade')}", "good"))
        if combatant.number("next_penalty"):
            badges.append(Badge("−", "-", f"{combatant.number('next_penalty')} next", "warn"))
        if combatant.number("quick") and state.ACTION not in combatant.spent:
            badges.append(Badge("−", "-", f"{t.QUICK * combatant.number('quick')} dice, quick", "dim"))
        if mind is not None:
            tone: Tone = "normal" if mind.value == mind.max else "warn"
            badges.append(Badge("◇", "m", f"mind {mind.value}/{mind.max}", tone))
        return (*badges, *super().state_badges(scene, combatant))

    def band_notes(self, scene: Scene, origin: str) -> tuple[tuple[str, ...], Mapping[str, tuple[str, ...]]]:
        """Return each weapon's difficulty and damage at each band, with the band's proposal in brackets."""
        combatant = scene.combatants.get(origin)
        if combatant is None:
            return (), {}
        weapons = tuple(combatant.weapons) or (t.BARE,)
        return weapons, {band: tuple(_note(combatant, weapon, band) for weapon in weapons) for band, _ in t.BANDS}

    def cover_row(self, scene: Scene, combatant: Combatant) -> CoverRow:
        """Return a row of the cover pane, with the difficulty that the degree of cover proposes."""
        degree = combatant.cover.degree
        step = 0 if degree == OPEN else modifiers(self, scene).get(f"{degree}-cover", 0)
        effects = (f"difficulty {step:+d}, optional",) if step else ()
        return replace(super().cover_row(scene, combatant), effects=effects)

    # What odds depend on

    def counts(self, field: str, *, chosen: bool = True) -> bool:
        return field not in _APART

    def around(self, scene: Scene, actor: str, target: str) -> tuple[tuple[str, ...], Hashable]:
        """Return the dice that the actor's injuries cost, the target's worst, and the attacks that wait."""
        lost = harm.dice_lost(self._body_table(scene), harm.body_left(scene[actor]))
        worst, blows = max(harm.injuries_of(scene[target]), default=0), state.state_of(scene[actor]).pending
        met = ((replace(blow, by="", target="", prompt=0), scene.band(actor, blow.by)) for blow in blows)
        return (), (lost, worst, *met)

    def pending(self, scene: Scene) -> tuple[Pending, ...]:
        if not any(who.fields.get("pending") or who.fields.get("held") for who in scene.combatants.values()):
            return ()
        attacks, holding = list[Pending](), list[Pending]()
        for combatant in scene.listed():
            for blow in state.state_of(combatant).pending:
                open_ = reactions.open_reactions(self, scene, blow)
                verbs = tuple(dict.fromkeys(verb.split()[0] for verb in (*open_, "take")))
                with_ = f"with {t.arms(blow.weapon)}"
                text = f"{clause(blow.by, scene, 'attacks')} {with_}, outcome {minus(blow.outcome)}"
                label = state.pending_label(scene, blow)
                answers = _more_answers(self, scene, blow, label)
                attacks.append(Pending(combatant.name, text, verbs, attacker=label, answers=answers))
            held = state.state_of(combatant).held
            if held is not None and combatant.out is None:
                when = f", when {held.when}" if held.when else ""
                holding.append(Pending(combatant.name, f"holds: {held.action}{when}", _HELD, ("held",)))
        return (*attacks, *holding)


def _note(combatant: Combatant, weapon: str, band: str) -> str:
    arms = weapon_stats(combatant, weapon)
    if arms.kind not in FLYING and band != t.ENGAGED:
        return "×"
    hint = t.BAND_HINTS.get(band) if arms.kind in FLYING else None
    note = f"D{arms.difficulty} {arms.damage:+d}" + (f" ({t.MODIFIERS[hint]:+d})" if hint else "")
    return note.replace("-", "−")


def _more_answers(system: System, scene: Scene, blow: state.Blow, label: str) -> tuple[Answer, ...]:
    evades = (
        Answer(f"{reactions.EVADE} {much}", f"decide {blow.prompt} {reactions.EVADE} {much}", f"takes {much} off")
        for much in range(harm.evading_left(system, scene, blow), 0, -1)
    )
    given = {"for_": blow.target, "against_": label}
    friends = (
        Answer(f"{reactions.PARRY_BY}{name}", "", "uses their Action", "parry", name, given)
        for name in reactions.friends_who_parry(system, scene, blow)
    )
    return (*evades, *friends)
