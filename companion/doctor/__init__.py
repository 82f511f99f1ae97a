"""Health checks of a station: pure functions over facts that probes found.

`checkup` lists the checks; each module here has one kind of facts, its probe and its judgement. A finding
says in plain words what was found and, if something is wrong, the next step.
"""
