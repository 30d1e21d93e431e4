"""A format of a package outside is named, told from content, listed and read as ours are."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

MODULE = """
from measurand.edges.files import Bad
from measurand.edges.files.samples.format import SampleFormat
from measurand.edges.files.samples.guesses import Guess
from measurand.evidence.formats import Choice
from measurand.evidence.source import Source
from measurand.values.sample import Sample

MARK = b"%arrows"


def read(part):
    with part.open() as file:
        assert file.readline().startswith(MARK)
        for number, line in enumerate(file, 2):
            gold, arrow, answer = line.decode().strip().partition(" -> ")
            if gold == "none":
                yield None
            if not arrow:
                raise ValueError("no arrow")
            number -= gold == "again"
            fold = str.lower if part.source.said("case") == "fold" else str
            yield Sample(id=str(number), gold=(fold(gold),), predicted=(fold(answer),))


def sniff(head):
    return Guess(source=Source(path=head.name, format="arrows")) if head.raw[:7] == MARK else None


FORMAT = SampleFormat(
    name="arrows",
    about="a toy: what is right, an arrow, what was said",
    files=".arrows",
    shape=("%arrows", "milk -> egg"),
    gold="what stands before the arrow",
    pred="what stands behind it",
    own_choices=(
        Choice(
            name="case",
            convention="list cells",
            about="whether letters are compared as they are",
            among=("keep", "fold"),
            default="keep",
        ),
    ),
    read=read,
    sniff=sniff,
)
"""
Ran = tuple[int, str, str]


@pytest.fixture
def measurand(tmp_path: Path) -> Callable[..., Ran]:
    """Run a command beside an installed package that adds the format."""
    site = tmp_path / "site"
    (site / "toy_arrows-1.0.dist-info").mkdir(parents=True)
    (site / "toy_arrows.py").write_text(MODULE)
    about = site / "toy_arrows-1.0.dist-info"
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-arrows\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[measurand.formats]\narrows = toy_arrows:FORMAT\n")
    (tmp_path / "a.txt").write_text("%arrows\nmilk -> milk\negg -> Egg\n")
    program = (
        f"import sys; sys.path.append({str(site)!r}); from measurand.edges.cli.main import main; "
        "sys.exit(main(sys.argv[1:]))"
    )

    def run(*words: str) -> Ran:
        done = subprocess.run(  # noqa: PLW1510 # the code is what is looked at
            [sys.executable, "-c", program, *words], cwd=tmp_path, capture_output=True, text=True
        )
        return done.returncode, done.stdout, done.stderr

    return run


def test_it_is_told_from_its_content_and_scored(measurand: Callable[..., Ran]) -> None:
    code, out, err = measurand("score", "a.txt", "-d", "f", "--format", "csv")

    assert (code, err) == (0, "")
    assert "0.5" in out


def test_it_is_named_and_its_choices_are_held_to(measurand: Callable[..., Ran]) -> None:
    said = ("score", "a.txt", "-d", "f", "--format", "csv", "--input-format", "arrows")

    folded = measurand(*said, "--input", "case=fold")
    wrong = measurand(*said, "--input", "case=flod")

    assert folded[0] == 0
    assert "0.5" not in folded[1]
    assert wrong[0] == 2
    assert "did you mean 'fold'?" in wrong[2]


def test_it_is_listed_with_those_that_are_shipped(measurand: Callable[..., Ran]) -> None:
    code, out, _ = measurand("formats", "arrows")

    assert code == 0
    assert "milk -> egg" in out
    assert "case" in out


RAISES = (
    "arrows: expected what toy_arrows:FORMAT of the package toy-arrows 1.0 gives, got ValueError: "
    "no arrow: raised at toy_arrows.py:20, behind record 1"
)


@pytest.mark.parametrize("command", [("score", "-d", "f"), ("sniff",)])
def test_what_its_reader_raises_names_the_package(
    measurand: Callable[..., Ran], tmp_path: Path, command: tuple[str, ...]
) -> None:
    (tmp_path / "a.txt").write_text("%arrows\nmilk -> milk\negg\n")

    code, out, err = measurand(command[0], "a.txt", *command[1:])

    assert code == (2 if command[0] == "score" else 0)
    assert RAISES in " ".join((out + err).split())
    assert "defect" not in err


def test_an_id_that_it_gives_twice_is_refused(
    measurand: Callable[..., Ran], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("%arrows\nmilk -> milk\nagain -> egg\n")

    code, _, err = measurand("score", "a.txt", "-d", "f")

    assert code == 2
    assert err == "a.txt: expected ids that differ, got the id '2' again, first in record 1\n"


def test_what_it_gives_that_is_no_event_is_refused(
    measurand: Callable[..., Ran], tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("%arrows\nnone -> milk\n")

    code, _, err = measurand("score", "a.txt", "-d", "f")

    assert code == 2
    assert "toy-arrows 1.0 gives, got a NoneType as record 1, no Sample" in err
