"""Many sets of rules solved and measured, on this machine or a cluster, and kept row by row."""
