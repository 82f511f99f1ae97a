"""The composition root: opens a station with its window, its log and its watchdog."""
