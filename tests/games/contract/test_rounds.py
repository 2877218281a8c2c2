"""Rounds, single turns, held and split actions, evading, exerting: how long each lasts."""

import pytest

from tests.games.contract.fights import ARMED, PAIR, session
from tests.table import last, played, refused, total
from tracker.games.contract import SYSTEM
from tracker.games.contract.weapons import weapon_stats
from tracker.rules.errors import InvalidCommand, Refused

FIGHT = (*ARMED, "initiative Anna 3", "initiative Bert 5")
"""Bert is on, then Anna."""


def test_the_first_initiative_opens_round_one() -> None:
    fight = session(*ARMED, "act Anna waits")
    assert fight.scene.turn.round == 0
    fight.do("initiative Anna 3")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (1, "Anna")
    assert fight.scene["Anna"].spent == ()


def test_until_somebody_acts_the_highest_is_on() -> None:
    fight = session(*FIGHT, "add Carl", "initiative Carl 7")
    assert fight.scene.order == ("Carl", "Bert", "Anna")
    assert fight.scene.turn.name == "Carl"
    fight.do("attack Carl Bert 0")
    fight.do("add Dora")
    fight.do("initiative Dora 9")
    assert fight.scene.order[0] == "Dora"
    assert fight.scene.turn.name == "Carl"


def test_ties_stand_as_rolled_until_the_director_orders_them() -> None:
    fight = session(*FIGHT, "add Carl", "initiative Carl 5")
    assert fight.scene.order == ("Bert", "Carl", "Anna")
    fight.do("before Carl Bert")
    assert fight.scene.order == ("Carl", "Bert", "Anna")
    assert fight.scene.turn.name == "Carl"
    fight.do("next")
    fight.do("before Anna Carl")
    assert fight.scene.turn.name == "Bert"


def test_one_who_holds_has_begun_the_fight() -> None:
    fight = session(*FIGHT, "hold Bert strike when=now", "add Carl", "initiative Carl 9")
    assert fight.scene.turn.name == "Bert"
    fight.do("next")
    assert fight.scene["Bert"].fields["held"] == {"action": "strike", "when": "now"}


def test_the_turns_of_those_who_are_down_come_and_go() -> None:
    fight = session(*FIGHT, "add Carl", "hold Anna strike when=now", "evade! Anna 4", "out Anna")
    fight.do("mark Bert prone until=start of=Anna")
    fight.do("mark Carl prone until=end of=Anna")
    fight.do("next")
    assert fight.scene.turn.name == "Carl"
    assert not fight.scene["Bert"].conditions
    assert not fight.scene["Carl"].conditions
    assert fight.scene["Anna"].fields["evade"] == 0
    assert "Anna no longer holds: strike." in last(fight).text


@pytest.mark.parametrize(("down", "on", "round_"), [("Anna", "Bert", 2), ("Bert", "Anna", 2)])
def test_a_turn_passed_over_at_either_end_of_the_round(down: str, on: str, round_: int) -> None:
    fight = session(*FIGHT, "next", f"mark {on} prone until=end of={down}", f"active {on}", f"out {down}")
    fight.do("next")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (round_, on)
    assert not fight.scene[on].conditions


def test_initiative_may_be_rolled() -> None:
    fight = session(*PAIR, "initiative Anna 5d", "initiative Bert dice=10,10")
    assert len(fight.story()[-2].dice[0].faces) == 5
    assert fight.story()[-2].command.startswith("initiative Anna dice=")
    assert total(last(fight), "outcome") == 4


def test_a_round_renews_the_action_of_everybody() -> None:
    fight = session(*FIGHT, "attack Bert Anna 3", "dodge Anna 3", "next")
    assert fight.scene.turn.name == "Anna"
    with pytest.raises(Refused):
        fight.do("attack Anna Bert 3")
    fight.do("next")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (2, "Bert")
    assert fight.scene["Anna"].spent == fight.scene["Bert"].spent == ()


def test_those_without_initiative_come_last_and_the_down_are_passed_over() -> None:
    fight = session(*FIGHT, "add Carl", "add Dora", "out Anna", "next")
    assert fight.scene.turn.name == "Carl"
    fight.do("next")
    assert fight.scene.turn.name == "Dora"
    fight.do("next")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (2, "Bert")


def test_next_alone_opens_the_fight() -> None:
    fight = session(*ARMED, "next")
    assert (fight.scene.turn.round, fight.scene.turn.name) == (1, "Anna")
    assert session(*ARMED, "active Bert").scene.turn.name == "Bert"


def test_the_turn_passes_on_when_the_active_one_leaves() -> None:
    fight = session(*FIGHT, "attack Bert Anna 3", "remove Bert")
    assert fight.scene.turn.name == "Anna"
    assert fight.scene["Anna"].fields["pending"] == []
    assert fight.scene.prompts == ()
    fight.do("remove Anna")
    assert fight.scene.turn.name is None


def test_conditions_end_with_turns_and_rounds() -> None:
    fight = session(*FIGHT, "mark Anna prone until=start", "mark Bert blind rounds=1", "mark Bert running until=end")
    fight.do("next")
    assert not fight.scene["Anna"].conditions
    assert [condition.name for condition in fight.scene["Bert"].conditions] == ["blind"]
    fight.do("next")
    assert not fight.scene["Bert"].conditions


def test_a_held_action_comes_before_its_trigger_and_takes_the_round() -> None:
    fight = session(*FIGHT, "hold Anna pull the lever when=wolf", "next", "hold Anna pull the lever when=wolf", "next")
    assert fight.scene.turn.round == 2
    fight.do("trigger Anna by=Bert")
    assert "before Bert: pull the lever" in last(fight).text
    assert last(fight).remarks == ("An attack is rolled instead of this: attack Anna TARGET RESULT held.",)
    fight.do("next")
    with pytest.raises(Refused, match="used"):
        fight.do("act Anna runs")


def test_when_is_said_once_though_it_was_typed_too() -> None:
    fight = session(*FIGHT, 'hold Anna stab them when="When he moves"')
    assert last(fight).text.startswith("Anna holds: stab them, when he moves.")


def test_holding_uses_nothing_and_ends_at_the_own_next_turn() -> None:
    fight = session(*FIGHT, 'hold Anna stab them when="he moves"', "next")
    assert fight.scene["Anna"].fields.get("held") is None
    assert "Anna no longer holds: stab them." in last(fight).text
    fight.do('hold Anna stab them when="he moves"')
    assert fight.scene["Anna"].spent == ()
    fight.do("next")
    assert fight.scene["Anna"].fields["held"] == {"action": "stab them", "when": "he moves"}
    fight.do("act Anna runs")
    assert fight.scene["Anna"].fields.get("held") is None


@pytest.mark.parametrize("line", ["act Anna runs", "attack Anna Bert 4", "evade Anna 2"])
def test_another_action_says_that_it_ends_the_held_one(line: str) -> None:
    fight = session(*FIGHT, "next", 'hold Anna stab them when="he moves"')
    assert "Anna no longer holds: stab them." in fight.preview(line).notes
    fight.do(line)
    assert "Anna no longer holds: stab them." in last(fight).text


@pytest.mark.parametrize("line", ["act Anna 3 held", "attack Anna Bert 4 held", "trigger Anna"])
def test_nothing_is_lost_when_the_held_action_itself_is_carried_out(line: str) -> None:
    fight = session(*FIGHT, "next", 'hold Anna stab them when="he moves"', line)
    assert fight.scene["Anna"].fields.get("held") is None
    assert "no longer holds" not in last(fight).text


def test_reacting_keeps_the_held_action_but_takes_its_round() -> None:
    fight = session(*FIGHT, 'hold Anna stab them when="he moves"', "attack Bert Anna 2", "dodge Anna 2")
    assert fight.scene["Anna"].fields["held"]
    with pytest.raises(Refused, match="used"):
        fight.do("attack Anna Bert 4 held")


def test_the_attack_that_set_a_held_one_off_falls_away_with_its_attacker() -> None:
    fight = session(
        *FIGHT, "add Carl", 'hold Anna stab them when="he moves"', "attack Bert Carl 3", "attack Anna Bert 7 held"
    )
    assert fight.scene["Carl"].fields["pending"]
    fight.do("take Bert")
    assert fight.scene["Bert"].out == "dead" or fight.scene["Bert"].out == "incapacitated"
    assert fight.scene["Carl"].fields["pending"] == []
    assert fight.scene.prompts == ()


def test_a_shot_goes_before_what_it_set_off() -> None:
    fight = session(*FIGHT, "add Carl firearm_power=yes", "arm Bert handgun", 'hold Anna stab them when="he moves"')
    fight.do("attack Bert Carl 3 weapon=handgun")
    fight.do("attack Anna Bert 9 held take")
    assert "Bert's shot goes first." in last(fight).text
    assert fight.scene["Bert"].out
    assert fight.scene["Carl"].fields["pending"]
    other = session(*FIGHT, "hold Anna duck when=shot", "trigger Anna by=firearm")
    assert "after the shot" in last(other).text


def test_a_split_action_is_used_share_by_share() -> None:
    fight = session(*FIGHT, "split Anna attack@Bert:2,dodge:3", "attack Bert Anna 2")
    assert fight.scene["Anna"].spent == ()
    fight.do("dodge Anna roll")
    assert total(last(fight), "total") == 3
    assert fight.scene["Anna"].spent == ()
    fight.do("attack Anna Bert roll take")
    assert total(last(fight), "pool") == 2
    assert fight.scene["Anna"].spent == ("action",)
    assert fight.scene["Anna"].fields["shares"] == []


def test_of_two_equal_shares_one_is_used() -> None:
    fight = session(*ARMED, "add Carl", "split Anna dodge:2,dodge:2,act:2 pools=7,7,7")
    fight.do("attack Bert Anna 2")
    fight.do("dodge Anna 2")
    assert [field["act"] for field in fight.scene["Anna"].fields["shares"]] == ["dodge", "act"]
    fight.do("attack Carl Anna 2")
    fight.do("dodge Anna 2")
    assert fight.scene["Anna"].spent == ()
    fight.do("act Anna runs")
    assert fight.scene["Anna"].spent == ("action",)


def test_quick_actions_before_a_split_and_after_it() -> None:
    fight = session(*ARMED, "quick Anna draws", "split Anna attack:2,dodge:3 pools=9,7")
    assert total(last(fight), "pool") == 5
    fight.do("quick Anna kicks the door shut")
    shares = fight.scene["Anna"].fields["shares"]
    assert isinstance(shares, list)
    assert [share["dice"] for share in shares] == [2, 1]
    fight.do("evade! Anna 0")
    assert fight.scene["Anna"].fields["quick"] == 2
    fight.do("next")
    assert (fight.scene["Anna"].fields["quick"], fight.scene["Anna"].fields["shares"]) == (0, [])


@pytest.mark.parametrize(("until", "after_next", "after_round"), [("turn", 0, 0), ("round", 3, 0)])
def test_evading_lasts_as_the_setting_says(until: str, after_next: int, after_round: int) -> None:
    fight = session(*ARMED, "initiative Anna 1", "initiative Bert 5", f"settings evade_until={until}", "evade Anna 3")
    fight.do("next")
    assert fight.scene["Anna"].fields["evade"] == after_next
    fight.do("next")
    assert fight.scene["Anna"].fields["evade"] == after_round


def test_evading_reaches_into_the_next_round_until_the_own_turn() -> None:
    fight = session(*FIGHT, "next", "evade Anna 3", "next")
    assert fight.scene["Anna"].fields["evade"] == 3
    fight.do("next")
    assert fight.scene["Anna"].fields["evade"] == 0


def test_evading_and_firearms() -> None:
    fight = session(*ARMED, "arm Bert handgun", "evade Anna 3", "attack Bert Anna 3 weapon=handgun")
    assert fight.scene["Anna"].fields["injuries"] == []
    assert "counts against firearms here" in last(fight).text
    fight = session(*ARMED, "arm Bert handgun", "settings evade_firearms=no", "evade Anna 3")
    fight.do("attack Bert Anna 3 weapon=handgun")
    assert fight.scene["Anna"].fields["injuries"] == [5]


@pytest.mark.parametrize(("profile", "difficulty"), [("classic", 7), ("current", 6)])
def test_evading_has_its_own_difficulty(profile: str, difficulty: int) -> None:
    fight = session(*PAIR, f"settings profile={profile}", "evade Anna roll")
    assert total(last(fight), "target") == difficulty
    assert any("evade_difficulty" in reason.label for reason in last(fight).why)


def test_exerting_for_the_outcome_adds_one_and_shows_it() -> None:
    fight = session(*ARMED, "exert Anna body outcome")
    assert fight.scene["Anna"].fields["injuries"] == [1]
    assert fight.scene["Anna"].spent == ("exerted",)
    fight.do("attack Anna Bert 3 take")
    assert total(last(fight), "outcome") == 4
    assert [reason.value for reason in last(fight).why if reason.label == "exerted"] == [1]
    fight.do("act! Anna looks result=2")
    assert total(last(fight), "outcome") == 2


def test_exerting_for_the_penalty_lasts_the_round() -> None:
    fight = session(*FIGHT, "injure Anna 4", "set Anna mind=6 mind.max=6", "exert Anna mind penalty", "next")
    fight.do("evade Anna roll")
    assert total(last(fight), "pool") == 7
    assert fight.scene["Anna"].tracks["mind"].value == 5
    fight.do("next")
    fight.do("evade Anna roll")
    assert total(last(fight), "pool") == 7 - 2 - 1


def test_the_current_profile_exerts_the_mind_for_both() -> None:
    fight = session(*ARMED, "set Anna mind=6 mind.max=6", "injure Anna 4", "settings profile=current")
    fight.do("exert Anna mind outcome")
    fight.do("evade Anna roll")
    assert total(last(fight), "pool") == 7
    assert any(reason.label == "exerted" for reason in last(fight).why)


def test_a_desperate_reaction_costs_body_now_and_dice_later() -> None:
    fight = session(*FIGHT, "act Anna runs", "attack Bert Anna 3")
    assert fight.scene.prompts[0].choices == ("desperate dodge", "desperate parry", "desperate clash", "take")
    fight.do("desperate Anna dodge dice=6,7,8")
    combatant = fight.scene["Anna"]
    assert (combatant.fields["injuries"], combatant.fields["next_penalty"]) == ([1], 2)
    assert set(combatant.spent) == {"action", "exerted"}
    fight.do("next")
    fight.do("next")
    fight.do("attack Bert Anna 3")
    fight.do("dodge Anna roll")
    assert total(last(fight), "total") == 7 - 2
    assert fight.scene["Anna"].fields["next_penalty"] == 0


def test_a_desperate_reaction_may_be_too_much() -> None:
    fight = session(*FIGHT, "injure Anna 6", "act Anna crawls", "attack Bert Anna 3", "desperate Anna dodge 3")
    assert fight.scene["Anna"].out == "dead"
    assert fight.scene["Anna"].fields["injuries"] == [6, 1, 4]


def test_a_desperate_clash_by_setting() -> None:
    fight = session(*FIGHT, "settings desperate_clash=yes", "act Anna runs", "attack Bert Anna 3")
    assert "desperate clash" in fight.scene.prompts[0].choices
    fight.do("desperate Anna clash 4")
    assert fight.scene["Bert"].fields["injuries"] == [5]


def test_a_desperate_defence_said_with_the_attack() -> None:
    fight = session(*FIGHT, "act Anna runs", "attack Bert Anna 3 parry=3 desperate")
    assert fight.scene["Anna"].fields["injuries"] == [1]
    assert fight.scene["Anna"].fields["next_penalty"] == 2


def test_parrying_for_a_friend_uses_the_parriers_action() -> None:
    fight = session(*FIGHT, "add Carl", "attack Bert Carl 3", "parry Anna 3 for=Carl")
    assert fight.scene["Carl"].spent == ()
    assert fight.scene["Anna"].spent == ("action",)
    assert fight.scene["Carl"].fields["injuries"] == []
    fight = session(*FIGHT, "add Carl", "range Anna Carl far")
    with pytest.raises(Refused, match="out of range for a parry"):
        fight.do("attack Bert Carl 3 parry=3 by=Anna with=sword")


def test_a_weapon_against_bare_hands_is_easier() -> None:
    fight = session(*ARMED, "attack Bert Anna 3 weapon=brawl", "parry Anna roll")
    assert total(last(fight), "tn") == 5
    fight = session(*ARMED, "attack Bert Anna 3", "parry Anna roll difficulty=+1")
    assert total(last(fight), "tn") == 7


def test_answers_to_the_question() -> None:
    fight = session(*FIGHT, "attack Bert Anna 3", "decide 1 dodge 3")
    assert fight.scene["Anna"].spent == ("action",)
    assert last(fight).command == "decide 1 dodge 3"
    fight = session(*FIGHT, "attack Bert Anna 3", "decide 1 parry roll")
    assert last(fight).command.startswith("decide 1 parry dice=") or "decide 1 " in last(fight).command
    again = session(*FIGHT, "attack Bert Anna 3", last(fight).command)
    assert again.scene == fight.scene
    fight = session(*FIGHT, "attack Bert Anna 3", "decide 1 take")
    assert fight.scene["Anna"].fields["injuries"] == [4]
    fight = session(*FIGHT, "attack Bert Anna 3", "decide 1 skip")
    assert fight.scene["Anna"].fields["injuries"] == fight.scene["Anna"].fields["pending"] == []
    fight = session(*FIGHT, "act Anna runs", "attack Bert Anna 3", "decide 1 desperate dodge 3")
    assert fight.scene["Anna"].fields["next_penalty"] == 2


@pytest.mark.parametrize("answer", ["take", "dodge 2", "desperate dodge 2"])
def test_an_answer_is_to_the_attack_of_its_question(answer: str) -> None:
    fight = session(*ARMED, "attack Bert Anna 3", "next", "attack Bert Anna 2", "add Carl", "attack Carl Anna 2")
    fight.do(f"decide 2 {answer}" if "desperate" not in answer else f"act Anna runs ; decide 2 {answer}")
    assert [(field["outcome"], field["prompt"]) for field in fight.scene["Anna"].fields["pending"]] == [(3, 1), (2, 3)]
    assert [prompt.id for prompt in fight.scene.prompts] == [1, 3]


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("take Anna against=2", "take Anna against=2"),
        ("dodge Anna 2 against=2", "dodge Anna 2 against=2"),
        ("dodge Anna 2 against=1", "dodge Anna 2 against=Bert"),
        ("take Anna against=Bert", "take Anna against=Bert"),
    ],
)
def test_of_two_attacks_by_one_the_number_of_its_question_says_which(answer: str, kept: str) -> None:
    fight = session(*ARMED, "attack Bert Anna 3", "next", "attack! Bert Anna 1")
    fight.do(answer)
    met = 2 if "=2" in kept else 1
    assert [field["prompt"] for field in fight.scene["Anna"].fields["pending"]] == [3 - met]
    assert last(fight).command == kept
    assert session(*(entry.command for entry in fight.story())).scene == fight.scene


def test_a_number_nothing_waits_with_is_refused_and_a_name_of_digits_is_a_name() -> None:
    fight = session(*ARMED, "attack Bert Anna 3")
    with pytest.raises(InvalidCommand, match="No attack has the number 7 and waits for Anna"):
        fight.do("take Anna against=7")
    fight.do("add 1 side=enemies")
    with pytest.raises(InvalidCommand, match="No attack by 1 waits for Anna"):
        fight.do("take Anna against=1")


def test_the_oldest_waiting_attack_is_met_first() -> None:
    fight = session(*FIGHT, "add Carl side=enemies", "attack Bert Anna 3", "attack Carl Anna 2")
    fight.do("take Anna")
    assert fight.scene["Anna"].fields["injuries"] == [4]
    fight.do("dodge Anna 2 against=Carl")
    assert fight.scene["Anna"].fields["injuries"] == [4]
    assert fight.scene.prompts == ()


def test_quick_actions_take_dice_from_a_reaction_too() -> None:
    fight = session(*FIGHT, "quick Anna draws", "attack Bert Anna 3", "dodge Anna roll")
    assert total(last(fight), "total") == 7 - 2


def test_noticing_and_free_powers_cost_nothing() -> None:
    fight = session(*FIGHT, "quick Anna draws", "act Anna notices the shark passive result=4d", "power Anna Wings free")
    assert fight.scene["Anna"].spent == ()
    assert total(fight.story()[-2], "pool") == 4
    fight.do("power Anna Fireball on=Bert result=3 reaction")
    assert fight.scene["Anna"].spent == ("action",)
    assert total(last(fight), "outcome") == 3


def test_body_follows_brawn_and_the_mind_has_its_steps() -> None:
    fight = session("add Anna mind=7", "add Bert body=9")
    assert fight.scene["Anna"].tracks["body"].max == 6
    assert fight.scene["Bert"].tracks["body"].max == 9
    fight.do("set Anna brawn=5")
    assert fight.scene["Anna"].tracks["body"].value == 8
    fight.do("set Anna injuries=2,4")
    assert (fight.scene["Anna"].tracks["body"].value, fight.scene["Anna"].out) == (3, None)
    fight.do("hurt Anna 7 mind")
    assert fight.scene["Anna"].out == "incapacitated"
    fight.do("heal Anna 2 mind")
    assert fight.scene["Anna"].out is None
    fight.do("hurt Anna 3 mind")
    assert fight.scene["Anna"].out == "dead"


def test_hurting_and_healing_by_hand() -> None:
    fight = session("add Anna brawn=3", "hurt Anna 4", "hurt Anna 2")
    assert fight.scene["Anna"].fields["injuries"] == [4, 2]
    assert total(last(fight), "severity") == 2
    fight.do("heal Anna 3")
    assert fight.scene["Anna"].fields["injuries"] == [1, 2]
    fight.do("heal Anna 5")
    assert fight.scene["Anna"].fields["injuries"] == [1]
    fight.do("mend Anna 1")
    fight.do("heal Anna 1")
    assert fight.scene["Anna"].fields["injuries"] == []
    fight.do("injure Anna 5")
    fight.do("mend Anna 5 to=2")
    assert fight.scene["Anna"].tracks["body"].value == 5


def test_another_body_table() -> None:
    fight = session(*PAIR, "settings body_table=9,9,9,9,9,1", "injure Anna 1", "evade Anna roll")
    assert total(last(fight), "pool") == 6
    assert any("body_table" in reason.source for reason in last(fight).why)


def test_a_new_fight_keeps_injuries_only() -> None:
    fight = session(
        *FIGHT, "attack Bert Anna 4 take", "hold Anna flee when=hit", "quick Anna draws", "encounter The cellar"
    )
    combatant = fight.scene["Anna"]
    assert combatant.fields["injuries"] == [5]
    assert (combatant.fields["quick"], combatant.spent, combatant.fields.get("held")) == (0, (), None)
    fight.do("initiative Anna 2")
    assert fight.scene.turn.round == 1


def test_which_weapon_is_meant() -> None:
    def used(*lines: str) -> str:
        return last(session("add Anna", "add Bert side=enemies", *lines, "attack Anna Bert 0")).command

    assert "weapon=brawl" in used()
    assert "weapon=handgun" in used("arm Anna handgun", "arm Anna sword")
    assert "weapon=sword" in used("arm Anna handgun", "arm Anna sword", "range Anna Bert engaged")
    assert "weapon=knife" in used("arm Anna knife", "arm Anna sword")
    assert "weapon=axe" in used("arm Anna axe")


def test_notes_propose_and_never_apply() -> None:
    fight = session(*FIGHT, "cover Bert heavy what=wall", "range Anna Bert far", "attack Anna Bert 3 take")
    assert "Optional: difficulty=heavy-cover for +2." in last(fight).text
    assert "not engaged" in last(fight).text
    assert (
        "Proposed"
        not in last(
            session(*FIGHT, "settings cover_difficulty=0,0,2", "cover Bert partial", "attack Anna Bert 3 take")
        ).text
    )
    assert total(last(fight), "target") == 6
    fight = session(*FIGHT, "cover Bert heavy", "attack Anna Bert 3 difficulty=heavy-cover,dark,-1 take")
    assert total(last(fight), "target") == 6 + 2 + 2 - 1
    assert "difficulty=heavy-cover,dark,-1" in last(fight).command
    fight = session(*FIGHT, "attack Anna Bert roll difficulty=blind,dark take")
    assert total(last(fight), "target") == 10


def test_settings_name_themselves() -> None:
    assert {setting.name for setting in SYSTEM.settings} >= {
        "profile",
        "dodge_ability",
        "initiative_pool",
        "clash_literal",
        "desperate_clash",
        "evade_difficulty",
        "evade_until",
        "evade_firearms",
        "cover_difficulty",
        "body_table",
    }
    assert all(setting.source and setting.help for setting in SYSTEM.settings)


def test_a_held_act_or_power_is_set_off_in_one_line() -> None:
    fight = session(*FIGHT, 'hold Anna Wings when="he moves"', "power Anna Wings held")
    assert last(fight).text == "Anna carries out what was held: Wings. Anna: Wings."
    assert fight.scene["Anna"].spent == ("action",)


def test_a_held_power_goes_before_the_attack_of_the_one_it_is_on() -> None:
    fight = session(
        *FIGHT, "add Carl", "hold Anna Storm when=now", "attack Bert Carl 3", "power Anna Storm on=Bert held"
    )
    fight.do("out Bert")
    assert fight.scene["Carl"].fields["pending"] == []
    fight = session(*FIGHT, "add Carl", "attack Bert Carl 3", "power Anna Storm on=Bert", "out Bert")
    assert fight.scene["Carl"].fields["pending"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("trigger! Anna", "Anna acts now: an action that was not named."),
        ("act! Anna jump held", "Anna carries out what was held: an action that was not named."),
    ],
)
def test_a_ruling_sets_off_what_nobody_said(line: str, says: str) -> None:
    assert last(session(*FIGHT, line)).text.startswith(says)


def test_one_who_is_down_evades_nothing() -> None:
    fight = session(*FIGHT, "evade Anna 4", "out Anna", "attack Bert Anna 3")
    assert fight.scene["Anna"].fields["injuries"]
    assert fight.scene["Anna"].fields["evade"] == 4
    with pytest.raises(InvalidCommand, match="only 0 of evading left"):
        fight.do("attack! Bert Anna 3 evade=1")


def test_exerting_may_be_too_much() -> None:
    fight = session(*FIGHT, "injure Anna 6", "exert Anna body outcome")
    assert fight.scene["Anna"].out == "incapacitated"
    assert total(last(fight), "units") == 1


def test_being_out_by_the_directors_word() -> None:
    fight = session(
        *FIGHT, "add Carl", "hold Anna strike when=now", "attack Bert Carl 3", "trigger Anna by=Bert", "out Bert"
    )
    assert fight.scene["Bert"].out == "incapacitated"
    assert fight.scene["Carl"].fields["pending"] == []
    assert SYSTEM.out_words[0] == "incapacitated"
    fight.do("hurt Bert 1")
    assert fight.scene["Bert"].out == "incapacitated"
    fight.do("heal Bert 1")
    assert fight.scene["Bert"].out is None


def test_a_shaken_mind_wakes_nobody() -> None:
    fight = session(*FIGHT, "set Anna mind=6", "out Anna", "hurt Anna 1 mind")
    assert fight.scene["Anna"].out == "incapacitated"
    fight.do("heal Anna 1 mind")
    assert fight.scene["Anna"].out is None


HELD = (*FIGHT, "add Carl brawn=1", "hold Anna strike when=now", "attack Bert Carl 3", "attack Anna Bert 2 held")


@pytest.mark.parametrize("met", ["dodge Bert 2 against=Anna", "take Bert", "evade Bert 2"])
def test_an_attack_comes_when_what_was_held_against_it_is_over(met: str) -> None:
    fight = session(*HELD, met.replace(" ", "! ", 1))
    assert fight.scene["Bert"].out is None
    fight.do("injure Bert 7")
    assert [field["by"] for field in fight.scene["Carl"].fields["pending"]] == ["Bert"]


def test_an_attack_comes_when_what_was_held_against_it_missed() -> None:
    fight = session(*HELD[:-1], "attack Anna Bert 0 held", "injure Bert 7")
    assert [field["by"] for field in fight.scene["Carl"].fields["pending"]] == ["Bert"]


def test_an_injury_by_hand_may_end_an_attack_that_had_yet_to_come() -> None:
    fight = session(
        *FIGHT, "add Carl", "hold Anna strike when=now", "attack Bert Carl 3", "trigger Anna by=Bert", "injure Bert 1"
    )
    assert fight.scene["Carl"].fields["pending"]
    fight.do("injure Bert 7")
    assert fight.scene["Carl"].fields["pending"] == []


def test_a_new_fight_renews_the_action() -> None:
    fight = session(*FIGHT, "attack Anna Bert 0", "encounter The cellar")
    assert fight.scene["Anna"].spent == ()


def test_unknown_weapons_and_too_many_dice() -> None:
    fight = session(*ARMED)
    with pytest.raises(InvalidCommand):
        fight.do("attack Anna Bert 3 weapon=broom")
    with pytest.raises(InvalidCommand, match=r"Anna carries no broom. Give it: arm Anna broom"):
        weapon_stats(fight.scene["Anna"], "broom")
    with pytest.raises(InvalidCommand):
        fight.do("attack Anna Bert roll pool=41")


@pytest.mark.parametrize("name", ["handgun", "pistol", "revolver", "Pistol"])
def test_a_pistol_shoots_by_its_name_alone(name: str) -> None:
    fight = session(*PAIR, f"arm Anna {name}")
    stats = weapon_stats(fight.scene["Anna"], next(iter(fight.scene["Anna"].weapons)))
    assert (stats.kind, stats.ability, stats.difficulty, stats.damage) == ("firearm", "firearms", 7, 2)


def test_a_strain_is_gone_with_the_next_action_even_if_a_share_of_it_is_left() -> None:
    fight = session(*ARMED, "act Anna runs", "attack Bert Anna 3", "desperate Anna dodge 3", "next", "next", "next")
    assert fight.scene["Anna"].number("next_penalty") == 2
    fight.do("split Anna attack:3,dodge:2")
    fight.do("attack Anna Bert roll take")
    assert total(last(fight), "pool") == 1
    assert fight.scene["Anna"].number("next_penalty") == 0


def test_next_says_where_nobody_has_initiative_and_where_an_action_is_used() -> None:
    fight = session(*ARMED)
    assert "Nobody has initiative" in fight.do("next").text
    fight.do("attack Anna Bert 3 dodge=1")
    assert "Bert has used this round's Action." in fight.do("next").text
    assert (
        "Nobody has initiative"
        not in session(*ARMED, "initiative Anna 3", "initiative Bert 2", "next").story()[-1].text
    )


def test_acting_out_of_turn_is_noted_but_for_reactions_and_what_was_held() -> None:
    fight = session(*ARMED, "initiative Anna 5", "initiative Bert 3")
    assert "Out of turn: it is Anna's." in fight.do("attack Bert Anna 2").text
    assert "Out of turn" not in fight.do("dodge Anna 3").text
    fight = session(*ARMED, "initiative Anna 5", "initiative Bert 3", "next", "hold Bert attack when=now", "next")
    assert fight.scene.turn.name == "Anna"
    assert "Out of turn" not in fight.do("attack Bert Anna 2 held").text
    assert "Out of turn: it is Anna's." in session(*ARMED, "initiative Anna 5", "quick Bert kneels").story()[-1].text
    fight = session(*ARMED, "initiative Anna 5", "hold Bert attack when=now")
    assert "Out of turn: it is Anna's." in last(fight).text


def test_a_desperate_reaction_tells_what_the_strain_cost() -> None:
    fight = session(*ARMED, "act Anna runs", "attack Bert Anna 3")
    assert "Anna exerts the body: body 7 → 6." in fight.do("desperate Anna dodge 3").text
    fight = session(*ARMED, "act Anna runs", "attack Bert Anna 3")
    assert "exerts" not in fight.do("desperate! Anna dodge 3").text


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hurt Anna 7", "Anna: injury 7 (body 7 → 0). Anna is incapacitated."),
        ("hurt Anna 8", "Anna: injury 8 (body 7 → 0). Anna is dead at −1."),
        ("hurt Anna 6", "Anna: injury 6 (body 7 → 1)."),
        ("set Anna mind=3 ; hurt Anna 3 mind", "Anna: −3 mind (3 → 0). Anna is incapacitated."),
        ("injure Anna 7 ; heal Anna 2", "Anna: worst injury −2 (body 0 → 2). Anna is up again."),
        ("injure Anna 7 ; mend Anna 7 to=2", "Anna: injury 7 → 2, body 5. Anna is up again."),
    ],
)
def test_who_is_down_or_up_by_hand_is_told(line: str, says: str) -> None:
    assert last(session(*PAIR, line)).text.endswith(says)


@pytest.mark.parametrize("gone", ["decide 2 skip", "remove Anna"])
def test_an_attack_comes_when_what_was_held_against_it_is_dropped(gone: str) -> None:
    fight = session(*HELD, gone, "out Bert")
    assert fight.scene["Carl"].fields["pending"]


WAITING = (*FIGHT, "add Carl brawn=1", "hold Anna strike when=now")


def test_what_is_held_comes_first_though_it_is_entered_after_the_act_that_set_it_off() -> None:
    fight = session(*WAITING, "act Bert runs", "attack Anna Bert 3 held")
    assert set(fight.scene.prompts[0].choices) >= {"dodge", "take"}
    fight.do("dodge Bert 3")
    assert "By reacting now Bert loses the act that set off" in last(fight).text
    assert fight.scene["Bert"].spent == ("action",)


def test_who_reacts_to_what_is_held_has_no_action_left_for_the_attack_that_set_it_off() -> None:
    fight = session(*HELD)
    assert fight.scene["Carl"].fields["pending"]
    fight.do("dodge Bert 1")
    assert fight.scene["Carl"].fields["pending"] == []
    assert "Bert's attack on Carl is dropped." in last(fight).text


def test_an_act_of_another_turn_has_set_nothing_off() -> None:
    fight = session(*FIGHT, "act Bert runs", "next", "hold Anna strike when=now", "attack Anna Bert 3 held")
    assert "desperate dodge" in fight.scene.prompts[0].choices


def test_an_attack_keeps_the_round_it_was_made_in_over_several_rounds() -> None:
    fight = session(*FIGHT, "attack Bert Anna 3", "next", "next", "act Bert runs", "next", "act Anna runs", "next")
    assert fight.scene.turn.round == 3
    assert "dodge" in SYSTEM.refresh_prompt(fight.scene, fight.scene.prompts[0]).choices
    fight.do("dodge Anna 3")


def test_a_loss_by_hand_is_told_as_the_injury_that_it_is() -> None:
    fight = session(*PAIR, "injure Anna 4", "hurt Anna 3")
    assert last(fight).text == "Anna: injury 3 (body 3 → 2)."
    fight.do("heal Anna 2")
    assert last(fight).text == "Anna: worst injury −2 (body 2 → 3)."
    assert last(session(*PAIR, "hurt all 1")).text == "Anna and Bert: injury 1 (each body 7 → 6)."
    assert "−1 mind" in last(session(*PAIR, "set Anna mind=6", "hurt Anna 1 mind")).text


CARRIED = (
    "add Jo dexterity=4 athletics=3 melee=3 brawn=3",
    "arm Jo sword",
    "add Thug side=enemies brawn=3",
    "initiative Jo 9",
    "initiative Thug 3",
)


@pytest.mark.parametrize(
    ("lines", "dice"),
    [
        (("next", "attack Thug Jo 2"), 7),
        (("quick Jo draw", "next", "attack Thug Jo 2"), 5),
        (("split Jo attack@Thug:3,dodge:4", "attack Jo Thug 0", "next", "attack Thug Jo 2"), 4),
    ],
)
def test_an_attack_of_the_round_before_is_dodged_with_the_dice_that_round_had_left(
    lines: tuple[str, ...], dice: int
) -> None:
    made = played("contract", *CARRIED, *lines, "next", "dodge Jo roll")
    assert made.scene.turn.round == 2
    assert sum(len(thrown.faces) for thrown in last(made).dice) == dice
    assert made.scene["Jo"].spent == ()


def test_an_attack_of_the_round_before_finds_no_share_for_another_reaction() -> None:
    made = played("contract", *CARRIED, "split Jo attack@Thug:3,dodge:4", "attack Thug Jo 2", "next", "next")
    assert made.scene.turn.round == 2
    refused(made, "parry Jo 3", "kept no share for this")


def test_a_share_of_the_round_before_is_used_once() -> None:
    made = played("contract", *CARRIED, "split Jo attack@Thug:3,dodge:4", "attack Jo Thug 0")
    for line in ("next", "attack Thug Jo 2", "attack! Thug Jo 2", "next", "dodge Jo 2"):
        made.do(line)
    refused(made, "dodge Jo 2", "has used the Action of this attack's round")
