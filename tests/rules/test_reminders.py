"""Questions that come up in somebody's turn: the GM's own, a save that ends a condition, what a stat block says."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.cli.conftest import called
from tracker.commands.completion import complete
from tracker.commands.parser import usage
from tracker.export.text import as_text
from tracker.games.registry import find, names
from tracker.library.shelf import SHIPPED, Library
from tracker.rules.errors import InvalidCommand
from tracker.session import Session

BEGUN = ("add Ann hp=30 wis=14", "add Bob side=enemies", "initiative Ann 10", "initiative Bob 5", "next")


def fight(*lines: str, game: str = "srd5", seed: int = 1) -> Session:
    session = Session(find(game), dice=random.Random(seed))
    session.library = Library(session.system, (SHIPPED,))
    for line in lines:
        session.do(line)
    return session


def asked(session: Session) -> list[tuple[str, str]]:
    return [(prompt.name, prompt.text) for prompt in session.scene.prompts]


class TestOfOnesOwn:
    """``remind NAME TEXT``: asked in each of their turns until it is over."""

    @pytest.mark.parametrize(("each", "turn"), [("", "Bob"), (" each=start", "Bob"), (" each=end", "Ann")])
    def test_it_comes_at_the_start_or_the_end_of_the_turn(self, each: str, turn: str) -> None:
        session = fight(*BEGUN, f'remind Bob "burns: 1d6"{each}')
        while not session.scene.prompts:
            session.do("next")
        assert asked(session) == [("Bob", "burns: 1d6")]
        assert session.scene.turn.name == turn

    def test_one_answer_is_enough_for_this_turn_another_ends_it(self) -> None:
        session = fight(*BEGUN, "remind Bob burns", "next")
        assert session.do("decide 1 done").text == "Bob: burns. Done."
        session.do("next")
        session.do("next")
        assert asked(session) == [("Bob", "burns")]
        session.do("decide 2 over")
        for _ in range(4):
            session.do("next")
        assert asked(session) == []

    def test_rounds_count_how_often(self) -> None:
        session = fight(*BEGUN, "remind Bob burns rounds=2", "next")
        assert asked(session) == [("Bob", "burns")]
        session.do("next")
        session.do("next")
        assert asked(session) == [("Bob", "burns (for the last time)")]
        session.do("decide 2 done")
        for _ in range(4):
            session.do("next")
        assert asked(session) == []

    def test_an_unanswered_question_is_not_asked_twice(self) -> None:
        session = fight(*BEGUN, "remind Bob burns", *["next"] * 7)
        assert asked(session) == [("Bob", "burns")]

    def test_a_name_alone_takes_all_away(self) -> None:
        session = fight(*BEGUN, "remind Bob burns", "remind Bob sinks each=end", "remind Bob")
        for _ in range(4):
            session.do("next")
        assert asked(session) == []
        with pytest.raises(InvalidCommand, match="Nothing is asked of Bob yet"):
            session.do("remind Bob")

    def test_it_stands_on_the_sheet(self) -> None:
        session = fight(*BEGUN, "remind Bob burns each=end")
        assert "asked at each turn's end: burns" in as_text(session)

    def test_undo_takes_the_question_and_the_answer_back(self) -> None:
        session = fight(*BEGUN, "remind Bob burns", "next")
        session.do("decide 1 over")
        session.do("undo")
        assert asked(session) == [("Bob", "burns")]
        session.do("undo")
        assert asked(session) == []
        session.do("redo")
        assert asked(session) == [("Bob", "burns")]

    @pytest.mark.parametrize("game", ["outgunned", "contract", "gen6", "unknown-armies", "fate", "plain", "percentile"])
    def test_every_game_with_turns_asks(self, game: str) -> None:
        script = "add Ann\nadd Bob side=enemies\nremind Ann tides\ninitiative Ann 10\ninitiative Bob 5\n" + "next\n" * 6
        told = called("run", "--system", game, "--keep-going", "-", input=script).stdout
        assert "for Ann: tides (done, over)" in told

    def test_it_is_kept_in_the_session(self, tmp_path: Path) -> None:
        session = fight(*BEGUN, "remind Bob burns rounds=3")
        session.save_as(str(tmp_path / "fight.json")).result()
        session.close()
        again = Session.open(str(tmp_path / "fight.json"))
        again.do("next")
        assert asked(again) == [("Bob", "burns")]
        again.close()


SAVE = 'mark Ann frightened until=save save="13 ability=wis"'


class TestSaves:
    """The cases of Improved Initiative's #278: an attribute, a difficulty, the start or end of whose turn."""

    def test_it_is_asked_at_the_end_of_the_turn(self) -> None:
        session = fight(*BEGUN)
        assert session.do(SAVE).text == (
            "Ann: frightened until a save (13 ability=wis), asked at the end of their own turn."
        )
        assert asked(session) == []
        session.do("next")
        assert asked(session) == [("Ann", "frightened: does a save end it, 1d20 +2 (bonus 2) against 13: 11 or more?")]
        assert session.scene.prompts[0].choices == ("roll", "saved", "failed")

    @pytest.mark.parametrize(("answer", "left"), [("saved", []), ("failed", ["frightened"])])
    def test_an_answer_ends_it_or_not(self, answer: str, left: list[str]) -> None:
        session = fight(*BEGUN, SAVE, "next")
        session.do(f"decide 1 {answer}")
        assert [condition.name for condition in session.scene["Ann"].conditions] == left
        session.do("next")
        session.do("next")
        assert [name for name, _ in asked(session)] == ["Ann"] * len(left)

    def test_undo_takes_the_answer_the_question_and_the_condition_back(self) -> None:
        session = fight(*BEGUN, SAVE, "next", "decide 1 saved")
        assert not session.scene["Ann"].has("frightened")
        session.do("undo")
        assert session.scene["Ann"].has("frightened")
        assert [name for name, _ in asked(session)] == ["Ann"]
        session.do("undo")
        assert session.scene["Ann"].has("frightened")
        assert asked(session) == []
        session.do("undo")
        assert not session.scene["Ann"].has("frightened")
        session.do("redo 3")
        assert not session.scene["Ann"].has("frightened")

    def test_nobody_who_goes_down_is_asked_to_concentrate(self) -> None:
        """Who is dying, or dead, holds nothing; a monster at 0 hit points is dead."""
        session = fight(*BEGUN, "mark all concentrating", "hurt all 999")
        assert [who.out for who in session.scene.combatants.values() if who.side != "heroes"] == ["dead"]
        assert not any("hold" in text for _, text in asked(session))
        assert not any(who.has("concentrating") for who in session.scene.combatants.values())

    def test_who_is_helpless_does_not_begin_to_concentrate(self) -> None:
        session = fight(*BEGUN, "hurt Ann 30")
        told = session.do("mark Ann concentrating").text
        assert told == "Ann cannot concentrate now. Ann: no longer concentrating."
        assert not session.scene["Ann"].has("concentrating")

    def test_a_condition_that_the_sheet_excludes_is_noted_by_hand(self) -> None:
        session = fight("bring Skeleton")
        entry = session.do("mark Skeleton poisoned").entries[0]
        assert entry.remarks == ("Skeleton cannot be poisoned, by the sheet.",)
        assert session.scene["Skeleton"].has("poisoned")

    @pytest.mark.parametrize("seed", range(6))
    def test_a_throw_follows_the_rules_of_the_game(self, seed: int) -> None:
        session = fight(*BEGUN, SAVE, "next", seed=seed)
        done = session.do("decide 1 roll")
        text, (entry,) = done.text, done.entries
        thrown = sum(reason.value for reason in entry.why if reason.of == "total")
        assert session.scene["Ann"].has("frightened") == (thrown < 13)
        assert ("no longer frightened" in text) == (thrown >= 13)

    def test_it_can_be_asked_at_the_start_and_in_anothers_turn(self) -> None:
        session = fight(*BEGUN, f"{SAVE} each=start of=Bob")
        session.do("next")
        assert session.scene.turn.name == "Bob"
        assert [name for name, _ in asked(session)] == ["Ann"]

    def test_a_timer_and_a_save_go_together(self) -> None:
        session = fight(*BEGUN, f"{SAVE} rounds=1", "next")
        session.do("decide 1 failed")
        assert session.do("next").text.startswith("Ann: no longer frightened.")
        for _ in range(3):
            session.do("next")
        assert asked(session) == []

    def test_what_was_taken_away_by_hand_is_not_asked_any_more(self) -> None:
        session = fight(*BEGUN, SAVE, "unmark Ann frightened", "next", "next", "next")
        assert asked(session) == []

    @pytest.mark.parametrize(
        ("game", "line", "says"),
        [
            ("outgunned", "mark Ann hurt until=save", "Outgunned has no saves"),
            ("plain", 'mark Ann hurt save="1"', "“save=” does not belong to mark"),
            ("srd5", "mark Ann prone until=save", "Say what the save takes"),
            ("srd5", 'mark Ann prone until=start save="12"', "leave until= or save= out"),
            ("srd5", "mark Ann prone each=end", "each= says when a save is asked"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, game: str, line: str, says: str) -> None:
        session = fight("add Ann", game=game)
        with pytest.raises(InvalidCommand, match=says):
            session.do(line)


@pytest.mark.parametrize("game", names())
def test_a_save_is_offered_only_where_a_game_has_saves(game: str) -> None:
    session = fight("add Ann", game=game)
    has = "save" in session.system.actions
    assert has == (game in ("srd5", "cairn"))
    offered = complete(session.system, session.scene, "mark Ann prone until=").words
    assert ("until=save" in offered) == has
    assert ({"save=", "each="} <= set(complete(session.system, session.scene, "mark Ann prone ").words)) == has
    assert ("[save=]" in usage(session.system.actions["mark"])) == has


class TestStatBlocks:
    """Regeneration and auras of a creature are asked by themselves."""

    @pytest.mark.parametrize(
        ("creature", "begins", "turn"),
        [
            ("Troll", "Regeneration. The troll regains 15 Hit Points", "Troll"),
            ("Fire Elemental", "Fire Aura. At the end of each of the elemental's turns", "Ann"),
            ("Aboleth", "Mucus Cloud. Constitution Saving Throw: DC 14, each creature in a 5-foot Emanation", "Ann"),
            ("Clay Golem", "Berserk. Whenever the golem starts its turn Bloodied, roll 1d6.", "Clay Golem"),
            ("Ghast", "Stench. Constitution Saving Throw: DC 10, any creature that starts its turn in", "Ann"),
            ("Pit Fiend", "Fear Aura. Wisdom Saving Throw: DC 21, any enemy that starts its turn in", "Ann"),
        ],
    )
    def test_a_trait_about_each_turn_is_asked(self, creature: str, begins: str, turn: str) -> None:
        session = fight("add Ann", f'bring "{creature}"', "initiative Ann 10", f'initiative "{creature}" 20', "next")
        while not session.scene.prompts:
            session.do("next")
        ((name, text),) = asked(session)
        assert name == creature
        assert text.startswith(begins)
        assert session.scene.turn.name == turn

    def test_it_can_be_turned_off(self) -> None:
        session = fight("add Ann", "bring Troll", "initiative Ann 10", "initiative Troll 20", "next")
        session.do("decide 1 over")
        for _ in range(4):
            session.do("next")
        assert asked(session) == []

    def test_what_an_act_brings_is_asked_in_the_turns_of_who_is_struck(self) -> None:
        session = fight("add Ann hp=60 con=1", "bring Vrock", "initiative Vrock 20", "initiative Ann 10", "next")
        session.do("use Vrock Ann 2 weapon=spores")
        session.do("next")
        assert [text.partition(":")[0].partition(",")[0] for name, text in asked(session) if name == "Ann"] == [
            "While Poisoned"
        ]
        session.do("next")
        texts = [text for name, text in asked(session) if name == "Ann"]
        assert texts[-1] == "poisoned: does a save end it, 1d20 −5 (bonus −5) against 15: 20 or more?"
        number = next(prompt.id for prompt in session.scene.prompts if prompt.text == texts[-1])
        session.do(f"decide {number} saved")
        for prompt in session.scene.prompts:
            session.do(f"decide {prompt.id} skip")
        for _ in range(3):
            session.do("next")
        assert [text for name, text in asked(session) if name == "Ann"] == []

    def test_an_aura_is_asked_in_the_turns_of_those_it_can_reach(self) -> None:
        session = fight("add Ann", "bring Ghast", 'bring "Pit Fiend"', 'bring "Zombie"', "initiative Ghast 20")
        for line in ('initiative "Pit Fiend" 18', "initiative Zombie 15", "initiative Ann 10"):
            session.do(line)
        turns: dict[str, list[str]] = {}
        for _ in range(4):
            session.do("next")
            turns[str(session.scene.turn.name)] = [text.partition(".")[0] for _, text in asked(session)]
            for prompt in session.scene.prompts:
                session.do(f"decide {prompt.id} done")
        assert turns == {"Ghast": [], "Pit Fiend": ["Stench"], "Zombie": ["Stench"], "Ann": ["Stench", "Fear Aura"]}
        session.do("out Ghast")
        for _ in range(2):
            session.do("next")
        assert asked(session) == []

    @pytest.mark.parametrize(
        ("creature", "line", "answer", "begins", "turn"),
        [
            ("Magmin", "attack Magmin Ann 20 weapon=touch", "", "While burning, it takes 1d4 Fire", "Ann"),
            ("Bearded Devil", "attack # Ann 20 weapon=infernal-glaive", "failed", "While wounded, the target", "Ann"),
            ("Bearded Devil", "attack # Ann 20 weapon=infernal-glaive", "saved", "", "Ann"),
            ("Pit Fiend", "attack # Ann 20 weapon=bite", "failed", "While Poisoned, the target can't regain", "Ann"),
            ("Stirge", "attack # Ann 20 weapon=proboscis", "", "While attached, the stirge can't make", "Stirge"),
        ],
    )
    def test_what_goes_on_in_who_is_struck_is_asked_in_each_of_the_turns_that_are_named(
        self, creature: str, line: str, answer: str, begins: str, turn: str
    ) -> None:
        """Burning, poison and wounds: in the turns of the victim, or of who holds on to it."""
        session = fight("add Ann hp=200", f'bring "{creature}"', f'initiative "{creature}" 20', "initiative Ann 10")
        session.do("next")
        session.do(line.replace("#", f'"{creature}"').replace("infernal-glaive", '"infernal glaive"'))
        if answer:
            session.do(f"decide 1 {answer}")
        session.do("next")
        if turn != "Ann":
            session.do("next")
        told = [text for name, text in asked(session) if name == "Ann"]
        assert [text[: len(begins)] for text in told] == ([begins] if begins else [])

    def test_what_is_told_of_a_condition_ends_with_it(self) -> None:
        session = fight(*BEGUN, "mark Bob burning", "next")
        assert [text for _, text in asked(session)] == [
            "While burning, it takes 1d4 Fire damage at the start of each of its turns."
        ]
        session.do("decide 1 done")
        session.do("unmark Bob burning")
        for _ in range(4):
            session.do("next")
        assert asked(session) == []

    def test_a_creature_without_such_a_trait_asks_nothing(self) -> None:
        session = fight("add Ann", "bring Ogre", "initiative Ann 10", "initiative Ogre 20", *["next"] * 4)
        assert asked(session) == []
