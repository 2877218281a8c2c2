"""The declarations of an action."""

from tracker.rules.action import Action, ActorAction


class Leap(ActorAction):
    """Over whatever is in the way.

    What follows the first sentence is for readers of the code.
    """


class FarLeap(Leap):
    verb = "far"


class Search(Action):
    """TN 13 finds it."""

    help = "said otherwise"


class Stare(Action):
    """TN 13 finds it."""


class Watch(Action):
    """A long look."""


def test_the_verb_is_the_name_unless_said() -> None:
    assert [action.verb for action in (Leap, FarLeap, Search)] == ["leap", "far", "search"]


def test_the_help_is_the_first_sentence_unless_said() -> None:
    assert [action.help for action in (Leap, FarLeap, Search, Stare, Watch)] == [
        "over whatever is in the way",
        "over whatever is in the way",
        "said otherwise",
        "TN 13 finds it",
        "a long look",
    ]


def test_a_deed_is_somebodys() -> None:
    assert list(Leap.parameters) == ["actor"]
    assert Leap.parameters["actor"].required
    assert (Leap.source, Action.source) == ("S", "")
