"""What the strip above the key line can be: a form, a sheet for many, the command bar, a list to choose from.

A mode takes keys and says its lines; it knows the desk and nothing of the screen.
"""
