"""The machine: one loop that owns all state.

`loop` gathers stimuli (a press, a touch, an observed board, time), steps the `station`, and carries out what
it wants done: first what is to be stored, then the rest, then the page is shown. The station is at one page
of the flow (welcome, choose, set-up, throw-off, play, won) and has others laid over it (`pages`). `board` is
what is seen, `game` what is played, `upkeep` what is seen to at every turn; `services` do what has nothing to
do with the table, on the `worker` if it takes a while.
"""
