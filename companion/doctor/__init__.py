"""What is well and what is not with a station: checks are pure functions over facts that probes found.

`checkup` lists the checks; each module here holds one kind of facts, its probe and its judgement. A finding
says in plain words what is the case and, where something is wrong, the next step.
"""
