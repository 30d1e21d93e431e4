"""What the page counts in score rows: issues by rule and key, samples that lack numbers."""

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.verifier import RULES
from measurand.values.score import Undefined


def issues_by_rule(
    rows: Iterable[ScoreRow], keys: Sequence[str]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Count issues: a line for each rule that raised one, a number for each key.

    Rules that are known come first, in the order of their table.

    >>> from measurand.studies.counterfactual.rules import Issue, Kind
    >>> issue = Issue(0, Kind.UNSUPPORTED, 3, "U1.0", "a positive frame cites nothing")
    >>> row = ScoreRow(sample="1", key="no_cite", issues=(issue, issue))
    >>> issues_by_rule([row], ["orig", "no_cite"])
    (('U1.0', (0, 2)),)
    """
    counts = Counter((issue.rule, row.key) for row in rows for issue in row.issues)
    known = list(RULES)
    rules = sorted(
        {rule for rule, key in counts if key in keys},
        key=lambda rule: (known.index(rule) if rule in RULES else len(known), rule),
    )
    return tuple((rule, tuple(counts[rule, key] for key in keys)) for rule in rules)


@frozen(kw_only=True)
class Lacking:
    """A sample without some number: why, and under which keys.

    >>> Lacking(sample="1", group=None, reasons=(("no lesion", ("orig",)),)).reasons[0][0]
    'no lesion'
    """

    sample: str
    group: str | None
    reasons: tuple[tuple[str, tuple[str, ...]], ...]


def lacking(
    rows: Iterable[ScoreRow], tested: Sequence[str], keys: Sequence[str]
) -> tuple[Lacking, ...]:
    """List the samples that lack a tested metric under some key, by their ids.

    >>> row = ScoreRow(sample="1", metrics=(("hit", Undefined("no lesion")),))
    >>> [one.reasons for one in lacking([row], ["hit"], ["orig"])]
    [(('no lesion', ('orig',)),)]
    """
    groups: dict[str, str | None] = {}
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        for reason in _reasons(row, tested):
            groups[row.sample] = row.group
            found.setdefault(row.sample, {}).setdefault(reason, set()).add(row.key)
    return tuple(
        Lacking(
            sample=sample,
            group=groups[sample],
            reasons=tuple(
                (reason, tuple(key for key in keys if key in found[sample][reason]))
                for reason in sorted(found[sample])
            ),
        )
        for sample in sorted(found)
    )


def _reasons(row: ScoreRow, tested: Sequence[str]) -> set[str]:
    if row.status is Status.NOT_EVALUATED:
        return {row.note or "not evaluated"}
    return {
        measured.reason
        for name, measured in row.metrics
        if name in tested and isinstance(measured, Undefined)
    }
