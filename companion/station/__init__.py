"""The station: the program that people meet.

    gather stimuli -> Station.on -> store -> show

`station` is the state machine: pure, told the time, no I/O. It is at one page of a flow (welcome, choice,
set-up, throw-off, play, won) and has others laid over it (rules, pause, settings ...). `sight` turns frames
into what is seen; `loop` is the one loop, in one thread, that feeds the machine and carries out its effects.
"""
