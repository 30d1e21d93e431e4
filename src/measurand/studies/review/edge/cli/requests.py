"""What the stages of `measurand review` are asked."""

from pathlib import Path
from typing import Literal

from attrs import frozen

from measurand.edges.cli.output import Output
from measurand.edges.cli.reading import FaultyRecords, Reading, on_error
from measurand.edges.cli.request import (
    Arguments,
    arguments,
    choice,
    option,
    part,
    repeated,
)
from measurand.studies.review.options import DOCUMENTED, PROFILES


@frozen(kw_only=True)
class CardReading(FaultyRecords):
    """How rows are read: a profile, what is set beside it, which rows."""

    TITLE = "reading"

    profile: str = choice(tuple(PROFILES), says="default: documented", default=DOCUMENTED)
    set: tuple[str, ...] = repeated(
        str,
        metavar="OPTION=VALUE",
        says="change one option of the profile; may be repeated",
    )
    where: tuple[str, ...] = repeated(
        str,
        metavar="FIELD=VALUE",
        says="keep the rows whose FIELD (a path such as meta.profile) is VALUE; may be repeated",
    )
    on_error: str | None = option(
        on_error,
        metavar="stop|skip|quarantine=FILE",
        says="what a bad line does (default: as the profile says)",
    )

    @property
    def label(self) -> str:
        """Name the reading: the profile, and what was set beside it."""
        return " ".join((self.profile, *self.set))

    def careful(self, plain: str) -> Reading:
        """Say how carefully is read, where `plain` is what the profile says of bad lines."""
        return Reading(on_error=self.on_error or plain, ids="off")


@frozen(kw_only=True)
class RunsRequest(Arguments):
    """Files of runs, how they are read, and where what is made of them is written."""

    files: tuple[Path, ...] = arguments(Path, metavar="FILE", says="a run, or its file")
    out: Path = option(
        Path, metavar="DIR", default=Path(), says="the folder to write below (default: here)"
    )
    reading: CardReading = part(CardReading)
    output: Output = part(Output)


@frozen(kw_only=True)
class ScoreRequest(RunsRequest):
    """Outputs of which scorecards are made."""

    allow: Path | None = option(
        Path,
        metavar="FILE",
        says="more terms that are always targets: a JSON list, lines '- term', or words",
    )
    stop: Path | None = option(
        Path,
        metavar="FILE",
        says="the terms that are never targets, in place of our own list; a file as above",
    )


@frozen(kw_only=True)
class ReportRequest(RunsRequest):
    """Runs of which pages are written."""

    lang: Literal["en", "ko", "zh"] = choice(
        ("en", "ko", "zh"), default="en", says="the language of labels"
    )


@frozen(kw_only=True)
class ProfilesRequest(Arguments):
    """The options that are shown side by side."""

    output: Output = part(Output)
