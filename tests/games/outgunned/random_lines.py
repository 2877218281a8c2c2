"""Random lines of the game, valid and not, for property tests."""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

HEROES = ("Savar", "Sam", "Ivy")
FOES = ("Goons", "Boss", "Cop")

SETUP = (
    "add Savar pool=6 brawn=3 fight=3",
    "add Sam pool=5 brawn=2 stunt=3",
    "add Ivy",
    "add Goons preset=goons-2",
    "add Boss preset=boss-2",
    "add Cop side=police grit=5 attack=c defense=2c",
    "arm Savar,Sam pistol",
    "arm Ivy,Boss grenade",
    "arm Savar sniper-rifle",
    "range Sam Goons melee",
)

SETTINGS = (
    *("counter_size=per-success", "protect_double=full", "covering_stacks=yes", "whole_turn=action"),
    *("long_turns=2", "simple_range=yes", "brawl_cover=net", "pool_max=7"),
)

hero = st.sampled_from(HEROES)
foe = st.sampled_from(FOES)
anyone = st.one_of(hero, hero, foe)
difficulty = st.sampled_from(("b", "2b", "c", "2c", "e", "2e", "i"))
result = st.one_of(
    st.sampled_from(("0", "b", "2b", "3b", "c", "c+2b", "2c", "3c", "e", "i", "roll", "roll", "roll")),
    st.lists(st.integers(1, 6), min_size=1, max_size=9).map(lambda faces: "dice=" + ",".join(map(str, faces))),
)
weapon = st.sampled_from(("pistol", "grenade", "sniper"))


def maybe(name: str, value: SearchStrategy[str]) -> SearchStrategy[str]:
    """``name=value``, or nothing more often than not."""
    return st.one_of(st.just(""), st.just(""), value.map(lambda each: f"{name}={each}"))


def words(*parts: SearchStrategy[str] | str) -> SearchStrategy[str]:
    """A line of these words, the empty ones left out."""
    each = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*each).map(lambda found: " ".join(filter(None, found)))


def some(*each: str) -> SearchStrategy[str]:
    """Up to two of these flags, none more often than not."""
    flags = st.lists(st.sampled_from(each), max_size=2, unique=True).map(" ".join)
    return st.one_of(st.just(""), st.just(""), flags)


small = st.integers(0, 13).map(str)
times = st.sampled_from(("1", "2", "most"))

attack = words(
    *("attack", st.one_of(hero, hero, anyone), foe, result, maybe("weapon", weapon), maybe("near", hero)),
    *(maybe("difficulty", difficulty), maybe("hits", small), maybe("ones", small), maybe("pool", small)),
    some("extra", "reroll", "free-reroll", "all-in", "full-auto"),
)
react = words(
    *("react", st.one_of(hero, hero, anyone), st.one_of(result, result, st.just("pass")), foe.map("vs={}".format)),
    *(maybe("pool", small), maybe("counter", times), maybe("protect", hero), some("reroll", "free-reroll", "all-in")),
)
move = words(
    st.sampled_from(("approach", "retreat")), anyone, anyone, maybe("to", st.sampled_from(("close", "medium")))
)
cover = words(
    *("cover", anyone, st.sampled_from(("none", "partial", "total")), maybe("by", hero), maybe("with", hero)),
    st.sampled_from(("", "extra")),
)
other = st.one_of(
    words("counter", hero, foe, maybe("times", times)),
    words("protect", hero, hero),
    words("extra", anyone, st.sampled_from(("quick", "full", "cool"))),
    words("quick", anyone, st.sampled_from(("", "shouts", "extra"))),
    words("reload", anyone, st.sampled_from(("", "pistol"))),
    words("covering", hero, st.sampled_from(("", "pistol"))),
    words("mags", hero, st.sampled_from(("handgun +1", "handgun -2", "grenade -1"))),
    words("roulette", anyone, maybe("die", st.sampled_from("123456"))),
    words("spotlight", anyone, st.one_of(hero.map("save={}".format), st.just("extreme"), st.just("clear=tired"))),
    words("adrenaline", anyone, st.sampled_from(("+1", "-1", "+6", "spotlight"))),
    words("rest", st.one_of(anyone, st.just("all"))),
    words("mark", anyone, st.sampled_from(("hurt", "tired", "nervous", "scared", "distracted", "broken", "wet"))),
    words("range", anyone, anyone, st.sampled_from(("melee", "close", "medium", "long", "out"))),
    words("hurt", anyone, small),
    words("heal", anyone, small),
    words(st.sampled_from(("out", "back")), anyone),
    words("decide", st.integers(1, 6).map(str), st.sampled_from(("hurt", "tired", "roll", "3", "1", "skip"))),
    words("threat", st.sampled_from(("1", "2", "roll", "fire")), maybe("by", foe), maybe("for", hero)),
    words("mode", st.sampled_from(("brawl", "combat", "combat", "combat"))),
    words("set", hero, st.sampled_from(("extra=9", "grit=0", "grit=5", "spotlight=1"))),
    words("settings", st.sampled_from(SETTINGS)),
    st.sampled_from(("end won", "encounter The roof", "remove Cop")),
)
turn = st.sampled_from(("next", "next", "next", "begin action", "begin reaction"))
spend = st.one_of(words("counter", hero, foe), words("protect", hero, hero), words("extra", hero, st.just("quick")))
reactions = words("react", hero, result, foe.map("vs={}".format))

line = st.one_of(attack, attack, react, reactions, reactions, spend, move, cover, other, turn)


def ruled(text: str) -> str:
    """The line as the Director's ruling."""
    verb, _, rest = text.partition(" ")
    return f"{verb}! {rest}".strip()


any_line = st.tuples(line, st.booleans()).map(lambda each: ruled(each[0]) if each[1] else each[0])
