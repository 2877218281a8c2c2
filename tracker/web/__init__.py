"""The players' page: the projection in a file, and a server of its own that shows it and reads nothing else."""
