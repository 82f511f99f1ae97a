"""Sets of rules: counted, solved, measured and compared."""
