"""All that a game has to bring. The screen, the commands and the disk know games only through this.

A game fills in the declarations, brings its own actions, and overrides the answers that differ; every
answer has a general form made from the declarations, so that a small game is short.
"""

from __future__ import annotations

from tracker.combat.dice import no_dice
from tracker.combat.history import Reason
from tracker.combat.scene import Scene
from tracker.systems.action import Action, Deed, Spec, flag, named, open_fields, place, places, result, specs
from tracker.systems.answers import Answers
from tracker.systems.declared import Role
from tracker.systems.display import (
    Bar,
    Board,
    BoardColumn,
    Listing,
    Many,
    Mark,
    MenuItem,
    Odds,
    Outcome,
    Row,
    Section,
    Shelter,
    Status,
    Waiting,
)
from tracker.systems.errors import Nonsense, Refused, listed, nearest
from tracker.systems.play import Play, Resolution
from tracker.systems.quoting import quote
from tracker.systems.sheet import Band, ConditionSpec, Degree, FieldSpec, Preset, Setting, Sheet, Table, TrackSpec
from tracker.systems.words import Look

__all__ = [
    "Action",
    "Band",
    "Bar",
    "Board",
    "BoardColumn",
    "ConditionSpec",
    "Deed",
    "Degree",
    "FieldSpec",
    "Listing",
    "Look",
    "Many",
    "Mark",
    "MenuItem",
    "Nonsense",
    "Odds",
    "Outcome",
    "Play",
    "Preset",
    "Reason",
    "Refused",
    "Resolution",
    "Role",
    "Row",
    "Section",
    "Setting",
    "Sheet",
    "Shelter",
    "Spec",
    "Status",
    "System",
    "Table",
    "TrackSpec",
    "Waiting",
    "flag",
    "listed",
    "named",
    "nearest",
    "open_fields",
    "place",
    "places",
    "result",
    "specs",
]


class System(Answers):
    """A game: its declarations, its actions, its rules behind the common words and its answers to the screen."""

    def helped(self, scene: Scene, actor: str) -> tuple[str, ...]:
        """Whom an actor may be thought to help: those of the own side who lost something, the worst first."""
        main, one = self.main_track(scene), scene.combatants.get(actor)
        friends = (each for each in scene.combatants.values() if one and each.side == one.side and each is not one)
        hurt = ((each.tracks[main], each.name) for each in friends if main in each.tracks)
        shares = sorted((track.value / track.max, name) for track, name in hurt if track.value < track.max)
        return tuple(name for _, name in shares)

    def main(self, scene: Scene, actor: str) -> Action | Many | str | None:
        """What the main key means now: a verb, or a sheet for many; None hides the key."""
        return self.roles.get("main")

    def of_all(self, scene: Scene, verb: str) -> Many | None:
        """A verb that is asked of many at once when somebody chooses it now; None asks only the one selected."""
        return None

    def menu(self, scene: Scene, actor: str) -> tuple[MenuItem, ...]:
        """Everything one can do: the game's own actions first, with what is against each right now."""
        found = []
        for kind in self.own_actions:
            against = self.against(scene, kind, actor) if actor in scene.combatants else ""
            found.append(MenuItem(kind.verb, kind.help, kind.cost, against))
        return tuple(found)

    def against(self, scene: Scene, kind: type[Action], actor: str) -> str:
        """The first objection to somebody doing this now, "" if there is none to see."""
        play = Play(self, scene, no_dice())
        self.check(play, kind, actor)
        return play.objections[0] if play.objections else ""

    def check(self, play: Play, kind: type[Action], actor: str) -> None:
        """Object to what can be seen without the action's other words: the actor is out, its cost is spent."""
        one = play.scene.combatants.get(actor)
        if one is not None and one.out is not None and not kind.by_hand:
            play.object_(f"{actor} is out ({one.out}) and cannot act; back {quote(actor)} brings them up again.")

    def odds(self, scene: Scene, action: Action) -> Odds:
        """The exact chances of an action with a roll; raises Nonsense for one without."""
        raise Nonsense(f"“{action.verb}” throws no dice, so it has no odds.")
