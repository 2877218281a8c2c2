"""The Contract: one Action a round, and reactions that take it early."""

from tracker.games.contract.system import Contract

SYSTEM = Contract()
