"""A fingerprint of what can happen in a game, by which a survey knows it."""

from hashlib import blake2b

import numpy as np

from companion.analysis.solve.rule_tables import Tables


def fingerprint(tables: Tables) -> str:
    """Return a fingerprint: games with the same one are the same game.

    What never happens doesn't count: moves that no reached arrangement allows, and what they would
    earn or hit.
    """
    reached, rows = tables.reached_alone(), len(tables.counts)
    allowed, opened = (table.reshape(rows, -1)[reached] for table in (tables.allowed, tables.opened))
    slots = np.arange(len(tables.slots))[:, None]
    both = np.bitwise_or.reduce(allowed) & np.bitwise_or.reduce(opened)
    happens = np.zeros(tables.n_effects, dtype=np.bool_)
    happens[: slots.size * tables.n_faces] = (both >> slots & 1 > 0).ravel()
    never = ~np.bitwise_or.reduce(happens[: slots.size * tables.n_faces].reshape(slots.size, -1) << slots)
    never &= (1 << slots.size) - 1
    after = np.where(happens, tables.after.reshape(rows, -1)[reached], -1)
    lands = np.where(happens, tables.lands, 10)
    kept = [tables.counts[reached], tables.gathered[reached], tables.won[reached], after, lands]
    kept += [allowed & ~never, opened & ~never, tables.choices_of, tables.chosen]
    if tables.hits_at is not None:
        kept.append(tables.hits_at.reshape(rows, -1)[reached][:, np.unique(lands)])
    if tables.earns is not None:
        kept.append(tables.earns & happens)
    digest = blake2b(digest_size=16)
    die, goal = tables.rules.die, tables.rules.goal
    digest.update(f"{die.faces} {die.weights} {goal} {tables.rules.to_win} {tables.start()}".encode("ascii"))
    for table in kept:
        digest.update(np.ascontiguousarray(table, dtype=np.int64).data)
    return digest.hexdigest()
