"""The views of the strip above the key line: forms, group forms, the command bar, lists.

A view takes keys and returns lines to paint; it knows the cockpit but no widgets.
"""
