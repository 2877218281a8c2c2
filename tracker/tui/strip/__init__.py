"""The views of the strip above the key line: each takes keys, returns lines, and knows the cockpit but no widgets."""
