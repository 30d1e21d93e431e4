"""What the attempts of a run say that no single number shows: repeats, gaps, edits, odd ids.

A remark refutes nothing: a log may hold a sample twice and print what it says. It is `odd` where
the meaning of a number hangs on it (two ids that a harness takes for one), and a note where it only
has to be known.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from measurand.evidence.runs import Attempt, Remark, Run, Weight
from measurand.values.english import counted
from measurand.values.fault import shown

_MOST_NAMED = 5


def remarks_of(run: Run) -> Iterator[Remark]:
    """Give what is to be said of the attempts of a run.

    >>> twice = Run(file="a", harness="toy", attempts=(Attempt(item="x"), Attempt(item="x")))
    >>> [one.kind for one in remarks_of(twice)]
    ['duplicates']
    """
    attempts = run.attempts
    if attempts is None:
        if run.aggregates:
            says = "the log has no samples: what it prints is held to what it keeps of them"
            yield Remark(kind="no samples", says=says)
        return
    yield from _repeated(attempts)
    yield from _alike_ids(attempts)
    yield from _missing(run, attempts)
    yield from _epochs(attempts)
    yield from _counted(attempts)


def _names(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    text = ", ".join(shown(one) for one in names[:_MOST_NAMED])
    return f"{text} and {more} more" if more > 0 else text


def _repeated(attempts: Sequence[Attempt]) -> Iterator[Remark]:
    counted = Counter((one.item, one.raw_id, one.epoch) for one in attempts)
    again = [item for (item, _, _), count in counted.items() if count > 1]
    if again:
        says = f"more than once in one epoch: {_names(again)}"
        yield Remark(kind="duplicates", says=says, weight=Weight.OPEN, place="$.samples")


def _alike_ids(attempts: Sequence[Attempt]) -> Iterator[Remark]:
    raw: dict[str, set[str]] = {}
    for one in attempts:
        raw.setdefault(one.item, set()).add(one.raw_id)
    alike = [item for item, ids in raw.items() if len(ids) > 1]
    if alike:
        says = f"ids that are a number and a text alike are taken for one item: {_names(alike)}"
        yield Remark(kind="ids alike", says=says, weight=Weight.OPEN, place="$.samples")


def _missing(run: Run, attempts: Sequence[Attempt]) -> Iterator[Remark]:
    there = {one.item for one in attempts}
    gone = [one for one in dict.fromkeys(run.items or ()) if one not in there]
    if gone:
        says = f"to be tried, and not in the log: {counted(len(gone), 'item')}: {_names(gone)}"
        whole = run.status == "success" and run.logged is None
        weight = Weight.OPEN if whole else Weight.NOTE
        yield Remark(kind="missing items", says=says, weight=weight, place="$.samples")


def _epochs(attempts: Sequence[Attempt]) -> Iterator[Remark]:
    counted = Counter(one.item for one in attempts if one.scores)
    if len(set(counted.values())) > 1:
        fewest, most = min(counted.values()), max(counted.values())
        says = f"items have {fewest} to {most} epochs with a score, and each item counts the same"
        yield Remark(kind="unequal epochs", says=says)


def _counted(attempts: Sequence[Attempt]) -> Iterator[Remark]:
    edited = sum(bool(one.before) for one in attempts)
    invalid = sum(one.invalid for one in attempts)
    errors = Counter(one.error for one in attempts if one.error)
    scored = sum(bool(one.error and one.scores) for one in attempts)
    limits = Counter(one.limit for one in attempts if one.limit)
    if edited:
        yield Remark(kind="edited", says=f"edited scores in {counted(edited, 'sample')}")
    if invalid:
        says = f"{counted(invalid, 'sample')} marked as invalid, counting all the same"
        yield Remark(kind="invalidated", says=says)
    if errors:
        [(most, _), *_] = errors.most_common(1)
        kept = f", {scored} of them with a score" if scored else ""
        says = (
            f"{counted(errors.total(), 'sample')} ended in an error{kept}, most often {shown(most)}"
        )
        yield Remark(kind="errors", says=says)
    if limits:
        named = ", ".join(f"{shown(name)} {count}" for name, count in limits.most_common(3))
        says = f"{counted(limits.total(), 'sample')} stopped by a limit, and scored: {named}"
        yield Remark(kind="limits", says=says)
