"""The game for PettingZoo, Gymnasium and OpenSpiel; each needs an optional extra."""
