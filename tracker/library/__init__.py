"""The library: combatants, parties and encounters in TOML files that people write by hand and ``keep`` adds to."""
