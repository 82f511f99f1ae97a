"""The arm that reaches over the board: limbs, hand and skin."""
