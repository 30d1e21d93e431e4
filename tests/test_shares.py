"""The tests are shared out to processes, and nothing of what they say is lost."""

from collections import Counter
from pathlib import Path

import pytest

from tests.shares import SECONDS, divided, files, main, weight

ROOT = Path(__file__).parents[1]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder to share tests out of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    (tmp_path / "tests").mkdir()
    return tmp_path / "tests"


def test_a_test_that_fails_in_one_share_fails_all_and_is_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_a.py").write_text("def test_one():\n    assert 1 == 2, 'so it is'\n")
    (folder / "test_b.py").write_text("def test_two():\n    print('unseen')\n")
    (folder / "test_c.py").write_text("import pytest\n@pytest.mark.skip\ndef test_three(): pass\n")

    code = main(["-n", "2", "tests"])

    printed = capsys.readouterr().out
    assert code == 1
    assert "so it is" in printed
    assert "unseen" not in printed
    assert printed.splitlines()[-1] == "1 passed, 1 failed, 1 skipped"


def test_shares_that_pass_say_how_much_and_one_may_be_empty(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_a.py").write_text("def test_one(): pass\n")

    assert main(["-n", "2", "tests/test_a.py"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "share 1/2: 100%" in said
    assert said[-1] == "1 passed, 0 failed, 0 skipped"


def test_a_conftest_of_some_of_the_tests_is_of_them_alone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "beside").mkdir()
    (folder / "beside" / "conftest.py").write_text("def pytest_runtest_logfinish(): pass\n")
    (folder / "beside" / "test_b.py").write_text("def test_two(): pass\n")
    (folder / "test_a.py").write_text("def test_one(): pass\n")

    assert main(["-n", "1", "tests"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"


def test_to_run_no_test_is_to_fail(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "test_a.py").write_text("'''Nothing yet.'''\n")

    assert main(["-n", "1", "tests"]) == 1
    assert "0 passed" in capsys.readouterr().out


def test_a_process_that_ends_early_fails_and_shows_what_it_said(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "test_a.py").write_text(
        "import os\ndef test_one():\n    os.write(2, b'gone\\n')\n    os._exit(0)\n"
    )

    assert main(["-n", "1", "tests", "-s"]) == 1
    assert "gone" in capfd.readouterr().out


def test_each_file_is_in_one_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    weights = {name: weight(name) for name in files(("tests", "docs", "README.md"))}

    shares = divided(weights, 3)

    assert Counter(name for share in shares for name in share) == Counter(weights.keys())


def test_shares_differ_by_less_than_the_heaviest_file() -> None:
    weights = {str(at): float(at % 7 + 1) for at in range(50)}

    loads = [sum(weights[name] for name in share) for share in divided(weights, 3)]

    assert max(loads) - min(loads) <= max(weights.values())


def test_files_said_to_be_long_exist() -> None:
    assert not [name for name in SECONDS if not (ROOT / name).is_file()]
