"""The referee: follows a game at a real table, on top of the rules.

Stimuli (what the table tells) go in, events (what has happened) come out; the state is the fold of events:

>>> from companion.game import Position, Seat, rules_for
>>> from companion.referee.events import Look, Throw
>>> from companion.referee.referee import Referee, begin
>>> referee = Referee(begin(rules_for("schaedler"), Seat.A))
>>> referee.on(Throw(4))
(Thrown(ply=1, seat=<Seat.A: 'A'>, throw=4, choices=1, zugzwang=False),)
>>> wrong = Position.parse("A 2A 3A 4A 5Ax2 / B 1B 2B 3B 4B 5B")
>>> (flagged,) = referee.on(Look(wrong.halves()))
>>> print(flagged.reason, "-", flagged.rule)
point-taken-by-own-counter - Schädler 8
>>> [(str(step.source), str(step.target)) for step in flagged.remedy]
[('5A', '1A')]
>>> referee.on(Look(referee.state.position.halves()))
(Restored(ply=1, seat=<Seat.A: 'A'>, frame=None),)
"""
