"""What GitHub shows of a check: annotations at lines, and a summary of the step."""

from collections.abc import Iterator, Sequence

from measurand.audit.claims.outcomes import Outcome
from measurand.edges.report.document import Grid, Prose, Section
from measurand.edges.report.markdown import markdown
from measurand.edges.report.outcome_words import WORDS, message_of, title_of
from measurand.values.fault import visible
from measurand.values.verdict import Verdict

MOST_ANNOTATIONS = 10
"""GitHub shows so many annotations of a kind for one step; the last one says how many more."""
MOST_ROWS = 1000
_MOST_TEXT = 4000

_LEVELS = {Verdict.REFUTED: "error", Verdict.UNDECIDED: "warning"}


def annotations(outcomes: Sequence[Outcome]) -> str:
    r"""Write a workflow command for every claim that does not hold, ten of a kind at most.

    Errors are refuted claims, warnings undecided ones. Where a claim names its place in the paper,
    it is annotated there too.

    >>> print(annotations([Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.REFUTED,
    ...                            printed="63.3%", file="claims.toml", line=14)]), end="")
    ::error file=claims.toml,line=14,title=1/ours/F1%3A not reproduced::printed: 63.3%25
    """
    lines: list[str] = []
    for verdict, level in _LEVELS.items():
        found = [one for one in outcomes if one.verdict is verdict]
        told = list(_commands(found, level))
        if len(told) > MOST_ANNOTATIONS:
            left = len(told) - (MOST_ANNOTATIONS - 1)
            more = f"::{level} title=measurand::{left} more are in the summary of this step"
            told = [*told[: MOST_ANNOTATIONS - 1], more]
        lines += told
    return "".join(f"{line}\n" for line in lines)


def _commands(outcomes: Sequence[Outcome], level: str) -> Iterator[str]:
    """Annotate claims where they are written, then where the paper prints them."""
    for one in outcomes:
        yield _command(level, one, one.file, one.line)
    for one in outcomes:
        file, _, line = one.where.rpartition(":")
        if file and line.isascii() and line.isdigit():
            yield _command(level, one, file, int(line))


def _command(level: str, outcome: Outcome, file: str, line: int) -> str:
    place = [f"file={_property(file)}"] if file else []
    place += [f"line={line}"] if file and line > 0 else []
    place.append(f"title={_property(title_of(outcome))}")
    return f"::{level} {','.join(place)}::{_data(message_of(outcome)[:_MOST_TEXT])}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")


def step_summary(outcomes: Sequence[Outcome], *, title: str) -> str:
    r"""Write the summary of a step as Markdown: how many claims hold, and those that do not.

    >>> print(step_summary([Outcome(id="1/a/F1", kind="cell", verdict=Verdict.HOLDS)], title="T"))
    # T
    <BLANKLINE>
    1 claim: 1 holds, 0 not reproduced, 0 undecided
    <BLANKLINE>
    """
    counts = ", ".join(
        f"{sum(one.verdict is verdict for one in outcomes)} {word}"
        for verdict, word in WORDS.items()
    )
    number = f"{len(outcomes)} claim{'' if len(outcomes) == 1 else 's'}"
    open_ones = [one for one in outcomes if one.verdict is not Verdict.HOLDS]
    rows = tuple(
        (one.id, WORDS[one.verdict], one.printed, one.computed, one.because, one.definition)
        for one in open_ones[:MOST_ROWS]
    )
    grid = Grid("", ("claim", "verdict", "printed", "computed", "because", "definition"), rows)
    left = len(open_ones) - len(rows)
    more = (Prose((f"and {left} more",)),) if left else ()
    return markdown(
        (
            Section(
                title or "measurand",
                (Prose((f"{number}: {counts}",)), *([grid] if rows else []), *more),
            ),
        )
    )
