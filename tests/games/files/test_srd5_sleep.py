"""Sleep in srd5: a second save at the end of the turn, and what wakes the sleeper."""

from __future__ import annotations

from tests.table import last, played
from tracker.session import Session

PEOPLE = (
    "add Ann hp=20 casting=int int=16 level=3 slots-1=4",
    "add Gob side=enemies hp=30 wis=8",
    "add Imp side=enemies hp=30",
    "initiative Ann 20",
    "initiative Gob 10",
    "initiative Imp 5",
    "next",
)
CAST = 'cast Ann sleep "Gob,Imp" dice=3,19'


def slept(*lines: str) -> Session:
    """What comes after the spell, and the end of the turn of Gob; Imp withstands it."""
    return played("srd5", *PEOPLE, CAST, "next", "next", *lines)


def has(session: Session, name: str = "Gob") -> set[str]:
    return {condition.name for condition in session.scene[name].conditions}


def asked(session: Session) -> list[str]:
    return [prompt.text for prompt in session.scene.prompts]


def test_who_fails_is_asked_once_for_a_second_save_at_the_end_of_the_next_turn() -> None:
    before = played("srd5", *PEOPLE, CAST, "next")
    assert has(before) == {"incapacitated", "drowsy"}
    assert asked(before) == []
    assert asked(slept()) == ["Gob is drowsy: Wisdom save, 1d20 −1 against 13. Does it succeed?"]
    assert len(asked(slept("next", "next", "next"))) == 1
    assert has(slept()) == {"drowsy"}
    assert has(slept(), "Imp") == set()


def test_who_fails_again_is_unconscious_until_damage_or_the_end_of_concentration() -> None:
    asleep = {"drowsy", "unconscious", "prone"}
    assert has(slept("decide 1 failed", "next", "next", "next")) == asleep
    assert asked(slept("decide 1 failed", "next", "next", "next")) == []
    for wakes in ("hurt Gob 3", "unmark Ann concentrating", "unmark Gob unconscious"):
        assert has(slept("decide 1 failed", wakes)) == {"prone"}
    assert has(slept("decide 1 saved")) == set()


def test_the_second_save_takes_the_number_that_the_table_threw() -> None:
    failed, saved = slept("decide 1 5"), slept("decide 1 18")
    assert has(failed) == {"drowsy", "unconscious", "prone"}
    assert last(failed).text.startswith("Gob: save, 5 against 13: failed.")
    assert has(saved) == set()
    assert asked(failed) == asked(saved) == []


def test_damage_ends_it_before_the_second_save_as_well() -> None:
    assert has(played("srd5", *PEOPLE, CAST, "hurt Gob 3")) == set()
    session = slept("hurt Gob 3")
    assert has(session) == set()
    assert asked(session) == []


def test_a_sleeping_hero_brought_to_0_is_unconscious_in_another_way() -> None:
    session = slept("set Gob side=heroes failures=0", "decide 1 failed", "hurt Gob 30", "unmark Ann concentrating")
    assert session.scene["Gob"].out == "dying"
    assert has(session) == {"prone", "unconscious"}


def test_the_second_save_is_thrown_against_the_caster_and_with_magic_resistance() -> None:
    for seed in range(6):
        session = played("srd5", *PEOPLE, CAST, "next", "next", "decide 1 roll", seed=seed)
        need = sum(reason.value for reason in last(session).why if reason.of == "need")
        assert need == 13
        assert ("unconscious" in has(session)) == ("failed" in last(session).text)
    resisting = (*PEOPLE, "bring imp as=Zip", "set Zip side=enemies", "initiative Zip 4")
    session = played("srd5", *resisting, "cast Ann sleep Zip failed", "next", "next", "next", "next")
    assert asked(session) == ["Zip is drowsy: Wisdom save, 2d20kh1 +1 against 13. Does it succeed?"]
    session.do("decide 1 roll")
    assert [len(throw.faces) for throw in last(session).dice] == [2]
