"""What the stages of `measurand cf` are asked."""

from pathlib import Path

from attrs import frozen

from measurand.edges.cli.output import FORMATS, Format, Output, Printed
from measurand.edges.cli.reading import Reading
from measurand.edges.cli.request import (
    Arguments,
    argument,
    choice,
    option,
    part,
    repeated,
    required_option,
    switch,
)
from measurand.studies.counterfactual.options import NAMES, PROFILES

_WHO = "who answers"
_PROFILES = tuple(PROFILES)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < float("inf"):
        message = f"a number of seconds above 0: got {text!r}"
        raise ValueError(message)
    return seconds


@frozen(kw_only=True)
class Settings(Arguments):
    """The options of a study: a profile, and what is set beside it."""

    TITLE = "options"

    profile: str | None = choice(_PROFILES, says="the options by name", default="documented")
    set: tuple[str, ...] = repeated(
        str,
        metavar="OPTION=VALUE",
        says="change one option of the profile (see measurand cf profiles); may be repeated",
    )
    only_tests: str | None = None

    @property
    def named(self) -> str:
        """Name the profile, or that which is taken where none is named."""
        return self.profile or _PROFILES[0]

    def label(self, profile: str) -> str:
        """Name a reading: a profile, and what was set beside it."""
        tested = (f"tested={self.only_tests}",) if self.only_tests is not None else ()
        return " ".join((profile, *self.set, *tested))


@frozen(kw_only=True)
class TestSettings(Settings):
    """The options of a study that tests."""

    only_tests: str | None = option(
        str,
        metavar="METRICS",
        says=f"the metrics to test, with commas between them; of {', '.join(NAMES)}",
    )


@frozen(kw_only=True)
class RowSettings(TestSettings):
    """The options of tests of rows, which say how they were measured."""

    profile: str | None = choice(_PROFILES, says="default: as the rows were measured")


@frozen(kw_only=True)
class AnswersBy(Arguments):
    """Who answers what the transforms ask."""

    TITLE = "answers"

    generator: str | None = choice(("toy",), either=_WHO, says="the small one of this program")
    program: str | None = option(
        str,
        metavar="COMMAND",
        either=_WHO,
        says="a program that reads questions and writes answers",
    )
    answers: Path | None = option(
        Path, metavar="FILE", either=_WHO, says="answers to the questions of cf emit"
    )
    keep: Path | None = option(
        Path, metavar="FILE", says="keep answers as they come, and use them again"
    )
    seconds: float = option(
        _seconds,
        metavar="N",
        default=60.0,
        says="how long a program may take for one answer (default: 60)",
    )


@frozen(kw_only=True)
class SampleReading(Reading):
    """How carefully samples are read."""

    strict: bool = switch(
        says="refuse citations of tokens that are not there, and duplicate JSON keys", rare=True
    )


@frozen(kw_only=True)
class Measuring(Arguments):
    """Samples that are measured."""

    samples: Path = argument(Path, metavar="SAMPLES", says="a file of cf-sample/1")
    rows: Path | None = None
    settings: Settings = part(Settings)
    by: AnswersBy = part(AnswersBy)
    reading: SampleReading = part(SampleReading)


@frozen(kw_only=True)
class RunRequest(Measuring):
    """Samples of which a study is made."""

    rows: Path | None = option(Path, metavar="FILE", says="write the rows (cf-score/3) too")
    html: Path | None = option(Path, metavar="PAGE", says="write a page with pictures too")
    settings: TestSettings = part(TestSettings)
    output: Output = part(Output)


@frozen(kw_only=True)
class Written(Printed):
    """The file that a stage writes, and how it is told what is in it."""

    target: Path = required_option(
        Path, "--output", metavar="FILE", says="the file that is written"
    )
    format: Format = choice(FORMATS, default="text", says="of what is printed")

    @property
    def style(self) -> str:
        """Name how what is printed is written."""
        return self.format


@frozen(kw_only=True)
class ScoreRequest(Measuring):
    """Samples whose rows are written (cf-score/3)."""

    written: Written = part(Written)


@frozen(kw_only=True)
class EmitRequest(Arguments):
    """Samples whose questions are written (cf-question/1)."""

    samples: Path = argument(Path, metavar="SAMPLES", says="a file of cf-sample/1")
    settings: Settings = part(Settings)
    reading: SampleReading = part(SampleReading)
    written: Written = part(Written)


@frozen(kw_only=True)
class StatsRequest(Arguments):
    """Rows that are tested."""

    rows: Path = argument(Path, metavar="ROWS", says="a file of rows (cf-score/3)")
    html: Path | None = option(Path, metavar="PAGE", says="write a page with pictures too")
    settings: RowSettings = part(RowSettings)
    reading: Reading = part(Reading)
    output: Output = part(Output)
