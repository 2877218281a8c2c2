"""Worked cases of the shipped game files: a setup for each game, and lines with the expected results.

A case is a line (or several, with `` / `` between) and what then holds: ``says X`` of the last entry's text, and values
like ``Gob.hp 6``, ``Gob.out dying``, ``Ann.prone`` (a condition) and ``need 17`` (a sum of reasons).
"""

SETUPS = {
    "srd5": (
        "add Ann hp=20 dex=14 con=12 saves=2 ac=16",
        "arm Ann sword hit=5 dice=1d8+3 type=slashing",
        "add Gob side=enemies hp=11 ac=15 dex=14",
        "arm Gob bow hit=4 dice=1d6+2 type=piercing ammo=2",
        "arm Gob breath dc=12 ability=dex dice=4d6 type=fire half=yes recharge=5 charged=1",
        "arm Gob gaze dc=12 ability=wis inflicts=frightened",
        "arm Ann brand hit=5 dice=1d8+3 type=fire extra=1d6 extra-type=cold",
        "arm Gob fireball spell=yes uses=1 per-day=1",
        "set Gob spell-dc=15",
        "range Ann Gob near",
    ),
    "fate": (
        "add Ann fight=3 athletics=2 shoot=1",
        "arm Ann sword rating=2",
        "add Gob side=enemies fight=2 athletics=1",
    ),
    "percentile": (
        "add Ann dex=70 fighting=60 firearms=40 dodge-skill=35",
        "arm Ann knife dice=1d4 skill=fighting",
        "arm Ann gun dice=1d10 skill=firearms ammo=1",
        "add Gob side=enemies dex=50 fighting=40 dodge-skill=30 hp=11 armour=1",
    ),
    "moves": (
        "add Ann hard=2 cool=1 sharp=-1 armour=1",
        "arm Ann axe harm=3",
        "add Gob side=enemies armour=1",
    ),
    "wild-die": (
        "add Ann fighting=8 shooting=6 spirit=6 vigor=6",
        "arm Ann sword dice=1d8!+1d8!",
        "add Gob side=enemies fighting=6 parry=5 toughness=5",
        "arm Gob gun dice=2d6! ap=1 ranged=yes shots=1",
    ),
    "position": (
        "add Ann skirmish=2 prowl=1 finesse=1 hunt=3 sway=1 armour=1",
        "add Gob preset=clock-6",
    ),
    "cairn": (
        "add Ann armour=1 hp=6 str=12 dex=13 wil=9",
        "arm Ann sword dice=1d8",
        "arm Ann axes dice=1d8 second=1d8",
        "arm Ann bomb dice=1d6 blast=yes",
        "arm Ann horn dice=1d10 pierces=yes",
        "add Gob side=enemies hp=4 str=8 dex=12 wil=8 armour=1",
        "arm Gob dagger dice=1d6",
        "add Rat side=enemies hp=3 str=4 dex=12 wil=3",
        "add Owl side=enemies hp=3 str=4 dex=12 wil=3",
    ),
    "plain": (
        "add Ann skill=3 quickness=2",
        "arm Ann sword bonus=1 dice=1d6 uses=2",
        "add Gob side=enemies defence=12 health=8",
        "add Bob side=enemies defence=16 health=8",
    ),
}

CASES = {
    "cairn": """
attack Ann Gob 5 -> Gob.hp 0; Gob.str 8; damage 4; says harm
attack Ann Gob 1 -> says stopped; Gob.hp 4; damage 0
attack Ann Gob 8 -> says into Strength; Gob.hp 0; Gob.str 5; beyond 3; asks saves against Strength 5
attack Ann Gob 8 / decide 1 fights -> Gob.out None
attack Ann Gob 8 / decide 1 critical -> Gob.out dead; asks The first of the enemies is down
attack Ann Gob 8 / attack! Ann Gob 5 -> Gob.str 1; asks saves against Strength 1
attack Ann Gob 8 / critical Gob 5 -> says fights on; score 5
attack Ann Gob 8 / critical Gob 6 -> says critical damage; Gob.out dead
attack Ann Gob 8 / attack! Ann Gob 8 -> Gob.str 0; Gob.out dead
attack Ann Gob 8 weapon=axes -> Gob.str 5
attack Ann Gob dice=2,7 weapon=axes -> says into Strength; Gob.str 6; damage 6
attack Ann Gob dice=2,7 also=1d8 -> damage 6
attack Ann Gob dice=7,2,3 weapon=axes also=1d6 -> damage 6
attack Ann Gob dice=4 impaired -> damage 3
attack Ann Gob dice=12 enhanced -> damage 11; Gob.out None; Gob.str 1
attack Ann Gob dice=8 impaired enhanced -> damage 7
cover Gob cover / attack Ann Gob dice=4 -> damage 3
cover Gob cover / attack Ann Gob dice=5 -> error 4 sides cannot show 5
mark Gob helpless / attack Ann Gob dice=11 -> damage 10
range Ann Gob distant / attack Ann Gob dice=4 -> damage 3
attack Ann Gob 8 weapon=horn -> damage 8
set Gob armour=5 / attack Ann Gob 8 -> damage 5
set Gob detachment=yes / attack Ann Gob dice=4 -> damage 3
set Ann detachment=yes / attack Ann Gob dice=12 -> damage 11
disarm Ann sword / disarm Ann axes / disarm Ann horn / disarm Ann bomb / attack Ann Gob dice=4 -> damage 3
blast Ann Gob,Rat dice=4,2 weapon=bomb -> Gob.hp 1; Rat.hp 1
attack Gob Ann 6 -> Ann.hp 1; damage 5
hurt Ann 6 -> Ann.hp 0; Ann.str 12; says A head wound
hurt Ann 3 / heal Ann 3 / hurt Ann 6 -> says A head wound
set Ann hp=3 / hurt Ann 3 -> Ann.deprived; says winded
set Ann hp=1 / attack Gob Ann 2 -> says lasting scar
hurt Ann 8 -> Ann.str 10; asks Ann saves against Strength 10
hurt Ann 8 / decide 1 critical -> Ann.out dying
hurt Ann 8 / decide 1 critical / tend! Ann Ann -> Ann.out stable
hurt Ann 18 -> Ann.out dead
save Ann 9 wil -> says saved
save Ann 10 wil -> says failed
set Ann wil.max=25 / set Ann wil=25 / save Ann 20 wil -> says failed
set Ann wil=0 / save Ann 1 wil -> says saved
ready Ann 14 -> Ann.slow; says slow
next -> asks Does Ann act before the opponents
next / ready Ann 14 / attack Ann Gob 5 -> refused is slow and cannot act
next / ready Ann 14 / next -> Ann.slow no
out Gob -> asks The first of the enemies is down
out Gob / out Rat -> asks Half of the enemies are down
out Gob / decide 1 flee -> Rat.out in flight; Owl.out in flight
out Gob / decide 1 stay -> Rat.out None
morale Gob 8 -> says stays; Gob.out None
morale Gob 9 -> Gob.out in flight
morale Gob 9 whole -> Owl.out in flight
morale Ann 9 -> refused Morale is for enemies
remove Gob / remove Owl / hurt Rat 3 -> asks Rat is alone
retreat Ann 13 -> Ann.out away
retreat Ann 14 -> Ann.out None
cast Ann light -> Ann.fatigue 1
cast Ann light scroll -> Ann.fatigue 0
hurt Ann 4 / breather Ann -> Ann.hp 6
hurt Ann 4 / mark Ann deprived / breather Ann -> refused recovers nothing
cast Ann light / full-rest Ann -> Ann.fatigue 0
hurt Ann 9 / decide 1 critical / recover Ann -> Ann.hp 6; Ann.str 12; Ann.out None
hurt Ann 9 wil / attack Ann Gob 5 -> refused delirious
fate Ann 4 -> says for the heroes
fate Ann 3 -> says against them
set Gob detachment=yes hp=1 / attack Ann Gob 4 weapon=horn / decide 1 critical -> Gob.out routed
set Gob detachment=yes / hurt Gob 6 / critical Gob 20 -> Gob.out routed
set Gob detachment=yes / hurt Gob 12 -> Gob.out dead; Gob.str 0
set Gob detachment=yes / blast Ann Gob dice=4 weapon=bomb -> Gob.hp 1
set Ann detachment=yes / set Gob detachment=yes / attack Ann Gob dice=5 -> damage 4
hurt Ann 13 dex -> Ann.out paralyzed; Ann.dex 0
hurt Ann 13 dex / recover Ann -> Ann.out None; Ann.dex 13
hurt Ann 9 wil / recover Ann -> Ann.delirious no; Ann.wil 9
mark Ann "weak position" / attack Ann Gob dice=4 -> damage 3
mark Ann "weak position" / mark Gob helpless / attack Ann Gob dice=8 -> damage 7
set Ann str=1 / save Ann 1 str -> says saved
set Ann str.max=25 / set Ann str=25 / save Ann 20 str -> says failed
hurt Ann 18 / tend! Gob Ann -> Ann.out stable
tend Ann Gob -> refused no critical damage to tend
reaction Gob -> says Reactions
""",
    "position": """
act Ann Gob 4,6 -> says success; Gob.stress 2; pool 2
act Ann Gob 6,6 -> says critical; Gob.stress 3
act Ann Gob 66 effect=great -> says critical; Gob.stress 5
act Ann Gob 2,5 -> says partial; Gob.stress 2; asks A risky position
act Ann Gob 2,4 position=desperate -> says partial; asks A desperate position
act Ann Gob 1,3 -> says failure; Gob.stress 0; asks what goes wrong
act Ann Gob 1,6 effect=limited -> Gob.stress 1
act Ann Gob 1,6 effect=great -> Gob.stress 3
act Ann Gob 1,6 effect=zero -> says success; Gob.stress 0
act Ann Gob 1,6 effect=zero push-effect -> Gob.stress 1; Ann.stress 2
act Ann Gob 1,6 impaired -> Gob.stress 1; level 1
act Ann Gob 1,2,6 push -> pool 3; Ann.stress 2; Gob.stress 2
act Ann Gob 1,2,6 push push-effect -> Ann.stress 4; Gob.stress 3
act Ann Gob 6 plus=-1 -> pool 1; says success
act Ann Gob 6,6 action=wreck -> pool 0; says success; Gob.stress 2
act Ann Gob 3,6 action=study -> pool 0; says failure
act Ann Gob 4,6 action=study -> says partial
act Ann Gob 1,2,6 action=hunt -> pool 3; says success
act Ann Gob critical -> says critical; Gob.stress 3
add Cid ; assist Cid Ann / act Ann Gob 1,2,6 plus=1 -> Cid.stress 1; pool 3; Gob.stress 2
act Ann Gob 2,5 / decide 1 harm -> says Harm 2
act Ann Gob 2,5 position=desperate / decide 1 harm -> says Harm 3
act Ann Gob 2,5 position=controlled / decide 1 harm -> says Harm 1
act Ann Gob 2,5 / decide 1 reduced -> Gob.stress 1
act Ann Gob 1,3 / decide 1 reduced -> Gob.stress 0
act Ann Gob 6,6 effect=great / act Ann Gob 1,6 -> Gob.out overcome
resist Ann 2,4,1 -> says resisted; Ann.stress 2; pool 3
resist Ann 1,2,2 -> Ann.stress 4
resist Ann 6,2,2 -> Ann.stress 0
set Ann stress=5 / resist Ann 6,6,1 -> says critical; Ann.stress 4
resist Ann 5 attribute=insight -> pool 1; Ann.stress 1
resist Ann 5 attribute=resolve -> pool 1; Ann.stress 1
set Ann stress=8 / resist Ann 1,1,2 -> Ann.stress 9; Ann.out out of action; Ann.trauma 1
set Ann stress=8 / resist Ann 1,1,2 / back Ann -> Ann.stress 0; Ann.out None; Ann.trauma 1
set Ann stress=8 trauma=3 / resist Ann 1,1,2 -> Ann.out retired
harm Ann 1 -> Ann.lesser 1
harm Ann 1 / harm Ann 1 / harm Ann 1 -> Ann.lesser 2; Ann.moderate 1
harm Ann 2 / harm Ann 2 / harm Ann 2 -> Ann.moderate 2; Ann.severe 1
harm Ann 3 / harm Ann 3 -> Ann.severe 1; asks no room for more harm
harm Ann 4 -> Ann.out dead
harm Gob 1 -> refused has a clock
harm Ann 3 / act Ann Gob 1,6 -> refused with help or a push
harm Ann 3 / act Ann Gob 1,2,6 push -> says success
armour Ann -> Ann.armour 0; says armour takes it
armour Ann / armour Ann -> refused no armour left
fortune Ann 1,4 2 -> says mixed
fortune Ann 5,6 0 -> says mixed
fortune Ann 6,6 2 -> says exceptional
""",
    "srd5": """
attack Ann Gob 15 damage=6 -> says hit; Gob.hp 5; need 15; total 15
attack Ann Gob 14 damage=6 -> says miss; Gob.hp 11
attack Ann Gob 25 damage=6 -> says crit; Gob.hp 5
attack Ann Gob crit damage=11 -> Gob.hp 0; Gob.out dead
attack Ann Gob die=20 damage=1 -> says crit; Gob.hp 10
attack Ann Gob die=1 damage=9 -> says fumble; Gob.hp 11
attack Ann Gob dice=10 damage=4 -> total 15; Gob.hp 7
attack Ann Gob 12 plus=2 damage=4 -> says miss
attack Ann Gob hit damage=4 -> Gob.hp 7
attack Ann Gob miss -> Gob.hp 11
cover Gob half / attack Ann Gob 16 damage=5 -> says miss; need 17
cover Gob half / attack Ann Gob 17 damage=5 -> says hit; Gob.hp 6
cover Gob three-quarters / attack Ann Gob 19 damage=5 -> says miss; need 20
cover Gob three-quarters / attack Ann Gob 20 damage=5 -> says hit
set Gob resist=slashing / attack Ann Gob 15 damage=7 -> Gob.hp 8
set Gob immune=slashing / attack Ann Gob 15 damage=7 -> Gob.hp 11
set Gob weak=slashing / attack Ann Gob 15 damage=4 -> Gob.hp 3
set Gob resist=fire / attack Ann Gob 15 damage=4 -> Gob.hp 7
temporary Ann 5 / hurt Ann 8 -> Ann.temp 0; Ann.hp 17; says Ann: −3 hp (20 → 17, temp 5 → 0, of 8).
temporary Ann 5 / temporary Ann 3 -> Ann.temp 5
temporary Ann 3 / temporary Ann 5 -> Ann.temp 5
hurt Gob 11 / heal Gob 1 -> Gob.hp 1; Gob.out dead
hurt Ann 20 / heal Ann 1 -> Ann.hp 1; Ann.out None
save Ann 15 15 full=8 -> says saved; Ann.hp 16
save Ann 14 15 full=8 -> says failed; Ann.hp 12
save Ann 15 15 full=9 -> Ann.hp 16
save Ann 15 15 full=8 none -> Ann.hp 20
set Ann resist=fire / save Ann 10 15 full=9 type=fire -> Ann.hp 16
save Ann dice=12 15 ability=dex -> total 14; says failed
mark Gob prone / attack Ann Gob dice=3,15 -> says hit; total 20
mark Gob prone / range Ann Gob far / attack Ann Gob dice=3,15 -> says miss; total 8
mark Gob paralyzed / attack Ann Gob 15 damage=6 adv -> says crit; Gob.hp 5
mark Gob paralyzed / range Ann Gob far / attack Ann Gob 15 damage=6 -> says hit
mark Gob unconscious / attack Ann Gob 14 damage=6 -> says miss
set Gob resist=slashing weak=slashing / attack Ann Gob 17 damage=9 -> says resists, and is vulnerable to, slashing
set Gob resist=slashing weak=slashing / attack Ann Gob 17 damage=8 -> says resists, and is vulnerable to, slashing
set Gob resist=slashing weak=slashing / attack Ann Gob 17 damage=9 -> Gob.hp 3
set Gob immune=slashing / attack Ann Gob 17 damage=9 -> says Gob is immune to slashing; Gob.hp 11
mark Gob petrified / attack Ann Gob 17 damage=8 adv -> Gob.hp 7
attack Ann Gob 15 damage=2 second=3 weapon=brand -> Gob.hp 6
set Ann attacks=2 / next / active Ann / attack Ann Gob miss / attack Ann Gob miss -> says miss
set Ann attacks=2 / attack Ann Gob miss / attack Ann Gob miss / attack Ann Gob miss -> refused used the action
next / active Ann / attack Ann Gob miss / attack Ann Gob miss offhand -> spent bonus
next / active Gob / attack Ann Gob miss opportunity -> spent reaction
cover Ann half / save Ann dice=12 15 ability=dex -> total 16; says saved
set Ann save-con=6 / save Ann dice=9 15 ability=con -> total 15; says saved
set Ann save-dex=0 / save Ann dice=15 15 ability=dex -> total 15; says saved
save Ann dice=14 14 ability=dex bonus=0 -> total 14; says saved
mark Ann paralyzed / save Ann 30 5 ability=dex -> error it makes 3 to 22
mark Ann paralyzed / save Ann dice=20 5 ability=dex -> says failed
mark Ann paralyzed / save Ann dice=20 5 ability=wis -> says saved
mark Ann restrained / save Ann dice=18,3 10 ability=dex -> says failed; total 5
mark Ann dodging / save Ann dice=18,3 10 ability=dex -> says saved; total 20
mark Ann poisoned / check Ann dice=18,3 10 -> says failure; total 3
check Ann 7 -> says check, 7: no difficulty
set Ann exhaustion=2 / check Ann dice=12 9 -> says failure; total 8
set Ann exhaustion=1 / attack Ann Gob dice=10 damage=1 -> total 13; says miss
set Ann immune=fire / save Ann dice=2 15 full=9 type=fire -> says Ann is immune to fire; Ann.hp 20
save Ann dice=2 15 full=9 half -> Ann.hp 11; damage 9; hurts 9
hurt Ann 20 / deathsave Ann 9 / heal Ann 5 / hurt Ann 5 / deathsave Ann 9 -> Ann.failures 1
hurt Ann 20 / attack Gob Ann hit damage=1 -> Ann.failures 1; Ann.out dying
hurt Ann 20 / attack Gob Ann crit damage=1 -> Ann.failures 2
hurt Ann 20 / hurt Ann 20 -> Ann.out dead
hurt Ann 40 -> Ann.out dead; says as much as all hit points of Ann
hurt Ann 39 -> Ann.out dying
temporary Ann 5 / hurt Ann 44 -> Ann.out dying
temporary Ann 5 / hurt Ann 45 -> Ann.out dead
hurt Ann 20 / deathsave Ann 12 / deathsave Ann 12 / deathsave Ann 12 -> Ann.stable; Ann.out dying
hurt Ann 20 / deathsave Ann 12 / deathsave Ann 12 / deathsave Ann 12 / hurt Ann 1 -> Ann.failures 1
hurt Ann 20 / next / active Ann / decide 1 failure -> Ann.failures 1
hurt Ann 20 / next / active Ann / decide 1 20 -> Ann.hp 1; Ann.out None
hurt Ann 20 / next / active Ann / decide 1 awake -> Ann.hp 1; Ann.out None
hurt Ann 20 / next / active Ann / decide 1 1 -> says two failures; Ann.failures 2
hurt Ann 20 / next / active Ann / decide 1 14 -> says death save, 14: success; Ann.successes 1
hurt Ann 20 / set Ann exhaustion=2 / next / active Ann / decide 1 13 -> says failure; total 9; Ann.failures 1
hurt Ann 20 / next / active Ann / decide 1 s -> Ann.successes 1
hurt Ann 20 / next / active Ann / decide 1 f -> Ann.failures 1
hurt Ann 20 / next / active Ann / decide 1 34 -> error No throw of 1d20 makes 34
hurt Ann 20 / deathsave Ann f -> Ann.failures 1
mark Ann concentrating / hurt Ann 4 / decide 1 9 -> says no longer concentrating
mark Ann concentrating / hurt Ann 4 / decide 1 10 -> says Concentration holds
mark Ann poisoned until=save save=15 / active Ann / next / decide 1 15 -> Ann.poisoned no
mark Ann poisoned until=save save=15 / active Ann / next / decide 1 14 -> Ann.poisoned; says still poisoned
grapple Gob Ann dice=3 / remove Gob -> Ann.grappled no
grapple Gob Ann dice=3 / encounter Later -> Ann.grappled no
grapple Gob Ann dice=3 / hurt Ann 20 / hurt Gob 99 -> Ann.grappled no
mark Ann grappled / remove Gob -> Ann.grappled
mark Ann exhaustion / mark Ann exhaustion / unmark Ann exhaustion -> Ann.exhaustion 1; says exhaustion 1
unmark Ann exhaustion -> error is not a condition they have
save Ann,Gob 12,9 10 -> says Ann: save, 12 against 10: saved; says Gob: save, 9 against 10: failed
save Ann,Gob 12,failed 10 -> says Ann: save, 12 against 10: saved; says Gob: save: failed
save Ann,Gob 12,9,3 10 -> error A list has a result for each: Ann and Gob
save Ann,Gob dice=9 10 -> says Ann: save, 11 against 10: saved; says Gob: save, 9 against 10: failed
set Ann hp.max=90 / set Ann hp=90 / mark Ann concentrating / hurt Ann 80 -> asks against 30
temporary Ann 30 / mark Ann concentrating / hurt Ann 20 -> asks against 10
mark Ann concentrating / hurt Ann 4 / decide 1 lost -> says no longer concentrating
mark Ann concentrating / mark Ann stunned -> Ann.concentrating no
next / active Gob / save Ann dice=5 3 -> says saved
next / active Gob / use Gob Ann dice=12 weapon=breath damage=10 -> says saved; Ann.hp 15; Gob.breath.charged 0
arm Gob breath charged=0 / use Gob Ann dice=12 weapon=breath damage=10 -> refused The breath has not recharged.
arm Gob breath charged=0 / next / active Gob / decide 1 yes -> Gob.breath.charged 1
arm Gob gaze lasts="end of me" / use Gob Ann dice=5 weapon=gaze -> Ann.frightened
set Ann condition-immune=frightened / use Gob Ann dice=5 weapon=gaze -> says Ann cannot be frightened; Ann.frightened no
cast Ann fireball Gob dice=9 damage=20 -> refused The sheet has no difficulty of spells
set Ann casting=int int=18 level=6 / cast Ann fireball Gob dice=9 damage=20 -> says failed; need 15
set Ann casting=int int=18 / cast Ann fireball Gob dice=9 damage=20 -> refused casting=wis level=N, or spell-dc=N
set Ann casting=int int=18 / cast Ann "fire bolt" Gob dice=9 damage=2 -> refused casting=wis level=N, or spell-hit=N
set Ann casting=int int=18 level=6 spell-dc=17 / cast Ann fireball Gob dice=9 damage=20 -> says failed; need 17
set Ann casting=int int=18 level=6 / cast Ann "fire bolt" Gob dice=9 damage=2 -> total 16
set Ann spell-dc=12 spell-hit=5 / cast Ann fireball Gob dice=9 damage=9 -> says failed; need 12; Gob.hp 2
set Ann spell-dc=11 spell-hit=5 / cast Ann fireball Gob dice=9 damage=9 -> says saved; Gob.hp 7
set Ann spell-dc=12 slots-3=1 / cast Ann fireball Gob dice=18 damage=3 -> Ann.slots-3 0
set Ann spell-dc=12 slots-3=2 / set Ann slots-3=0 / cast Ann fireball Gob dice=18 damage=3 -> refused no slot of level 3
cast Ann fireball Gob dice=18 slot=2 -> refused A slot for a spell of level 3 is of level 3 to 9
cast Ann fireball Gob dice=18 slot=17 -> refused is of level 3 to 9
set Ann spell-hit=5 / cast Ann "fire bolt" Gob dice=18 slot=1 -> refused A cantrip takes no slot
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 -> Gob.paralyzed; Ann.concentrating
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=12 -> Gob.paralyzed no; Ann.concentrating
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 / next / next / next -> asks does a save end it, 1d20 against 12
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 / unmark Ann concentrating -> Gob.paralyzed no
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 / hurt Ann 20 -> Gob.paralyzed no
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 / cast! Ann web Gob dice=9 -> Gob.paralyzed no
set Ann spell-dc=12 / cast Ann "hold person" Gob dice=9 / remove Ann -> Gob.paralyzed no
set Gob condition-immune=restrained / set Ann spell-dc=15 / cast Ann web Gob dice=9 -> says cannot be restrained
set Ann spell-dc=15 / cast Ann web Gob dice=9 -> Gob.restrained; Gob.hp 11; says no longer Restrained
set Ann spell-dc=12 / cast Ann slow Gob dice=9 -> says An affected target's Speed is halved
set Ann spell-hit=5 / cast Ann "ray of sickness" Gob dice=19 damage=3 -> Gob.poisoned; Gob.hp 8
set Ann spell-dc=12 / cast Ann bless Ann,Gob -> says concentrating on bless; Ann.blessed; Gob.blessed
cast Ann bless Ann,Gob / unmark Ann concentrating -> Gob.blessed no
cast Ann invisibility Ann -> Ann.invisible
set Ann casting=wis hp=0 / cast! Ann "healing word" Ann damage=4 -> Ann.hp 4; damage 4
attack Ann Gob 29 -> error it makes 6 to 25. plus=N says what else is added
set Ann spell-dc=12 slots-3=2 / cast Ann fireball Gob dice=18 slot=4 -> refused Ann has no slot of level 4 left
set Ann spell-dc=12 slots-3=2 / cast! Ann fireball Gob dice=18 damage=3 slot=4 -> Ann.slots-3 2; says GM ruling
set Ann spell-dc=12 / cast Ann fireball Gob dice=18 damage=3 -> says The sheet of Ann has no slots, so none is taken
set Ann spell-dc=12 / cast Ann fireball Gob dice=18 damage=3 slot=4 -> refused no slot of level 4: set Ann slots-4=N
set Ann spell-dc=12 / cast Ann fireball Gob dice=18 damage=3 slot=4 free -> Gob.hp 10
set Ann slots-1=1 slots-2=1 / arm Ann bless uses=1 / cast Ann bless Ann -> Ann.bless.uses 0; Ann.slots-1 1
set Ann slots-1=1 slots-2=1 / arm Ann bless uses=1 / cast Ann bless Ann slot=2 -> refused at level 1, and takes no slot
cast Ann bless Ann 9 -> error Nothing is thrown for the bless: leave the result out
set Ann spell-hit=5 / cast Ann "fire bolt" Gob 15 damage=6 -> says hit; Gob.hp 5
hurt Ann 5 / cast Ann "cure wounds" Ann damage=3 plus=2 -> Ann.hp 20
cast Ann bless Ann -> Ann.concentrating
hurt Ann 5 / long-rest Ann -> Ann.hp 20
hurt Ann 5 / short-rest Ann regain=3 -> Ann.hp 18
aid Ann Gob -> Gob.helped
set Gob resist=fire / hurt Gob 7 type=fire -> Gob.hp 8; says Gob takes 3 for 7 fire
set Gob weak=fire / hurt Gob 3 type=fire -> Gob.hp 5
attack Ann Gob 18 weapon=sword damage=12 -> Gob.hp 0; says damage typed is 12, and the dice make 4 to 11
attack Ann Gob crit weapon=sword damage=20 -> says damage typed is 20, and the dice make 5 to 19
set Gob resist=fire / hurt Gob 7 fire -> Gob.hp 8; says Gob takes 3 for 7 fire
set Gob resist=fire / hurt Gob 7 fir -> Gob.hp 8
temporary Gob 5 / hurt Gob 3 temp -> Gob.temp 2
hurt Gob 7 frost -> error “frost” is not a track
cast Ann "magic missile" Gob damage=7 type=force -> Gob.hp 4
set Gob resist=force / cast Ann "magic missile" Gob damage=7 type=force -> Gob.hp 8
cast Ann "power word kill" Gob -> Gob.hp 11; Gob.out dead
set Gob immune=fire / hurt Gob 3 type=fire -> Gob.hp 11
hurt Gob 3 type=fire -> Gob.hp 8
set Gob resist=fire / set Gob resist= -> says Gob: resist none.
mark Ann frightened / save Ann dice=12 14 ability=wis bonus=2 -> says saved
mark Ann poisoned / save Ann dice=12 14 ability=con bonus=2 -> says saved
mark Ann restrained / save Ann dice=12 14 ability=str bonus=2 -> says saved
mark Ann invisible ; mark Gob invisible / attack Ann Gob dice=10 damage=1 -> says hit
mark Ann paralyzed / attack Gob Ann dice=2,13 weapon=bow damage=1 -> says hit
cover Ann three-quarters / save Ann dice=12 14 ability=con bonus=0 -> says failed
cover Gob total / attack Ann Gob 15 -> refused has total cover
temporary Ann 10 / long-rest Ann -> Ann.temp 0
hurt Ann 20 / temporary Ann 5 -> Ann.out dying
hurt Ann 14 / hurt Ann 25 -> Ann.out dying
hurt Ann 14 / hurt Ann 26 -> Ann.out dead
hurt Ann 20 / deathsave Ann dice=1 / deathsave Ann dice=1 -> Ann.out dead
hurt Ann 20 / deathsave Ann dice=20 -> Ann.hp 1; Ann.unconscious no; Ann.prone
mark Gob concentrating / hurt Gob 11 -> Gob.out dead; Gob.concentrating no
mark Ann concentrating / short-rest Ann -> Ann.concentrating no
dodge Ann / mark Ann grappled / attack Gob Ann dice=12 weapon=bow damage=1 -> says hit
dodge Ann / save Ann dice=3,12 14 ability=dex -> says saved
next / active Ann / dodge Ann / next / next -> Ann.dodging no
aid Ann Gob / attack! Gob Ann dice=2,3 weapon=bow / attack! Gob Ann dice=12 weapon=bow -> says hit
dash Ann quick -> spent bonus
mark Gob stunned / grapple Ann Gob dice=20 -> says seized
grapple Ann Gob dice=5 shove -> Gob.prone
set Gob exhaustion=6 / next / active Gob -> Gob.out dead
set Ann exhaustion=3 / long-rest Ann -> Ann.exhaustion 2
set Ann slots-1=1 slots-2=1 / cast Ann bless Ann slot=2 -> Ann.slots-2 0; Ann.slots-1 1
set Ann slots-1=1 / cast Ann bless Ann free -> Ann.slots-1 1
attack Ann Gob dice=1 plus=30 damage=9 -> says fumble; Gob.hp 11
stealth Ann dice=13 -> says hidden; total 15; Ann.in hiding
stealth Ann dice=13 / attack! Ann Gob dice=4,10 damage=1 -> says hit; Ann.in hiding no
stealth Ann dice=13 / cast! Ann bless Ann -> Ann.in hiding no
mark Gob unconscious -> Gob.prone
mark Gob unconscious / unmark Gob unconscious -> Gob.prone
hurt Ann 20 / heal Ann 3 -> Ann.prone; Ann.unconscious no
mark Gob unconscious / range Ann Gob reach / attack Ann Gob 15 damage=1 -> says crit
hurt Ann 20 / set Ann failures=2 successes=2 / deathsave Ann 12 -> Ann.stable; Ann.failures 0; Ann.successes 0
hurt Ann 20 / set Ann failures=2 / mark Ann stable / hurt Ann 1 -> Ann.failures 1; Ann.out dying; Ann.stable no
hurt Ann 20 / mark Ann stable / deathsave Ann 5 -> refused is stable
hurt Ann 20 / first-aid Gob Ann 10 -> Ann.stable; spent action
hurt Ann 20 / first-aid Gob Ann 9 -> says in vain; Ann.stable no
hurt Gob 11 / first-aid Ann Gob 15 -> refused Gob is dead
first-aid Gob Ann 15 -> refused Ann needs no first aid
attack Ann Gob 17 damage=40 spare -> Gob.hp 1; Gob.unconscious; Gob.out None; dealt 10
attack Ann Gob 17 damage=40 spare / first-aid! Ann Gob 12 -> Gob.unconscious no; Gob.prone
attack Ann Gob 17 damage=4 spare -> Gob.hp 7; Gob.unconscious no
attack Gob Ann 17 damage=30 spare weapon=bow -> Ann.hp 0; Ann.out dying
hurt Ann 20 / short-rest Ann -> refused needs one to rest
hurt Ann 20 / mark Ann stable / long-rest Ann -> refused Who is stable has it after 1d4 hours: heal Ann 1
hurt Ann 20 / mark Ann stable / heal Ann 1 / long-rest Ann -> Ann.hp 20
hurt Ann 40 / short-rest Ann -> refused ^Ann is dead and does not rest. With !
hurt Ann 40 / long-rest Ann -> refused ^Ann is dead and does not rest. With !
hurt Gob 40 / long-rest Gob -> refused ^Gob is dead and does not rest. With !
set Gob hit-dice=3d6 / hurt Gob 5 / short-rest Gob -> Gob.hp 6
use Gob Ann dice=12 weapon=breath damage=3 / short-rest Gob -> Gob.breath.charged 1
use Gob Ann dice=12 weapon=breath damage=3 / long-rest Gob -> Gob.breath.charged 1
set Ann rest-dice=2 / hurt Ann 10 / short-rest Ann regain=6 spend=3 -> refused Hit dice left to Ann: 2
set Ann rest-dice=2 / hurt Ann 10 / short-rest Ann regain=6 spend=1 -> Ann.hp 16; Ann.rest-dice 1
set Ann rest-dice=2 con=14 / hurt Ann 15 / short-rest Ann 2 hit-dice=9 -> Ann.hp 18; says Constitution +2 for each: 13
set Ann rest-dice=2 con=6 / hurt Ann 15 / short-rest Ann 1 hit-dice=1 -> Ann.hp 6; Ann.rest-dice 1
set Ann rest-dice=2 con=6 hit-die=1d2 / hurt Ann 15 / short-rest Ann 2 -> Ann.hp 6; Ann.rest-dice 0; says 2d2
set Ann rest-dice=3 con=14 hit-die=D2 / hurt Ann 15 / short-rest Ann 3 -> Ann.rest-dice 0; says 3d2
set Ann rest-dice=2 / hurt Ann 15 / short-rest Ann 2 -> refused does not say which die: set Ann hit-die=1d8, or type
set Ann rest-dice=2 / hurt Ann 15 / short-rest Ann hit-dice=7 -> refused hit dice show that
set Ann rest-dice=2 / hurt Ann 5 / short-rest Ann -> Ann.hp 15; Ann.rest-dice 2; says No hit die is spent
set Ann rest-dice=2 / short-rest Ann 3 -> Ann.hp 20; Ann.rest-dice 2; says Ann has all hit points and spends none
hurt Ann 15 / short-rest Ann 1 -> refused has no hit dice: set Ann rest-dice=N hit-die=1d8
mark Ann petrified / mark Ann poisoned -> says Stone cannot be poisoned; Ann.poisoned no
attack Gob Ann 17 damage=3 opportunity -> refused with a melee weapon
set Ann slots-2=2 spell-dc=9 / next / cast Ann barkskin Ann / cast Ann fireball Gob dice=3 -> refused one spell
set Ann slots-1=2 / next / end / cast Ann "mage armor" Ann / cast Ann bless Ann -> Ann.slots-1 0
set Ann slots-2=1 spell-hit=5 / next / cast Ann barkskin Ann / cast Ann "fire bolt" Gob 15 -> says hit; Ann.slots-2 0
set Ann slots-1=2 / next / cast Ann "mage armor" Ann / next / active Ann / cast Ann bless Ann -> Ann.slots-1 0
cast Ann bless Ann / cast! Ann bane Gob dice=3 -> says The spell before it ends
cast Ann shield Ann -> spent reaction
save Ann dice=20 40 -> says failed
save Ann dice=1 2 bonus=5 -> says saved
check Ann dice=20 40 -> says failure
set Ann str=16 level=5 / arm Ann longsword / attack Ann Gob dice=9 damage=4 weapon=longsword -> total 15; Gob.hp 7
set Ann str=16 / arm Ann longsword / attack Ann Gob dice=19 weapon=longsword two-handed -> says hit; damage 6
set Ann str=16 / arm Ann longsword hit=9 dice=6 / attack Ann Gob dice=9 weapon=longsword -> total 18; Gob.hp 5
set Ann str=16 / arm Ann rapier / attack Ann Gob dice=14 weapon=rapier two-handed -> refused not a versatile weapon
set Ann str=16 / arm Ann rapier / attack Ann Gob dice=14 weapon=rapier offhand -> refused with a light weapon
set Ann str=16 / arm Ann dagger / attack Ann Gob dice=14 damage=3 weapon=dagger offhand -> spent bonus; Gob.hp 8
set Ann str=12 / arm Ann maul / attack Ann Gob dice=14,3 weapon=maul -> says A heavy weapon needs 13; says miss; total 6
set Ann str=13 / arm Ann maul / attack Ann Gob dice=14 damage=4 weapon=maul -> total 17; Gob.hp 7
arm Ann "light hammer" / set Gob weak=bludgeoning / attack Ann Gob dice=19 damage=2 weapon="light hammer" -> Gob.hp 7
arm Ann halberd / range Ann Gob far / attack Ann Gob dice=19,1 weapon=halberd -> says out of reach of the halberd
arm Ann javelin / range Ann Gob far / attack Ann Gob dice=19,18 damage=2 weapon=javelin -> says hit; total 20
arm Ann shortbow / range Ann Gob reach / attack Ann Gob dice=19,3 weapon=shortbow -> says miss; total 7
arm Ann long -> error could be longbow, longsword
arm Ann light -> says Ann knows light
set Ann exhaustion=1 / mark Ann exhaustion -> Ann.exhaustion 2; says Ann: exhaustion 2.
mark Ann exhaustion / check Ann dice=12 11 -> says failure; total 10
mark Ann exhaustion / mark Ann exhaustion / long-rest Ann -> Ann.exhaustion 1
set Ann exhaustion=5 / mark Ann exhaustion -> Ann.out dead
arm Gob gaze inflicts=exhaustion / use Gob Ann dice=5 weapon=gaze -> Ann.exhaustion 1; says Ann: exhaustion 1.
set Ann condition-immune=exhaustion / mark Ann exhaustion -> says Ann cannot have exhaustion, by the sheet
set Ann str=16 level=5 / disarm Ann sword ; disarm Ann brand / attack Ann Gob dice=10 -> total 16; damage 4; Gob.hp 7
disarm Ann sword ; disarm Ann brand / set Gob weak=bludgeoning / attack Ann Gob dice=14 -> says is vulnerable; Gob.hp 9
set Ann str=16 level=9 / grapple Ann Gob dice=12 -> need 15; says seized
ready Ann "shoots whoever opens the door" -> spent action; says waits: shoots whoever opens the door.
mark Ann surprised / initiative Ann dice=3,14 -> says Ann has 5
mark Ann invisible / initiative Ann dice=3,14 -> says Ann has 16
mark Ann invisible ; mark Ann surprised / initiative Ann dice=14 -> says Ann has 16
mark Ann surprised / initiative Ann,Gob dice=3,14,9 -> says Ann has 5 (3 + 2), Gob has 11 (9 + 2)
mark Ann surprised / initiative Ann 20 / next -> Ann.surprised no
grapple Ann Gob dice=7 -> says Gob: grappled by Ann; need 10; Gob.grappled
add Orc side=enemies / mark Ann grappled by=Orc / attack Ann Gob dice=15,3 damage=1 -> says miss; total 8
add Orc side=enemies / mark Ann grappled by=Orc / attack Ann Orc dice=15 damage=1 -> says hit; total 20
add Orc side=enemies / set Ann spell-hit=5 / mark Ann grappled by=Orc / cast Ann "fire bolt" Gob dice=15,3 -> says miss
mark Ann grappled / attack Ann Gob dice=15 damage=1 -> says hit
mark Ann grappled by=Gob -> says Ann: grappled by Gob.
grapple Ann Gob dice=7 / hurt Ann 20 -> Gob.grappled no
grapple Ann Gob dice=7 / mark Ann stunned -> Gob.grappled no
grapple Ann Gob dice=7 / mark Ann prone -> Gob.grappled
mark Ann prone / end -> Ann.prone no
mark Ann prone / encounter Later -> Ann.prone no
mark Ann prone / short-rest Ann -> Ann.prone no
end / mark Ann prone / long-rest Ann -> Ann.prone no
mark Ann poisoned rounds=600 / short-rest Ann -> Ann.poisoned no; says no longer poisoned
mark Ann poisoned rounds=601 / short-rest Ann -> Ann.poisoned; says Ann: still poisoned
mark Ann poisoned rounds=601 / mark Ann charmed / long-rest Ann -> Ann.poisoned no; says Ann: still charmed.
mark Ann stunned until=start of=Gob / long-rest Ann -> Ann.stunned no
cast Gob fear Ann dice=2 / short-rest Ann -> Ann.frightened; says Ann: still frightened by Gob
cast Gob fear Ann dice=2 / long-rest Ann -> Ann.frightened no
cast Ann "mage armor" Ann / short-rest Ann -> Ann.mage armor
cast Ann "mage armor" Ann / mark Ann blessed / long-rest Ann -> Ann.mage armor no; Ann.blessed no
mark Ann unconscious / mark Ann prone / end -> Ann.prone
arm Gob gaze inflicts=grappled / use Gob Ann dice=5 weapon=gaze -> says Ann: grappled by Gob
mark Ann charmed by=Gob / attack Ann Gob 15 -> refused Ann is charmed by Gob and cannot attack them
mark Ann charmed by=Gob / attack! Ann Gob 15 damage=2 -> Gob.hp 9
mark Ann charmed by=Gob / grapple Ann Gob dice=5 -> refused charmed by Gob
mark Ann charmed by=Gob / cast Ann bane Gob dice=3 -> refused charmed by Gob and cannot harm
mark Ann charmed by=Gob / cast Ann bless Gob -> Ann.concentrating
mark Gob charmed by=Ann / use Gob Ann dice=12 weapon=breath damage=3 -> refused charmed by Ann and cannot harm
mark Ann charmed / attack Ann Gob 15 damage=2 -> Gob.hp 9
grapple Ann Gob dice=8 shove -> says held off; total 10
mark Gob grappled / escape Gob dice=11 13 -> says free; Gob.grappled no
hurt Ann 20 / deathsave Ann two failures -> error What belongs together is quoted: "two failures"
hurt Ann 20 / deathsave Ann "two failures" -> Ann.failures 2
hurt Ann 20 / deathsave Ann 10 -> says success; Ann.successes 1
hurt Ann 20 / deathsave Ann 9 -> says failure; Ann.failures 1
hurt Ann 20 / deathsave Ann 1 -> Ann.failures 2
hurt Ann 20 / deathsave Ann 20 -> Ann.hp 1; Ann.out None; Ann.failures 0
hurt Ann 20 / deathsave Ann 9 / deathsave Ann 1 -> Ann.out dead
hurt Ann 20 / deathsave Ann 12 / deathsave Ann 12 / deathsave Ann 12 -> Ann.stable
mark Ann concentrating / hurt Ann 5 -> asks 1d20 +1 against 10: does it hold
mark Ann concentrating / hurt Ann 18 / decide 1 lost -> Ann.concentrating no
check Ann 15 15 ability=dex -> says success
dodge Ann -> Ann.dodging; spent action
attack Gob Ann hit damage=3 -> Gob.bow.ammo 1; Ann.hp 17
cover Gob total / attack Ann Gob 15 -> refused Gob has total cover
set Ann spell-hit=5 / cover Gob total / cast Ann "fire bolt" Gob 15 -> refused Gob has total cover
mark Gob dodging / mark Gob restrained / attack Ann Gob dice=3,15 -> says hit; total 20
mark Ann dodging / mark Ann grappled / save Ann dice=12 14 ability=dex -> says saved; total 14
mark Ann poisoned / stealth Ann dice=18,3 -> says seen; total 5
mark Gob poisoned / mark Gob grappled / escape Gob dice=18,3 13 -> says held; total 5
mark Ann helped / stealth Ann dice=18,3 -> says hidden; Ann.helped no
hurt Ann 20 / set Ann exhaustion=2 / deathsave Ann dice=13 -> says failure; total 9; Ann.failures 1
hurt Ann 20 / set Ann exhaustion=2 / deathsave Ann dice=14 -> says success; total 10; Ann.successes 1
hurt Ann 20 / deathsave Ann dice=1 plus=9 -> says two failures; Ann.failures 2
set Ann exhaustion=1 initiative-bonus=3 / next -> says Ann has 6
save Ann dice=3 15 legendary -> refused no Legendary Resistance left
set Ann spell-hit=5 level=5 / cast Ann "eldritch blast" Gob dice=12 -> says hit; Gob.hp 8; damage 3
set Ann spell-hit=5 / mark Gob paralyzed / cast Ann "shocking grasp" Gob 15 -> says crit
set Ann spell-hit=5 / mark Gob prone / cast Ann "fire bolt" Gob dice=3,15 damage=5 -> says miss; total 8
set Ann spell-hit=5 / range Ann Gob reach / cast Ann "fire bolt" Gob dice=3,15 damage=5 -> says miss; total 8
set Ann spell-hit=5 casting=wis wis=16 / cast Ann "flame blade" Gob dice=2 -> says miss
set Gob spell-hit=5 / hurt Ann 20 / cast Gob "shocking grasp" Ann 22 damage=5 -> says crit; Ann.failures 2
hurt Ann 12 / cast Ann "cure wounds" Ann -> refused which ability it casts with
hurt Ann 12 / set Ann casting=wis wis=16 / cast Ann "cure wounds" Ann damage=5 -> Ann.hp 13; damage 5
hurt Ann 19 / set Ann casting=wis wis=50 / cast Ann "cure wounds" Ann -> Ann.hp 20
set Ann hp=90/99 slots-7=1 / cast Ann heal Ann slot=7 -> cure 80; Ann.hp 99
set Ann spell-dc=30 / cast Ann "conjure elemental" Gob dice=5 damage=4 type=fire -> says failed; Gob.hp 7
cast Gob fireball Ann dice=10 damage=4 -> says failed; Gob.fireball.uses 0; Ann.hp 16
arm Gob fireball uses=0 / cast Gob fireball Ann dice=10 damage=4 -> refused used up until a long rest
arm Gob fireball uses=0 / cast Gob fireball Ann dice=10 damage=4 free -> Ann.hp 16
cast Gob fireball Ann dice=10 damage=4 / next / next / long-rest Gob -> Gob.fireball.uses 1
""",
    "fate": """
attack Ann Gob 1 vs=1 -> total 4; need 1; says style; asks A 5-shift hit; Ann.boost no
attack Ann Gob 1 vs=1 for-boost -> says style; asks A 4-shift hit; Ann.boost
attack Ann Gob 0 vs=0 -> need 0; says style
attack Ann Gob 0 vs=-1 -> need -1; says style
attack Ann Gob ++0- vs=1 -> total 4; says style
attack Ann Gob dice=+,0,-,0 vs=1 -> total 3; says success
mark Gob mild / attack Ann Gob 0 vs=1 / decide 1 mild / decide 2 stress -> Gob.out taken-out; stress 4
full-defense Gob / attack Ann Gob 0 vs=3 -> need 3; says tie
add Mook side=enemies preset=mook / hurt Mook 1 -> Mook.stress 1; Mook.out None
add Mook side=enemies preset=mook / hurt Mook 2 -> Mook.out taken-out
attack Ann Gob 0 vs=1 -> says success; asks A 4-shift hit
attack Ann Gob -2 vs=1 -> says tie; Ann.boost
attack Ann Gob -3 vs=1 -> says failure; Ann.boost no
attack Ann Gob dice=1,1,-1,0 vs=1 -> total 4
attack Ann Gob 0 vs=4 -> says failure; Gob.boost no
attack Ann Gob -4 vs=2 -> says failure; Gob.boost
attack Ann Gob -3 vs=2 -> says failure; Gob.boost no
mark Ann boost / overcome Ann 0 4 -> total 4; says tie; Ann.boost no
mark Ann boost / create Ann Gob 0 1 skill=notice -> total 2; says success; Ann.boost no
mark Ann boost / create Ann Gob 0 2 skill=notice -> says tie; Ann.boost
attack Ann Gob 0 vs=3 -> says tie
attack Ann Gob 0 vs=3 plus=2 -> says success; total 5
mark Ann boost / attack Ann Gob -2 vs=1 -> total 3; says success; Ann.boost no
mark Ann boost / attack Ann Gob -4 vs=1 -> says tie; Ann.boost
attack Ann Gob -1 vs=1 / decide 1 stress -> Gob.stress 3; Gob.out None
attack Ann Gob 0 vs=1 / decide 1 stress -> Gob.out taken-out
attack Ann Gob 0 vs=1 / decide 1 mild / decide 2 stress -> Gob.mild; Gob.stress 2
attack Ann Gob 0 vs=1 / decide 1 moderate -> Gob.moderate; Gob.stress 0
attack Ann Gob 4 vs=1 / decide 1 severe -> Gob.severe; Gob.stress 2
attack Ann Gob 4 vs=1 / decide 1 moderate / decide 2 stress -> Gob.out taken-out
mark Gob mild / concede Gob -> Gob.out conceded
concede Ann -> Ann.fp 4; Ann.out conceded
mark Ann mild ; mark Ann severe / concede Ann -> Ann.fp 6
attack Gob Ann 1 vs=2 -> says success; total 3; need 2
attack Gob Ann 0 vs=2 -> says tie
attack Gob Ann 3 vs=2 -> says style
overcome Ann 0 2 -> says tie; total 2
overcome Ann 1 2 -> says success
overcome Ann 3 2 -> says style; Ann.boost
overcome Ann -1 2 -> says failure
overcome Ann 0 2 skill=shoot -> says failure
overcome Ann 0 2 plus=2 -> says success; total 4
create Ann Gob 2 1 aspect=Blinded -> says a free invocation
create Ann Gob 4 1 aspect=Blinded -> says two free invocations
create Ann Gob 1 1 -> says tie; Ann.boost
invoke Ann aspect=Swift -> Ann.fp 2
compel Ann -> Ann.fp 4
hurt Gob 3 -> Gob.stress 3; Gob.out None
hurt Gob 4 -> Gob.out taken-out
attack Ann Gob 0 vs=1 / decide 1 mild -> mild-left 2
attack Ann Gob 0 vs=1 / decide 1 severe -> severe-left -2; Gob.stress 0
settings boxes=core / attack Ann Gob -2 vs=0 / decide 1 stress -> Gob.box three; Gob.stress 1
settings boxes=core / stress Gob 1 / stress Gob 1 -> Gob.box one; Gob.box two; Gob.stress 2
settings boxes=core / stress Gob 2 / stress Gob 2 -> Gob.box two; Gob.box three; Gob.box one no
settings boxes=core / stress Gob 2 / stress Gob 2 / stress Gob 2 -> Gob.out taken-out
settings boxes=core / stress Gob 4 -> Gob.out taken-out
set Gob stress.max=4 / settings boxes=core / stress Gob 4 -> Gob.box four; Gob.out None
settings boxes=core / stress Gob 2 / clear-stress Gob -> Gob.stress 0; Gob.box two no
settings boxes=core / attack Ann Gob 1 vs=1 / decide 1 mild / decide 2 stress -> Gob.mild; Gob.box three; Gob.box two no
invoke Ann Swift free -> Ann.fp 3; says worth +2
compel Ann / compel Ann -> Ann.fp 5
attack Ann Gob 4 vs=-1 / decide 1 mild / decide 2 moderate / decide 3 stress -> says +3 stress (0 → 3, of 4); stress 4
attack Ann Gob 4 vs=-1 / decide 1 mild / decide 2 moderate -> asks 4 of the hit left; Gob.mild; Gob.moderate
attack Ann Gob 4 vs=-1 / decide 1 moderate / decide 2 severe -> Gob.stress 0; Gob.moderate; Gob.severe
attack Ann Gob 4 vs=-3 / decide 1 mild / decide 2 moderate / decide 3 severe -> Gob.stress 0; Gob.out None
attack Ann Gob 4 vs=-4 / decide 1 mild / decide 2 moderate / decide 3 severe -> Gob.stress 1; stress 1
attack Ann Gob 4 vs=-1 / decide 1 mild / decide 2 severe -> Gob.stress 2; Gob.mild; Gob.severe
""",
    "percentile": """
check Ann 60 60 -> says regular
mark Ann prone / encounter Later -> Ann.prone no
hurt Gob 6 -> Gob.major wound; Gob.out None
hurt Gob 5 -> Gob.major wound no
hurt Gob 12 -> Gob.major wound; Gob.dying; Gob.out unconscious
hurt Gob 4 / hurt Gob 5 / heal Gob 2 -> Gob.major wound no
cover Gob half / attack Ann Gob dice=3,5,4 weapon=knife damage=1 now -> says 54
range Gob Ann distant / attack Ann Gob 5 weapon=gun damage=3 -> says extreme; Gob.hp 9
attack Ann Gob 40 weapon=gun damage=5 / dodge Gob 1 -> refused No attack waits
dive Gob 30 -> says in cover; Gob.in-cover
dive Gob 31 -> says too slow; Gob.in-cover no
dive Gob 30 / attack Ann Gob dice=3,5,4 weapon=gun damage=1 -> says 54
mark Ann aiming / mark Gob surprised / attack Ann Gob dice=9,8,1,7 weapon=gun damage=1 -> says 17
mark Ann aiming / mark Gob surprised ; mark Gob in-cover / attack Ann Gob dice=9,1,7 weapon=gun damage=1 -> says 17
mark Ann aiming / attack Ann Gob dice=9,1,7 weapon=gun damage=1 -> Ann.aiming no; says hard
mark Ann aiming / attack Ann Gob dice=97 weapon=knife now -> Ann.aiming; says miss
aim Ann -> Ann.aiming; spent action
hurt Gob 12 / heal Gob 2 -> Gob.dying no; Gob.major wound; Gob.out None
hurt Gob 6 / hurt Gob 5 -> Gob.dying; Gob.out unconscious
hurt Gob 4 / hurt Gob 5 / hurt Gob 2 -> Gob.out unconscious; Gob.dying no
sanity Ann 50 0 6 -> says kept; Ann.san 50
sanity Ann 100 0 50 -> Ann.out insane
attack Ann Gob 1 now damage=4 weapon=knife -> says extreme; Gob.hp 8
attack Ann Gob dice=9,7 weapon=gun bonus -> error face
mark Gob prone / attack Ann Gob dice=9,1,7 weapon=knife now damage=1 -> says 17
attack Ann Gob 40 weapon=knife / fight-back Gob 100 -> says hit
attack Ann Gob 40 weapon=gun damage=5 / attack! Ann Gob 40 weapon=gun -> Ann.gun.ammo 0
next / dive Gob 30 / next / next -> Gob.in-cover no
hurt Gob 4 / mark Gob "major wound" / hurt Gob 9 -> Gob.out unconscious; Gob.dying
check Ann 61 60 -> says failure
check Ann 30 60 -> says hard
check Ann 31 60 -> says regular
check Ann 12 60 -> says extreme
check Ann 13 60 -> says hard
check Ann 1 60 -> says critical
check Ann 100 99 -> says fumble
check Ann 96 49 -> says fumble
check Ann 96 50 -> says failure
check Ann 95 49 -> says failure
attack Ann Gob 60 now damage=4 weapon=knife -> says hit; Gob.hp 8
attack Ann Gob 61 now damage=4 weapon=knife -> says miss; Gob.hp 11
attack Ann Gob 30 now damage=4 weapon=knife -> says hard; Gob.hp 8
attack Ann Gob 12 now damage=4 weapon=knife -> says extreme
attack Ann Gob 100 now weapon=knife -> says fumble
attack Ann Gob 60 now damage=1 weapon=knife -> Gob.hp 11
attack Ann Gob 60 now damage=7 weapon=knife -> Gob.hp 5; Gob.major wound
attack Ann Gob 60 now damage=12 weapon=knife -> Gob.hp 0; Gob.out unconscious
attack Ann Gob 40 now damage=5 weapon=gun -> says hit; Ann.gun.ammo 0; Gob.hp 7
attack Ann Gob 41 now weapon=gun -> says miss
range Ann Gob far / attack Ann Gob 21 now weapon=gun -> says miss
range Ann Gob far / attack Ann Gob 20 now weapon=gun damage=3 -> says hard
range Ann Gob distant / attack Ann Gob 9 now weapon=gun -> says miss
range Ann Gob distant / attack Ann Gob 8 now weapon=gun damage=3 -> says extreme
attack Ann Gob 40 weapon=knife / dodge Gob 30 -> says miss; Gob.hp 11
attack Ann Gob 40 damage=4 weapon=knife / dodge Gob 31 -> says hit; Gob.hp 8
attack Ann Gob 25 damage=4 weapon=knife / dodge Gob 30 -> says hard; Gob.hp 8
attack Ann Gob 25 damage=4 weapon=knife / dodge Gob 15 -> says miss
attack Ann Gob 40 damage=4 weapon=knife / fight-back Gob 40 -> says hit; Gob.hp 8
attack Ann Gob 40 weapon=knife / fight-back Gob 20 -> says hit back; asks how much
attack Ann Gob 40 weapon=knife / fight-back Gob 20 / decide 1 3 -> Ann.hp 7
attack Ann Gob 70 weapon=knife / fight-back Gob 90 -> says miss
attack Ann Gob 40 damage=4 weapon=knife / take Gob -> says hit; Gob.hp 8
sanity Ann 50 1 6 -> says kept; Ann.san 49
sanity Ann 51 1 6 -> says lost; Ann.san 44; asks insanity
sanity Ann 51 1 4 -> Ann.san 46
attack Ann Gob 20 / dodge Gob 12 -> says miss; reached 2; against 2; level 2; needed 1
sanity Ann 51 1 1d2+20 -> asks insanity
sanity Ann 50 2d2kl1 6 -> says kept
sanity Ann lost 1d4 1d2+4 -> asks insanity
sanity Ann 51 1 6 / decide 1 yes -> Ann.mad
""",
    "moves": """
attack Ann Gob 10 -> says full; Gob.harm 2
attack Ann Gob 10 / decide 1 dismay -> Gob.shaken; Ann.harm 0
attack Ann Gob 9 theirs=4 -> Ann.harm 3
attack Ann Gob 9 theirs=0 -> Ann.harm 0
set Ann harm=2 / attack Ann Gob 9 theirs=1 / decide 1 "little harm" -> Ann.harm 2; says no harm to make little of
attack Ann Gob 9 / decide 1 "little harm" -> Ann.harm 0
attack Ann Gob 6 theirs=3 / decide 1 "inflict harm" -> Ann.harm 2
mark Ann forward / aid Ann Gob die=6 0 -> total 7; says partial; Ann.forward no
mark Ann forward / heal-harm Ann Gob die=9 -> total 9; Ann.forward no
attack Ann Gob 9 -> says partial; Gob.harm 2; Ann.harm 1
attack Ann Gob 7 -> says partial
attack Ann Gob 6 -> says miss; Ann.xp 1; Gob.harm 0
attack Ann Gob die=8 -> total 10; says full
attack Ann Gob die=7 -> total 9; says partial
attack Ann Gob dice=4,4 -> total 10
attack Ann Gob dice=1,1 -> total 4; says miss
attack Ann Gob die=8 stat=cool -> total 9; says partial
attack Ann Gob die=8 plus=1 stat=cool -> total 10; says full
attack Ann Gob die=7 stat=sharp -> total 6; says miss
mark Ann forward / attack Ann Gob die=7 -> total 10; says full; Ann.forward no
mark Ann shaken / attack Ann Gob die=8 -> total 9; says partial; Ann.shaken no
attack Ann Gob full -> Gob.harm 2
attack Ann Gob partial -> Gob.harm 2; Ann.harm 1
attack Ann Gob 10 / decide 1 terrible -> Gob.harm 3
attack Ann Gob 9 / decide 1 little -> Ann.harm 0
attack Ann Gob 10 / decide 1 dismay -> Gob.shaken
attack Ann Gob 10 / decide 1 take -> says theirs; asks second of the three
attack Ann Gob 10 / decide 1 dismay ; decide 2 terrible ; decide 3 take -> Gob.shaken; Gob.harm 3
attack Ann Gob 8 / decide 1 terrible / decide 2 little / decide 3 take -> error not open
attack Ann Gob 6 / decide 1 inflict -> Ann.harm 1
attack Ann Gob 6 / decide 1 separate -> says apart
set Gob armour=3 / attack Ann Gob 10 -> Gob.harm 0
hurt Gob 4 / attack Ann Gob 10 -> Gob.harm 6; Gob.out dying
defy Ann die=9 -> total 10; says full
defy Ann die=9 hot -> total 9; says partial
defy Ann die=6 / decide 1 "hard bargain" -> says There is a hard bargain
mark Ann shaken / defy Ann die=10 -> total 10; says full; Ann.shaken no
mark Ann forward ; mark Ann shaken / defy Ann die=9 -> total 10; Ann.forward no; Ann.shaken no
arm Gob club harm=4 / attack Ann Gob 9 -> Ann.harm 3
arm Gob club harm=1 / arm Gob maul harm=5 / attack Ann Gob 9 -> Ann.harm 4
set Ann armour=9 / attack Ann Gob 9 -> Ann.harm 0
set Ann harm=5 / attack Ann Gob 9 -> Ann.harm 6; Ann.out dying
attack Ann Gob 10 / decide 1 "hold it" -> says Nobody takes it from them
attack Ann Gob 6 / decide 1 announce -> says Something worse is coming
disarm Ann axe / attack Ann Gob 10 -> Gob.harm 0
set Ann xp=4 / attack Ann Gob 6 -> Ann.xp 5
hurt Gob 1 / heal-harm Ann Gob die=11 -> Gob.harm 0
add Thug side=enemies preset=gang / attack Ann Thug 9 -> Thug.harm 2; Ann.harm 1
aid Ann Gob die=6 -> total 6; says miss; Ann.xp 1
defy Ann die=6 -> total 7; says partial; asks cost
defy Ann die=5 -> says miss; Ann.xp 1
defy Ann die=8 hard -> total 10; says full
aid Ann Gob die=10 -> Gob.forward
aid Ann Gob die=6 1 -> total 7; Gob.forward
aid Ann Gob die=5 1 -> says miss; Gob.forward no
hurt Gob 3 / heal-harm Ann Gob die=11 -> Gob.harm 1
hurt Gob 3 / heal-harm Ann Gob die=8 -> Gob.harm 2
hurt Gob 3 / heal-harm Ann Gob die=7 -> Gob.harm 4; Ann.xp 1
""",
    "wild-die": """
attack Ann Gob 5 damage=5 -> says hit; Gob.shaken; Gob.wounds 0
attack Ann Gob 4 damage=9 -> says miss; Gob.shaken no
attack Ann Gob 9 damage=5 -> says raise; Gob.wounds 0
attack Ann Gob 8 damage=5 -> says hit
attack Ann Gob 5 damage=4 -> Gob.shaken no
attack Ann Gob 5 damage=9 -> Gob.wounds 1; Gob.shaken
attack Ann Gob 5 damage=12 -> Gob.wounds 1
attack Ann Gob 5 damage=13 -> Gob.wounds 2
attack Ann Gob 5 damage=17 -> Gob.wounds 3; Gob.out None
attack Ann Gob 5 damage=21 -> Gob.wounds 4; Gob.out incapacitated
attack Ann Gob 9 damage=6 -> says raise; Gob.wounds 0; Gob.shaken
attack Ann Gob raise -> raised 8; Gob.shaken
mark Gob shaken / attack Ann Gob 5 damage=5 -> Gob.wounds 1
mark Gob shaken / attack Ann Gob 5 damage=9 -> Gob.wounds 1
attack Ann Gob die=1 -> says critical failure
attack Ann Gob dice=1,1 -> says critical failure
attack Ann Gob dice=1,2 -> says miss; total 2
attack Ann Gob dice=8,3,6,2 damage=5 -> total 11; says raise
attack Ann Gob raise damage=5 -> Gob.shaken
hurt Ann 1 / attack Ann Gob die=5 -> total 4; says miss
mark Ann distracted / attack Ann Gob die=6 -> total 4; says miss
mark Gob vulnerable / attack Ann Gob die=3 damage=5 -> total 5; says hit
cover Gob light / attack Ann Gob die=6 -> total 4; says miss
cover Gob heavy / attack Ann Gob die=11 damage=5 -> total 5; says hit
attack Gob Ann 4 damage=6 -> says hit; Ann.shaken; Gob.gun.shots 0
range Ann Gob medium / attack Gob Ann die=5 -> total 3; says miss
range Ann Gob long / attack Gob Ann die=8 damage=5 -> total 4; says hit
set Ann armour=2 / attack Gob Ann 4 damage=4 -> Ann.shaken
mark Ann shaken / recover Ann 4 -> says recovered; Ann.shaken no
mark Ann shaken / recover Ann 3 -> says still shaken; Ann.shaken
hurt Ann 2 / soak Ann 4 -> Ann.wounds 1; Ann.bennies 2
hurt Ann 2 / soak Ann die=10 -> total 10; Ann.wounds 0
hurt Ann 1 / hurt Ann 1 / soak Ann 5 -> total 5; Ann.wounds 1
mark Ann shaken / hurt Ann 2 / soak Ann 4 -> Ann.wounds 1; Ann.shaken
mark Ann shaken / hurt Ann 2 / soak Ann 8 -> Ann.wounds 0; Ann.shaken no
set Ann wounds=3 / hurt Ann 2 / soak Ann 4 -> Ann.wounds 4; Ann.out incapacitated
mark Ann distracted / mark Ann shaken / recover Ann die=5 -> total 3; says still shaken
add Ex side=enemies preset=extra / hurt Ex 1 -> Ex.out incapacitated
hurt Ann 1 / hurt Ann 1 / soak Ann 5 / soak Ann 5 -> refused left no wound to soak
hurt Ann 1 / hurt Ann 1 / soak Ann 5 / soak! Ann 5 -> Ann.wounds 1; soaked 0
hurt Ann 2 / soak Ann 4 / soak Ann 4 -> Ann.wounds 0; Ann.bennies 1
soak Ann 4 -> refused left no wound to soak
hurt Gob 2 / soak Gob 4 -> Gob.wounds 1; says soaked. Gob: −1
set Ann bennies=0 / hurt Ann 1 / soak Ann 4 -> refused no benny left
set Gob armour=2 toughness=7 / arm Ann sword ap=4 / attack Ann Gob 5 damage=5 -> Gob.shaken; tough 5
attack Ann Gob die=8 plus=1 more=2 damage=5 -> total 5; says hit
mark Ann joker / attack Ann Gob die=3 damage=3 -> total 5; says hit; Gob.shaken
mark Ann stunned / attack Ann Gob 5 -> refused stunned and cannot act
mark Ann stunned / hurt Ann 1 / soak Ann 4 -> Ann.wounds 0
mark Ann shaken / attack Ann Gob 5 -> refused recover first
recover Ann 4 -> refused nothing to recover from
mark Ann shaken / hurt Ann 2 / recover Ann die=6 -> total 4; says recovered
range Ann Gob long / attack Gob Ann die=4 -> total 0; says miss
test Ann 6 6 more=1 -> total 6; says success
mark Ann distracted / test Ann dice=5,3 8 -> total 3; says failure
add Ex side=enemies preset=extra / attack Ex Ann die=5 damage=3 -> total 5
hurt Ann 2 / soak Ann 3 -> says nothing; Ann.wounds 2; Ann.bennies 2
test Ann 4 6 -> says success
test Ann 8 6 -> says raise
test Ann 3 6 -> says failure
test Ann 5 6 target-number=6 -> says failure
""",
    "plain": """
attack Ann Gob 8 damage=3 -> says yes; total 12; Gob.health 5
attack Ann Gob 7 damage=3 -> says no; Gob.health 8
attack Ann Gob yes damage=8 -> Gob.health 0; Gob.out down
attack Ann Gob no -> Gob.health 8
attack Ann Gob 8 -3 -> error one word too many
attack Ann Gob 10 plus=-3 damage=2 -> says no; total 11
attack Ann Gob 6 plus=2 damage=2 -> says yes
attack Ann Gob dice=8 damage=1 -> Gob.health 7
attack Ann Gob,Bob 11 damage=2 -> Gob.health 6; Bob.health 8
attack Ann Gob,Bob 12 damage=2 -> Gob.health 6; Bob.health 6
attack Ann enemies 12 damage=8 -> Gob.out down; Bob.out down
cover Gob some / attack Ann Gob 9 -> says no; need 14
cover Gob some / attack Ann Gob 10 damage=1 -> says yes
cover Gob much / attack Ann Gob 12 -> says no; need 17
cover Gob much / attack Ann Gob 13 damage=1 -> says yes
attack Ann Gob 1 -> Ann.sword.uses 1
attack Ann Gob,Bob 12 damage=2 -> Ann.sword.uses 1
arm Ann sword uses=0 / attack Ann Gob 9 -> refused no uses left
mark Ann stunned / attack Ann Gob 9 -> refused stunned and cannot act
attack Ann Gob 1 / attack Ann Gob 9 -> refused used the action
attack Ann Gob 21 -> error it makes 1 to 20
test Ann 12 12 -> says yes
test Ann 11 12 -> says no
test Ann 9 12 3 -> says yes; total 12
test Ann 8 12 3 -> says no
test Ann yes 12 -> says yes
test Ann no 12 -> says no
do Ann climbs the wall -> says climbs the wall; spent action
hurt Gob 8 -> Gob.out down
hurt Gob 8 / heal Gob 2 -> Gob.health 2; Gob.out None
hurt Gob 20 -> Gob.health 0
initiative Ann 15 -> Ann.initiative 15
initiative Ann 15 / initiative Gob 18 / initiative Bob 3 / next -> turn Gob
initiative Ann 15 / initiative Gob 18 / initiative Bob 3 / next / next -> turn Ann
initiative Ann 15 / initiative Gob 18 / initiative Bob 3 / next / next / next / next -> round 2; turn Gob
out Gob as=dead -> Gob.out dead
mark Ann helped / test Ann dice=3,15 10 -> says yes; total 15
mark Ann hindered / test Ann dice=3,15 10 -> says no; total 3
mark Ann helped ; mark Ann hindered / test Ann dice=9 10 -> says no
mark Ann helped / attack Ann Gob dice=3,8 damage=3 -> says yes; total 12
mark Ann hindered / attack Ann Gob dice=3,8 damage=3 -> says no; total 7
attack Ann Gob dice=3,8 better damage=3 -> says yes; Gob.health 5
attack Ann Gob dice=3,8 worse -> says no
set Ann armour=4/4 / hurt Ann 3 armour -> Ann.armour 1; Ann.health 10
set Ann points=3 / hurt Ann 1 points -> Ann.points 2; says (3 → 2)
hurt Ann 1 points -> error has no points; set Ann points=N gives it
set Ann points=2/2 / hurt Ann 1 points -> Ann.points 1
set Ann points=0/9 / heal Ann 3 points / heal Ann 2 points -> Ann.points 5
set Ann quickness=5 / initiative Ann dice=10 -> Ann.initiative 15
add Foe side=enemies preset=foe / attack Foe Ann 7 damage=2 -> total 10; Ann.health 8
set Ann skill=0 / attack Ann Gob 11 damage=1 -> total 12; says yes
hurt Gob 8 / heal Gob 20 -> Gob.health 8
omen Ann -> says Oracle
cover Gob much / cover Gob none / attack Ann Gob 8 damage=1 -> need 12; says yes
mark Gob hurt / attack Ann Gob 8 damage=1 -> says yes; Gob.hurt
""",
}
