"""An error that nobody foresaw: it names itself, and is never taken for a verdict."""

import pytest
from attrs import evolve

from measurand.edges.cli import formats
from measurand.edges.cli.main import main


def failing(_arguments: object) -> int:
    message = "a thing\n::error::that nobody thought of"
    raise LookupError(message)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "COMMAND", evolve(formats.COMMAND, run=failing))


@pytest.mark.usefixtures("broken")
def test_it_ends_with_2_and_says_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["formats"])

    said = capsys.readouterr().err.splitlines()
    assert code == 2
    assert said[0] == (
        r"measurand: unforeseen error: LookupError: a thing\n::error::that nobody thought of"
    )
    assert "no verdict on numbers" in said[1]
    assert said[3] == "`measurand --debug COMMAND ...` shows where it was raised."
    assert not any("Traceback" in line for line in said)


def test_no_key_is_shown_in_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def quoting(_arguments: object) -> int:
        message = "illegal header: Bearer sk-ab12cd34ef56"
        raise LookupError(message)

    monkeypatch.setenv("MEASURAND_API_KEY", "sk-ab12cd34ef56")
    monkeypatch.setattr(formats, "COMMAND", evolve(formats.COMMAND, run=quoting))

    main(["--debug", "formats"])

    said = capsys.readouterr().err
    assert "illegal header" in said
    assert "ab12cd34" not in said


@pytest.mark.usefixtures("broken")
def test_where_it_was_raised_is_shown_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--debug", "formats"])

    said = capsys.readouterr().err
    assert code == 2
    assert "| Traceback" in said
    assert "in failing" in said
    assert not any(line.startswith("::") for line in said.splitlines())
    assert "--debug" not in said.splitlines()[-1]
