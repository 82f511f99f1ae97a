"""The bench that changes one tuned number at a time really changes that one, where it is used."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bench.sensitivity import AGREED, is_agreed, main, numbers
from vision.detection import disc_judge

ROOT = Path(__file__).resolve().parents[2]

ASK = """
import sys
from bench.sensitivity import _Finder, numbers
one = next(n for n in numbers("vision/detection/disc_judge.py") if n.name == "MIN_COUNTER_STRENGTH")
sys.meta_path.insert(0, _Finder(one, 0.5))
import vision.board_reader
from vision.detection import disc_judge
print(disc_judge.MIN_COUNTER_STRENGTH, disc_judge.MIN_OBJECT_LLR)
"""


@pytest.mark.slow
def test_a_number_is_another_in_its_own_process_alone() -> None:
    told = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["0.5", str(disc_judge.MIN_OBJECT_LLR)]
    assert disc_judge.MIN_COUNTER_STRENGTH != 0.5


@pytest.mark.parametrize(
    "within", ["vision/detection", "vision/segmentation/texture.py", "calibration/learn"]
)
def test_every_number_stands_where_it_is_reported(within: str) -> None:
    found = numbers(within)
    assert found
    for one in found:
        line = (ROOT / one.file).read_text(encoding="utf-8").splitlines()[one.line - 1]
        assert one.file.startswith(within)
        written = re.match(r"[\d.e_-]+", line[one.column :])
        assert written is not None
        assert float(written.group()) == one.value


@pytest.mark.slow
def test_names_whose_numbers_are_agreed_on_still_stand_in_their_files() -> None:
    assert {(one.file, one.name) for one in numbers() if is_agreed(one)} == {
        (file, name) for file, names in AGREED.items() for name in names
    }


def test_without_pictures_it_counts_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--in", "vision/detection"]) == 0
    *files, last = capsys.readouterr().out.splitlines()
    chosen, agreed = (int(word) for word in last.split() if word.isdigit())
    assert sum(int(line.split()[0]) for line in files) == chosen
    assert chosen + agreed == len(numbers("vision/detection"))


def test_results_of_other_pictures_are_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "results.csv"
    one = [*("--in", "vision/segmentation/texture.py"), *("--sample", "0"), *("--out", str(kept))]
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
    kept.write_text(f"all,{tmp_path / 'one'}\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main([*one, str(tmp_path / "other")])
    assert "has results of other pictures" in capsys.readouterr().err
    assert kept.read_text(encoding="utf-8") == f"all,{tmp_path / 'one'}\n"
