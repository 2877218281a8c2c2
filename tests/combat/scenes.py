"""A small scene and strategies for possible events in it."""

from __future__ import annotations

from hypothesis import strategies as st

from tracker.combat import events as e
from tracker.combat.scene import Combatant, Condition, Counter, Cover, Scene, Track, Turn

NAMES = ("Ann", "Bob", "Cid 1", "Cid 2")


def people() -> Scene:
    """Four people, two of them a group."""
    scene = Scene("game", default_range="near")
    for name in NAMES:
        side, group = ("enemies", "Cid") if name.startswith("Cid") else ("heroes", None)
        like = Combatant(name, side, group, tracks={"grit": Track(6, 6)}, fields={"pool": 4})
        scene = e.Joined((name,), like).apply(scene)
    return scene


def names() -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from((*NAMES, "Nobody")), min_size=1, max_size=3, unique=True).map(tuple)


def small() -> st.SearchStrategy[int]:
    return st.integers(0, 9)


def word() -> st.SearchStrategy[str]:
    return st.sampled_from(("a", "b", "grit"))


def events() -> st.SearchStrategy[e.Event]:
    """Any event of the closed set."""
    condition = st.builds(Condition, word(), st.none() | st.integers(1, 3), value=st.none() | small())
    return st.one_of(
        st.builds(e.TrackBecame, names(), word(), small(), small(), st.none() | small()),
        st.builds(e.FieldBecame, names(), word(), st.none() | small() | st.just([1, 2])),
        st.builds(e.ConditionCame, names(), condition),
        st.builds(e.ConditionWent, names(), word()),
        st.builds(e.RoundsWent, names(), word(), small()),
        st.builds(e.CoverBecame, names(), st.builds(Cover, word(), st.none() | word())),
        st.builds(e.SpentBecame, names(), st.lists(word(), max_size=2, unique=True).map(tuple)),
        st.builds(e.OutBecame, names(), st.none() | word()),
        st.builds(e.HiddenBecame, names(), st.booleans()),
        st.builds(e.WeaponBecame, names(), word(), st.none() | st.just({"loaded": True})),
        st.builds(e.SparesBecame, names(), word(), small()),
        st.builds(e.NotesBecame, names(), st.lists(word(), max_size=2).map(tuple)),
        st.builds(
            e.CounterBecame,
            names(),
            word(),
            st.none() | st.builds(Counter, small(), small(), st.sampled_from((None, "round", "turn"))),
        ),
        st.builds(e.BandBecame, st.sampled_from(NAMES), names(), st.sampled_from(("near", "far"))),
        st.builds(e.DefaultBandBecame, st.sampled_from(("near", "far"))),
        st.builds(e.OrderBecame, st.permutations(NAMES).map(tuple)),
        st.builds(e.TurnCame, st.builds(Turn, small(), st.none() | word())),
        st.builds(e.SceneFieldBecame, word(), st.none() | small()),
        st.builds(e.SettingBecame, word(), st.none() | small()),
        st.builds(e.TitleBecame, word()),
        st.builds(e.PromptCame, st.integers(1, 5), names(), word(), word()),
        st.builds(e.PromptWent, st.integers(1, 5), word()),
        st.builds(e.Left, names()),
    )
