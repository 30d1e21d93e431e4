"""The generated reference pages: metrics, formulas, laws, rules of proofs, schemas.

A page is made from the values that the program runs on, so that it cannot say anything else.
`python -m measurand.edges.report.reference_pages` writes them; a test holds them to what it would
write.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Protocol, runtime_checkable

from measurand.algebra.formula_text import latex, text
from measurand.auditing.proofs.prove import RULES
from measurand.auditing.proofs.sheet import Fact, Kind, Role
from measurand.edges.claims.schema import claims_schema_text
from measurand.edges.files import atomic_write
from measurand.edges.registry import ExtensionPoint, ours
from measurand.edges.report.formats_view import conventions_page, formats_page
from measurand.laws.proofs import Proved
from measurand.laws.table import CATALOGUE, LAWS, NotAsked, Refuted, Unbroken, law_table
from measurand.metrics.definitions import (
    REVISIONS,
    Column,
    Definition,
    Family,
    Formula,
    Measure,
    Numeric,
    Total,
    Transition,
    metric_of,
)
from measurand.metrics.families import families
from measurand.metrics.grammar import write_value
from measurand.metrics.metric import CELLS, Metric
from measurand.metrics.numeric import CHANGES, COLUMNS, NUMERIC, TOTALS
from measurand.metrics.proven import (
    AtLeast,
    AtMost,
    Mirrors,
    Moves,
    Scaleless,
    proved,
)
from measurand.metrics.signature import option_values, options, parse, signature
from measurand.metrics.standard import MEASURES, STANDARD

_INTRODUCTION = """
Every metric of the counts of one class, as one formula. `hits` are right predictions, `predicted`
and `gold` what is on either side, `judged` all that was judged; tp, fp, fn and tn are the cells of
the table that they make. A score is undefined where the bottom of its normal form (what is left
after cancelling) is 0. The scores of confusion matrices in `prove` and `lint` are these formulas.

What the tables say of ranges, directions and mirrors is *proved*, for all counts: each claim comes
down to polynomials whose terms, and squares of differences, are nowhere below 0, and
`measurand.metrics.proven.checks` multiplies that out again. An end of a range without a proof, or a
cell in neither column, is not claimed.
""".strip()


def formulas_page(generated: str) -> str:
    """Write the page.

    >>> formulas_page("").splitlines()[2]
    '# Formulas'
    """
    return "\n".join(_lines(generated))


def _lines(generated: str) -> Iterator[str]:
    yield from (generated, "", "# Formulas", "", _INTRODUCTION, "")
    yield "| metric | is | formula | source |"
    yield "| --- | --- | --- | --- |"
    for metric in STANDARD.values():
        yield f"| {metric.name} | {metric.says} | `{text(metric.formula)}` | {metric.source} |"
    yield from ("", "## Proved for all counts", "")
    yield "| metric | range | rises with | falls with | gold and predictions exchanged | scale |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for metric in STANDARD.values():
        yield f"| {metric.name} | {' | '.join(_proved(metric))} |"
    yield from ("", "## For pages of mathematics", "")
    for metric in STANDARD.values():
        yield from (f"{metric.name}:", "", f"$${latex(metric.formula)}$$", "")


def _proved(metric: Metric) -> Iterator[str]:
    low = metric.low is not None and proved(metric, AtLeast(metric.low))
    high = metric.high is not None and proved(metric, AtMost(metric.high))
    ends = (f"from {metric.low}" if low else "", f"to {metric.high}" if high else "")
    yield " ".join(filter(None, ends))
    ways = {cell: _ways(metric, cell) for cell in CELLS}
    yield ", ".join(cell for cell, way in ways.items() if way == {True})
    yield ", ".join(cell for cell, way in ways.items() if way == {False})
    yield ", ".join(name for name in STANDARD if proved(metric, Mirrors(name)))
    yield "free" if proved(metric, Scaleless()) else ""


def _ways(metric: Metric, cell: str) -> set[bool]:
    return {up for up in (True, False) if proved(metric, Moves(cell, up))}


def rules_page(generated: str) -> str:
    """Write the page of rules, under the line that says it is generated.

    >>> rules_page("").splitlines()[2]
    '# Rules of tables'
    """
    return "\n".join(_rules(generated))


def _rules(generated: str) -> Iterator[str]:
    yield generated
    yield ""
    yield "# Rules of tables"
    yield ""
    yield "What printed numbers are held to without any data: `measurand lint` asks the rules that"
    yield "need no search, `measurand prove` all of them. How to read what they say is in"
    yield "[the guide](../prove.md)."
    for rule in RULES:
        yield from ("", f"## {rule.id}", "", f"{rule.says}", "")
        yield f"- Assumes: {rule.assumes}"
        yield f"- Asked by: {'`lint` and `prove`' if rule.cheap else '`prove`'}"
        yield f"- Source: {rule.source}"
    yield from ("", "## What a column can be", "", _listed(Role), "")
    yield from ("## What else can be known", "", _listed(Fact), "")
    yield from ("## What a row can be", "", _listed(Kind), "")


def _listed(words: type[Role] | type[Fact] | type[Kind]) -> str:
    return ", ".join(f"`{word.value}`" for word in words)


GENERATED = "<!-- generated by `make docs`: do not edit -->"
REFERENCE = Path("docs") / "reference"


_FORMULAS: Mapping[type[Definition], Mapping[str, Metric]] = {
    Measure: MEASURES,
    Numeric: NUMERIC,
    Total: {f"`of={of.value}`": metric for of, metric in TOTALS.items()},
    Column: {f"`reduce={how.value}`": metric for how, metric in COLUMNS.items()},
    Transition: {f"`of={of.value}`": metric for of, metric in CHANGES.items()},
}
"""The metrics of definitions that have several."""


def metrics_page() -> str:
    """Write the page of metrics.

    >>> metrics_page().splitlines()[2]
    '# Metrics'
    """
    return "\n".join(_metrics())


_EXAMPLES = {
    "mae": "mae(gold=price,predicted=guess)",
    "formula": 'formula(of="hits / gold")',
    "auc": "auc(score=cf,label=correct)",
    "column": "column(name=cost)",
    "ratio": "ratio(top=hits,bottom=tries)",
    "transition": "transition(of=fix_rate,before=stage1)",
    "shift": "shift(of=improved,before=stage1,where=changed)",
    "difference": "difference(before=stage1)",
}
"""Metrics that have options without a default, with these options."""


def _metrics() -> Iterator[str]:
    yield GENERATED
    yield ""
    yield "# Metrics"
    yield ""
    yield "Every metric, its options with their defaults, and what each accepts. A signature writes"
    yield "all options; `parse` takes the defaults for those that are not written."
    kinds: dict[type[Definition], list[str]] = {}
    for name, (kind, _) in REVISIONS.items():
        kinds.setdefault(kind, []).append(name)
    for kind, names in kinds.items():
        name, revision = names[0], REVISIONS[names[0]][1]
        example = _EXAMPLES.get(name, name)
        yield from ("", f"## {', '.join(names)} (revision {revision})", "")
        yield from (line.strip() for line in _prose(kind))
        alone = metric_of(parse(example))
        formulas = _FORMULAS.get(kind, {name: alone} if isinstance(alone, Metric) else {})
        if kind is not Formula and formulas:
            yield from ("", "| metric | formula | says |", "| --- | --- | --- |")
            for label, one in formulas.items():
                yield f"| {label} | `{text(one.formula)}` | {one.says} |"
        yield from _option_rows(name, example)
    for name, kind in families().items():
        yield from _family(name, kind)
    yield ""


def _option_rows(name: str, example: str) -> Iterator[str]:
    yield from ("", "| option | default | accepts |", "| --- | --- | --- |")
    defaults = option_values(parse(example))
    for option in options(name).values():
        needed = f"{option.name}=" in example
        default = "" if needed else f"`{write_value(defaults[option.name])}`"
        accepts = option.codec.form.replace("|", "\\|")
        yield f"| `{option.name}` | {default} | {accepts} |"


def _family(name: str, kind: type[Family]) -> Iterator[str]:
    about = kind.about
    yield from ("", f"## {name} (revision {about.revision})", "")
    yield from (line.strip() for line in _prose(kind))
    low, high = ("" if end is None else str(end) for end in (about.low, about.high))
    yield from ("", "| | |", "| --- | --- |")
    yield f"| formula | `{about.formula}` |"
    yield f"| range | {low or 'unbounded'} to {high or 'unbounded'} |"
    yield f"| undefined where | {about.undefined or 'no sample was scored'} |"
    yield f"| source | {about.source} |"
    for peer, agreement in about.peers:
        yield f"| `{peer}` | {agreement} |"
    yield from _option_rows(name, f"{name}({about.example})")


def _prose(kind: type[Definition]) -> Iterator[str]:
    for line in (kind.__doc__ or "").strip().splitlines():
        if line.strip().startswith(">>>"):
            return
        yield line


_KNOWN = """
What is known of each definition and each law. Of the cells

- {} are *proved* for every corpus: the law comes down to lemmas about the counts of a unit,
  and `measurand.laws.proofs.verified` multiplies out the proof of each again; of which
  definitions that is so, and why, stands there at each law;
- {} are *tested*: a property test tries to break them, and fails where no case asks them
  anything; it tries what is proved, too;
- {} are *refuted* by the smallest case that is known, which is in
  `measurand.laws.counterexamples` and is a test: the law breaks there;
- {} are blank: the law is about what the definition does not have.
""".strip()


def laws_page() -> str:
    """Write the page of laws.

    >>> laws_page().splitlines()[2]
    '# Laws'
    """
    return "\n".join(_laws())


def _laws() -> Iterator[str]:
    yield GENERATED
    yield ""
    yield "# Laws"
    yield ""
    counted = Counter(type(cell) for row in law_table().values() for cell in row.values())
    yield _KNOWN.format(*(counted[kind] for kind in (Proved, Unbroken, Refuted, NotAsked)))
    yield ""
    yield "| # | id | algebra | law |"
    yield "| ---: | --- | --- | --- |"
    for number, law in enumerate(LAWS, start=1):
        yield f"| {number} | `{law.id}` | {law.algebra.value} | {law.says} |"
    yield from ("", "Laws of functions of your own are in the [table of kinds](kinds.md).")
    yield from ("", "## Definition by law", "")
    yield "| definition | " + " | ".join(str(number) for number in range(1, len(LAWS) + 1)) + " |"
    yield "| --- |" + " --- |" * len(LAWS)
    for name in CATALOGUE:
        yield f"| {name} | " + " | ".join(_cell(name, law.name) for law in LAWS) + " |"
    yield from ("", "## The definitions", "", "| name | signature |", "| --- | --- |")
    for name, definition in CATALOGUE.items():
        yield f"| {name} | `{signature(definition)}` |"
    yield ""


def _cell(name: str, law: str) -> str:
    match law_table()[name][law]:
        case Proved():
            return "proved"
        case Unbroken():
            return "tested"
        case Refuted():
            return "refuted"
        case NotAsked():
            return ""


PAGES: Mapping[str, Callable[[], str]] = {
    "metrics.md": metrics_page,
    "laws.md": laws_page,
    "rules.md": partial(rules_page, GENERATED),
    "formats.md": partial(formats_page, GENERATED),
    "conventions.md": partial(conventions_page, GENERATED),
    "formulas.md": partial(formulas_page, GENERATED),
    "claims.schema.json": claims_schema_text,
}
"""Our own pages by their file names; studies add theirs."""


@runtime_checkable
class Page(Protocol):
    """What writes the text of a page."""

    def __call__(self) -> str:
        """Write it."""


def every_page() -> Iterator[tuple[str, Callable[[], str]]]:
    """List the pages of this library by their file names: ours, and those of our studies.

    >>> [name for name, _ in every_page() if name.startswith("review")]
    ['review-profiles.md']
    """
    yield from PAGES.items()
    for entry in ours(ExtensionPoint.PAGES):
        yield entry.name, entry.load(Page)  # type: ignore[type-abstract]  # only asked about, never made


def main() -> None:
    """Write all pages; run in the root of the repository."""
    for name, page in every_page():
        written = atomic_write(REFERENCE / name, [page().encode()])
        written.alt(lambda faults: sys.exit(faults[0].text()))


if __name__ == "__main__":
    main()
