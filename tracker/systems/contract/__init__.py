"""The Contract: one Action a round, and reactions that take it early."""

from tracker.systems.contract.system import Contract

SYSTEM = Contract()
