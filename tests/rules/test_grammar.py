"""Verbs agree with their subjects: singular, several, and plural names."""

import pytest

from tests.small_game import session
from tracker.rules.errors import InvalidCommand
from tracker.rules.grammar import agree, clause, means_several, plural_of, possessive, quantity


@pytest.mark.parametrize(
    ("add", "sentence"),
    [
        ("add Ann", "Ann joins (heroes)."),
        ("add Marcus", "Marcus joins (heroes)."),
        ("add Silas", "Silas joins (heroes)."),
        ("add Goons side=enemies", "Goons join (enemies)."),
        ("add Boss side=enemies", "Boss joins (enemies)."),
        ("add Marcus side=enemies", "Marcus joins (enemies)."),
        ("add Goon side=enemies count=3", "Goon (3) join (enemies)."),
        ('add "Wild Bunch" side=enemies plural=yes', "Wild Bunch join (enemies)."),
        ("add Vargas side=enemies", "Vargas joins (enemies)."),
        ("add Rivers side=enemies plural=no", "Rivers joins (enemies)."),
        ('add "Swarm of Rats" side=enemies', "Swarm of Rats joins (enemies)."),
        ('add "Knives of Dust" side=enemies', "Knives of Dust join (enemies)."),
        ("add Twins plural=yes", "Twins join (heroes)."),
    ],
)
def test_a_name_takes_the_verb_it_asks_for(add: str, sentence: str) -> None:
    assert session().do(add).text == sentence


def test_whether_a_name_is_plural_can_be_changed() -> None:
    fight = session("add Snakes side=enemies")
    assert clause("Snakes", fight.scene, "shoots") == "Snakes shoot"
    fight.do("set Snakes plural=no")
    assert clause("Snakes", fight.scene, "shoots") == "Snakes shoots"
    assert possessive("Snakes", fight.scene) == "Snakes's"


@pytest.mark.parametrize(
    "name",
    [
        *("Hostess", "Marcus", "Boris", "Boss", "Lucas", "Andreas", "Carlos", "Thanos", "Gladys", "Rhys"),
        *("James", "Hercules", "Agnes", "Lars", "Mr. Snips", "Dr Fangs", "Mary Rivers", "Old Tommy Fields"),
        *("Robert Evans", "Sister Dolores", "Sheriff Banks", "Holmes", "Jones of the Docks", "Swarm of Rats"),
        *("Summers", "Tom Woods", "Jacques", "Thucydides", "Carmen", "Dark Omen", "Specimen"),
        *("Cyclops", "Catoblepas", "Rhinoceros", "Erinyes", "Tyrannosaurus", "Giant Mantis", "the Duchess's"),
    ],
)
def test_a_name_of_one_is_singular_also_where_it_ends_in_s(name: str) -> None:
    assert not means_several(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Goons", "Bad Guys", "Harbour Thugs", "Wolves", "Zombies", "Cowboys", "Killer Bees", "Two Goons"),
        *("Henchmen", "Spearmen", "Medusas", "Weirdos", "Oxen", "Street Children", "Zebras"),
        *("Ninjas", "Hyenas", "Commandos", "Knives of Dust", "Mary's Guards", "throwing-knives"),
    ],
)
def test_a_name_of_several_is_plural(name: str) -> None:
    assert means_several(name)


def test_nothing_is_stored_for_a_name_that_was_not_changed() -> None:
    assert "plural" not in session("add Goons side=enemies").scene["Goons"].fields


def test_what_is_neither_yes_nor_no_is_refused() -> None:
    with pytest.raises(InvalidCommand, match=r"plural \(.*\): “maybe” is not a plain yes or no"):
        session("add Goons plural=maybe")


def test_several_names_and_a_possessive() -> None:
    scene = session("add Ann", "add Goons side=enemies").scene
    assert clause(("Ann", "Goons"), scene, "wins") == "Ann and Goons win"
    assert agree(("Ann",), scene, "wins") == "wins"
    assert (possessive("Ann", scene), possessive("Goons", scene)) == ("Ann's", "Goons'")


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("joins", "join"),
        ("is hurt", "are hurt"),
        ("was in the fight", "were in the fight"),
        ("has no body", "have no body"),
        ("carries 2 knives", "carry 2 knives"),
        ("dies", "die"),
        ("focuses", "focus"),
        ("loses a hand", "lose a hand"),
        ("misses", "miss"),
        ("reaches", "reach"),
        ("recovers, still hurt", "recover, still hurt"),
    ],
)
def test_the_plural_of_a_predicate_changes_its_verb_alone(one: str, several: str) -> None:
    assert plural_of(one) == several


@pytest.mark.parametrize(("number", "words"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice"), (40, "40 dice")])
def test_a_quantity_takes_the_plural_that_its_noun_has(number: int, words: str) -> None:
    assert quantity(number, "die", "dice") == words
    assert quantity(number, "yard") == words.replace("dice", "yards").replace("die", "yard")


def test_a_number_missing_on_a_sheet_is_said_in_the_number_of_the_name() -> None:
    fight = session("add Ann", 'add "Two Goons" side=enemies')
    resolver = fight.system.silent(fight.scene)
    assert resolver.missing("Ann", "speed") == "Ann has no speed on the sheet. Give it: set Ann speed=N."
    assert resolver.missing("Two Goons", "speed") == (
        'Two Goons have no speed on the sheet. Give it: set "Two Goons" speed=N.'
    )
