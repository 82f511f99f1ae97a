"""Evaluation of board readings: pictures with ground truth, and the table of results."""
