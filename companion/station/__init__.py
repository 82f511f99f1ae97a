"""The station: the program that people meet.

    gather stimuli -> Station.on -> store -> show

`station` is the state machine: pure, given the time, no I/O. It is at one page of a flow (welcome, choice,
set-up, throw-off, play, won) and has others laid over it (rules, pause, settings ...). `watcher` has a board
that lies still read, and the reading itself is judged; `observation` makes of it what pages show, last of
all. `loop` is the one loop, in one thread, that feeds the machine and carries out its effects.
"""
