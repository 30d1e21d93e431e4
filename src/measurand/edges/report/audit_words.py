"""An audit in sentences: what the cells are, whose number that is, and what each other cell is.

Verdicts compare exact numbers; a number in a sentence is rounded for reading and decides nothing.
A number of another tool is named only where its whole contract holds on the data that were read:
where its rules for empty cases differ and make no difference here, the sentence says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from toolz import unique

from measurand.algebra.rounding import hull, rounded
from measurand.auditing.claims.audit_result import Fit, Misfit, Recognised, TableAudit
from measurand.auditing.claims.model import Author
from measurand.auditing.claims.space import DATA, Candidate
from measurand.auditing.proofs.repairs import slips
from measurand.edges.report.document import Grid
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Averaged, Definition, Total, name_of
from measurand.metrics.grammar import read
from measurand.metrics.options import SAMPLE, Average, AverageKind, Chosen, ChosenKind
from measurand.metrics.signature import brief
from measurand.values.printed import Printed, Rounding, fixed
from measurand.values.score import Defined, Score, Undefined
from measurand.values.verdict import Verdict

MOST_FAULTS = 10
"""Cells that are told of one by one; the others are counted."""

_MOST_OPTIONS = 12
_KINDS = {AverageKind.MICRO: "micro average", AverageKind.WEIGHTED: "weighted mean"}


def said(table: TableAudit) -> tuple[str, ...]:
    """Say in sentences what an audit found of a table.

    >>> said(TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                 without=(), checked=()))
    ()
    """
    if not table.cells:
        return ()
    if not table.fits:
        return ("No definition of this space can exist for all its columns.",)
    return (*_whole(table), *_without_data(table), *_faults(table), *_lacking(table))


def _without_data(table: TableAudit) -> Iterator[str]:
    if table.no_data:
        left = table.no_data[:MOST_FAULTS]
        more = len(table.no_data) - len(left)
        yield f"No data given: {', '.join(left)}{f' and {more} more' if more else ''}."


def _whole(table: TableAudit) -> Iterator[str]:
    """Say of the cells that are reproduced what they are."""
    if len(table.fits) > 1:
        yield "No one definition fits all columns; each column has its own:"
    for fit in table.fits:
        good = fit.cells - len(fit.misses)
        if good:
            verb = "could be" if table.accidental(fit) else "is" if good == 1 else "are"
            yield f"{_of(good, fit)} {verb} {_what(table, fit)}."
            yield from _accident(table, fit)
        else:
            yield f"None of the {table.candidates} definitions tried prints a cell."
    if len(table.fits) > 1 and not all(fit.sharp for fit in table.fits):
        yield "Some of these columns have too few cells to tell that from an accident."


_TOLD = Fraction(1, 100)


def _accident(table: TableAudit, fit: Fit) -> Iterator[str]:
    """Say how likely a fit of definitions that nobody asked for is a coincidence."""
    chance = table.chance_of(fit)
    if chance is None or chance < _TOLD:
        return
    percent = fixed(rounded(chance * 100, 1, Rounding.CEILING), 1)
    yield (
        f"{table.candidates} definitions were tried: numbers made up in their range fit one as "
        f"well with a chance of up to {percent} %."
    )


def _of(good: int, fit: Fit) -> str:
    cells = "cell" if fit.cells == 1 else "cells"
    return f"{good} of {fit.cells} {cells}"


def _what(table: TableAudit, fit: Fit) -> str:
    """Name the numbers of a fit: by the tool that gives them, else by their definition.

    Columns that are the same number of one tool are told together.
    """
    names: dict[str, list[str]] = {}
    for column in fit.columns:
        names.setdefault(_name(table, fit, column), []).append(column)
    if len(names) == 1:
        [(name, _)] = names.items()
        return name
    ordered = sorted(names.items(), key=lambda pair: -len(pair[1]))
    alike: dict[str, list[str]] = {}
    for name, columns in ordered:
        plain, chosen, how = name.partition(_WITH)
        alike.setdefault(plain, []).append(f"{', '.join(columns)}{chosen}{how}")
    return " and ".join(f"{name} ({'; '.join(parts)})" for name, parts in alike.items())


_WITH = " with "


def _name(table: TableAudit, fit: Fit, column: str) -> str:
    alike = _alike(table, fit)
    known = [one for one in table.recognised if not alike.isdisjoint(one.candidates)]
    tools = [one for one in known if one.column == column]
    shared = [one.number.tool for one in known]
    if fit.by_row:
        cells = sum(cell.column == column for cell in table.cells)
        named = {one.number.tool: 0 for one in tools}
        for one in unique(tools, key=lambda one: (one.number.tool, one.number.definition)):
            named[one.number.tool] += one.printed
        owner = next((f"{tool}'s" for tool, count in named.items() if count >= cells), "the")
        metric = name_of(dict(fit.definitions)[column])
        return f"{owner} {'count' if metric == 'total' else 'score'} of the class of each row"
    if not tools:
        meant = dict(fit.definitions).get(column)
        return "as declared" if meant is None else _in_words(_telling(table, fit), meant)
    best = max(tools, key=lambda one: (one.printed, shared.count(one.number.tool)))
    return f"{best.number.tool}'s {number_words(best.number)}"


def _alike(table: TableAudit, fit: Fit) -> frozenset[Candidate]:
    """Collect the candidates that give the same score in every cell as that of a fit."""
    groups = (group.candidates for group in table.groups if fit.candidate in group.candidates)
    return frozenset(next(groups, (fit.candidate,)))


def _telling(table: TableAudit, fit: Fit) -> Mapping[str, str]:
    """List the choices of a fit without those whose every value gives the same in all cells."""
    alike = [one.texts for one in _alike(table, fit)]
    texts = fit.candidate.texts
    idle = {
        one.option
        for one in table.findings
        if all({**texts, one.option: value} in alike for value in one.considered)
    }
    return {name: text for name, text in texts.items() if name == DATA or name not in idle}


def number_words(number: Compatible) -> str:
    """Say in words how a number of a tool is averaged.

    >>> from measurand.metrics.compat.sklearn import as_sklearn
    >>> number_words(as_sklearn("f1", average="macro")), number_words(as_sklearn("accuracy"))
    ('macro mean', 'accuracy')
    >>> number_words(as_sklearn("f1", pos_label="yes"))
    "score of the class 'yes'"
    """
    mode = next((word for word in _MODES if repr(word) in number.call), "")
    words = _averaged(number.definition)
    return f"{words} of {mode} matches" if mode else words


def _averaged(definition: Definition) -> str:
    """Say in words how units become a number: the score of one class, or which mean."""
    if isinstance(definition, Total):
        return f"count of {definition.of.value}"
    if not isinstance(definition, Averaged) or name_of(definition) in _SHARES:
        return name_of(definition).replace("_", " ")
    how = definition.averaging
    if isinstance(how.only, Chosen):
        listed = ", ".join(map(repr, how.only.classes))
        some = "of all classes but" if how.only.kind is ChosenKind.BUT else "of the classes"
        return f"{_average(how.average)} {some} {listed}"
    alone = [how.only] if how.only is not None else list(how.over.classes)
    if len(alone) == 1:
        return f"score of the class {alone[0]!r}"
    return _average(how.average)


def _average(average: Average) -> str:
    if average.keys == (SAMPLE,):
        return "mean over samples"
    return _KINDS.get(average.kind, "macro mean")


def _in_words(texts: Mapping[str, str], definition: Definition) -> str:
    """Say what a number is that no tool is known to give: in words, and by what is chosen in it.

    Choices that are the defaults are left out.
    """
    plain = {name for name, _ in read(brief(definition)).options}
    chosen = [
        f"{name}={text}" for name, text in texts.items() if name.partition(".")[0] in {*plain, DATA}
    ]
    words = f"the {_averaged(definition)}"
    return f"{words}{_WITH}{', '.join(chosen)}" if chosen else words


_SHARES = {"accuracy", "exact_match"}
_MODES = ("strict", "exact", "partial", "ent_type")


def _faults(table: TableAudit) -> Iterator[str]:
    misses = [miss for fit in table.fits if len(fit.misses) < fit.cells for miss in fit.misses]
    for miss in misses[:MOST_FAULTS]:
        given = short(miss.score, miss.printed)
        slip = slip_of(miss)
        hint = f" ({slip}?)" if slip else ""
        text = miss.printed.text.removesuffix("%")
        yield f"{miss.row} / {miss.column} prints {text}, this gives {given}{hint}."
    if len(misses) > MOST_FAULTS:
        more = len(misses) - MOST_FAULTS
        yield f"And {more} more {'cell' if more == 1 else 'cells'} that it does not print."


def short(score: Score, printed: Printed) -> str:
    """Write a score with as many digits as were printed, in their unit.

    >>> from fractions import Fraction
    >>> short(Defined(Fraction(862, 1000)), Printed.parse("68.2%"))
    '86.2'
    """
    match score:
        case Undefined(reason):
            return f"no number ({reason})"
        case Defined(value):
            scaled = value / printed.unit.scale
            shown = rounded(scaled, printed.decimals, Rounding.HALF_EVEN)
            text = fixed(abs(shown), printed.decimals)
            return f"-{text}" if shown < 0 else text


def slip_of(miss: Misfit) -> str:
    """Say which slip of the pen makes the printed number of the computed one; empty where none.

    Of what another definition prints as it stands none is said.

    >>> from fractions import Fraction
    >>> printed = Printed.parse("68.2%")
    >>> slip_of(Misfit(row="a", column="R", printed=printed,
    ...                score=Defined(Fraction(8621, 10000))))
    'two digits exchanged'
    """
    if miss.elsewhere or not isinstance(miss.score, Defined):
        return ""
    for other in slips(miss.printed):
        if hull(other).holds(miss.score.value):
            same = sorted(other.text) == sorted(miss.printed.text)
            return "two digits exchanged" if same else "one digit changed"
    return ""


def _lacking(table: TableAudit) -> Iterator[str]:
    """Say what does not fit: refuted if a person said what is admissible, else what was tried."""
    alone = table.author.made_up and all(fit.fits for fit in table.fits)
    if table.survivors or alone:
        return
    columns = list(dict.fromkeys(cell.column for cell in table.cells))
    for name, named in _tools_by_name(beside(table)).items():
        yield f"{name} prints every cell of {', '.join(named)}; it is not in this space."
    if table.author is Author.PERSON:
        admissible = f"None of the {table.candidates} admissible definitions"
        word = ": refuted" if table.verdict is Verdict.REFUTED else ""
        yield f"{admissible} fits {', '.join(columns)}{word}."
        return
    left = list(table.untried)
    more = len(left) - _MOST_OPTIONS
    untried = ", ".join(left[:_MOST_OPTIONS]) + (f" and {more} more" if more > 0 else "")
    yield (
        f"None of the {table.candidates} definitions tried prints every cell; not tried: "
        f"other values of {untried or 'these options'}, other samples."
    )


def beside(table: TableAudit) -> tuple[Recognised, ...]:
    """List the numbers of tools that print a column which the space does not, in full.

    >>> beside(TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                   without=(), checked=()))
    ()
    """
    known = {(one.column, one.number) for one in table.recognised}
    missed = {miss.column for fit in table.fits for miss in fit.misses}
    full = (one for one in table.tools if one.printed == one.cells and one.column in missed)
    return tuple(one for one in full if (one.column, one.number) not in known)


def attributed(table: TableAudit) -> tuple[Recognised, ...]:
    """List the numbers of tools that the definitions of the fits are.

    >>> attributed(TableAudit(name="1", source="", candidates=0, cells=(), groups=(), findings=(),
    ...                       without=(), checked=()))
    ()
    """
    return tuple(
        one
        for one in table.recognised
        for fit in table.fits
        if one.column in fit.columns and not _alike(table, fit).isdisjoint(one.candidates)
    )


def _tools_by_name(tools: Sequence[Recognised]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in tools:
        found.setdefault(f"{one.number.tool}'s {number_words(one.number)}", []).append(one.column)
    return {name: list(dict.fromkeys(columns)) for name, columns in found.items()}


# What other tools give, among the definitions of an audit.

_HERE = (
    "on these data: its rules for empty cases, such as zero_division, are others than those of the "
    "definition, and make no difference here"
)


_TITLE = "Numbers of other tools that print cells"


def recognised_grid(found: Sequence[Recognised], *, beside: bool = False) -> Grid:
    """Lay out which tool's number prints how many cells of a column, and under which definition.

    >>> recognised_grid(()).columns
    ('column', 'what it is', 'cells', 'definition')
    """
    return Grid(
        "Numbers of other tools, tried beside the space" if beside else _TITLE,
        ("column", "what it is", "cells", "definition"),
        tuple(
            (
                one.column,
                f"{one.number.says}{' (on these data)' if one.here else ''}",
                f"{one.printed} of {one.cells}",
                _definition(one, beside=beside),
            )
            for one in found
        ),
        notes=(
            "what the tool does was run on these samples, and gives the number",
            *([_HERE] if any(one.here for one in found) else []),
        ),
        aside=not beside,
    )


def _definition(one: Recognised, *, beside: bool) -> str:
    first = one.candidates[0].text if one.candidates else ""
    more = len(one.candidates) - 1
    if beside:
        return ""
    return (first or "as declared") + (f" (and {more} more)" if more > 0 else "")
