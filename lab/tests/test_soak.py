"""The soak tells growth from noise."""

from bench.soak import Sample, growth_mb, leaks


def samples(slope_mb: float, new_files: int = 0) -> list[Sample]:
    return [
        Sample(hour, hour, 300.0 + slope_mb * hour + hour % 2 * 0.4, 20 + new_files * hour, 50, 3.0)
        for hour in range(9)
    ]


def test_memory_and_files_that_stay_are_no_leak() -> None:
    assert leaks(samples(0.2)) == []
    assert abs(growth_mb(samples(0.2)) - 0.2) < 0.1
    assert leaks(samples(9.0)[:2]) == []


def test_what_grows_after_the_first_hour_is_named() -> None:
    memory, files = leaks(samples(3.3, 1))
    assert memory.startswith("memory grows by 3.")
    assert files == "21 open files became 28"
    # What grows in the first hour only is no leak.
    _, *later = samples(0.0)
    assert leaks([Sample(0.0, 0, 100.0, 5, 50, 3.0), *later]) == []
