"""The combatants of each game before the first key."""

from __future__ import annotations

OUTGUNNED = (
    "title The Warehouse",
    "add Savar pool=6 brawn=3 fight=3 stunt=2",
    "add Sam pool=5 brawn=3 fight=2 stunt=2",
    "add Goons side=enemies grit=6 attack=basic defense=basic",
    "range all close",
    "arm Savar pistol",
    "arm Sam smg",
)

CONTRACT = (
    "title The Execution",
    "add Jeff brawn=2 dexterity=2 firearms=3 wits=3 athletics=2 mind=7",
    "add Mara brawn=3 dexterity=4 athletics=2 melee=1 mind=7",
    "add Convict side=enemies brawn=6 dexterity=3 athletics=2 brawl=4 armor=1",
    "add Guard side=enemies brawn=3 dexterity=3 athletics=1 firearms=2 melee=2",
    "arm Jeff handgun",
    "arm Mara sword",
    "arm Convict claws kind=brawl damage=1",
    "arm Guard handgun",
    "range Mara Convict engaged",
)

GEN6 = (
    "title The Ball",
    "add Vesper health=24 con=5 defense=13 speed=8 quickness=3 con_mod=2 int_mod=1 medicine=1 toughness=2 armor_b=6"
    ' values="Justice must be served"',
    "add Marlow health=20 con=4 defense=12 speed=7 quickness=1 int_mod=2 medicine=3",
    'add "Doctor Krait" side=enemies health=30 con=5 defense=14 speed=7 quickness=2 toughness=3',
    "add Guard side=enemies health=12 con=3 defense=11 speed=7 quickness=1",
    "arm Vesper pistol kind=ranged damage=2d6+3 source=ballistic bonus=4 reload=minor",
    "arm Marlow fists kind=melee type=stun bonus=1",
    'arm "Doctor Krait" revolver kind=ranged damage=2d6+2 source=ballistic bonus=3 reload=major',
    "range Vesper Marlow adjacent",
)

UNKNOWN_ARMIES = (
    "title The Burning Man Bar",
    "add Dermot struggle=55 dodge=35 body=60",
    "add Renata struggle=35 firearms=60 dodge=45 body=45",
    'add "Burning Man" side=enemies preset=burning-man',
    "add Bouncer side=enemies struggle=50 dodge=30 body=65",
    'arm Dermot "pool cue" large',
    "arm Renata revolver kind=gun maximum=40 ready=no",
    'arm "Burning Man" cleaver sharp heavy',
    'range Dermot "Burning Man" engaged',
)

SRD5 = (
    "title The Goblin Cave",
    "add Vera hp=24 ac=16 str=16 dex=12 con=14",
    "add Milo hp=15 ac=14 dex=16 wis=12",
    "add Goblin side=enemies hp=7 ac=15 dex=14",
    'add "Goblin Boss" side=enemies hp=21 ac=17 dex=14',
    "arm Vera longsword hit=5 dice=1d8+3 type=slashing",
    "arm Milo shortbow hit=5 dice=1d6+3 type=piercing range=80 ammo=20",
    "arm Goblin scimitar hit=4 dice=1d6+2 type=slashing",
    'arm "Goblin Boss" scimitar hit=4 dice=1d6+2 type=slashing',
    "range Vera Goblin reach",
)
"""A game from a file."""
