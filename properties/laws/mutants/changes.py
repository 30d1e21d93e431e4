"""Changes that are wrong on purpose, right ones, and the kind `change`."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import count

from measurand.laws.kinds.changes import (
    CHANGE_ADDITIVE,
    CHANGE_FULL,
    CHANGE_KIND,
    CHANGE_MEAN,
    CHANGE_REVERSIBLE,
    Answers,
    ChangeScore,
)
from measurand.laws.kinds.subject import EXACT, Subject
from properties.laws.adequacy import Mutants, Wrong

ChangeFunction = Callable[[Answers, Answers, Answers], object]
Scoring = Callable[[AbstractSet[str], AbstractSet[str]], Fraction]
NET = frozenset({CHANGE_REVERSIBLE, CHANGE_ADDITIVE, CHANGE_FULL, CHANGE_MEAN, EXACT})
BARE = frozenset({EXACT})
DUST = 1e-12


def _f1(gold: AbstractSet[str], answer: AbstractSet[str]) -> Fraction:
    size = len(gold) + len(answer)
    return Fraction(2 * len(gold & answer), size) if size else Fraction(1)


def _right(gold: AbstractSet[str], answer: AbstractSet[str]) -> Fraction:
    return Fraction(int(gold == answer))


def _recall(gold: AbstractSet[str], answer: AbstractSet[str]) -> Fraction:
    return Fraction(len(gold & answer), len(gold)) if gold else Fraction(1)


def _mean(scoring: Scoring, gold: Answers, answers: Answers) -> Fraction:
    each = [scoring(right, answer) for right, answer in zip(gold, answers, strict=True)]
    return sum(each, Fraction(0)) / len(each) if each else Fraction(0)


def _difference(scoring: Scoring) -> Callable[[Answers, Answers, Answers], Fraction]:
    def change(gold: Answers, before: Answers, after: Answers) -> Fraction:
        return _mean(scoring, gold, after) - _mean(scoring, gold, before)

    return change


def _micro(gold: Answers, answers: Answers) -> Fraction:
    hits = sum(len(right & answer) for right, answer in zip(gold, answers, strict=True))
    size = sum(len(right) for right in gold) + sum(len(answer) for answer in answers)
    return Fraction(2 * hits, size) if size else Fraction(1)


def _micro_change(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return _micro(gold, after) - _micro(gold, before)


def _float_change(gold: Answers, before: Answers, after: Answers) -> float:
    return float(_mean(_f1, gold, after)) - float(_mean(_f1, gold, before))


MACRO = _difference(_f1)
NET_GAIN = _difference(_right)


def _flags(gold: Answers, before: Answers, after: Answers) -> list[tuple[bool, bool]]:
    return [
        (right == first, right == second)
        for right, first, second in zip(gold, before, after, strict=True)
    ]


def _fix_rate(gold: Answers, before: Answers, after: Answers) -> Fraction:
    wrong = [second for first, second in _flags(gold, before, after) if not first]
    return Fraction(sum(wrong), len(wrong)) if wrong else Fraction(0)


def _fixes(gold: Answers, before: Answers, after: Answers) -> Fraction:
    flags = _flags(gold, before, after)
    fixed = sum(second and not first for first, second in flags)
    return Fraction(fixed, len(flags)) if flags else Fraction(0)


def _counted(gold: Answers, before: Answers, after: Answers) -> int:
    return sum(second - first for first, second in _flags(gold, before, after))


def _of_changed(gold: Answers, before: Answers, after: Answers) -> Fraction:
    moved = sum(first != second for first, second in zip(before, after, strict=True))
    gain = _counted(gold, before, after)
    return Fraction(gain, moved) if moved else Fraction(0)


def _of_flipped(gold: Answers, before: Answers, after: Answers) -> Fraction:
    flipped = [second - first for first, second in _flags(gold, before, after) if first != second]
    return Fraction(sum(flipped), len(flipped)) if flipped else Fraction(0)


def _relative(gold: Answers, before: Answers, after: Answers) -> Fraction:
    start = _mean(_f1, gold, before)
    return MACRO(gold, before, after) / start if start else Fraction(0)


def _room(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return MACRO(gold, before, after) / (1 - _mean(_f1, gold, before))


def _after_only(gold: Answers, _before: Answers, after: Answers) -> Fraction:
    return _mean(_f1, gold, after)


def _backwards(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return MACRO(gold, after, before)


def _size(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return abs(MACRO(gold, before, after))


def _square(gold: Answers, before: Answers, after: Answers) -> Fraction:
    found = MACRO(gold, before, after)
    return found * abs(found)


def _largest(gold: Answers, before: Answers, after: Answers) -> Fraction:
    each = [MACRO([g], [b], [a]) for g, b, a in zip(gold, before, after, strict=True)]
    return max(each, default=Fraction(0), key=lambda one: (abs(one), one))


def _median(gold: Answers, before: Answers, after: Answers) -> Fraction:
    each = sorted(MACRO([g], [b], [a]) for g, b, a in zip(gold, before, after, strict=True))
    return each[len(each) // 2] if each else Fraction(0)


def _first(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return MACRO(gold[:1], before[:1], after[:1])


def _unbiased(gold: Answers, before: Answers, after: Answers) -> Fraction:
    few = max(len(gold), 2)
    return MACRO(gold, before, after) * Fraction(few - 1, few)


def _late(gold: Answers, before: Answers, after: Answers) -> Fraction:
    """Weigh later samples more."""
    weights = range(1, len(gold) + 1)
    each = [MACRO([g], [b], [a]) for g, b, a in zip(gold, before, after, strict=True)]
    total = sum(weights)
    found = sum((w * one for w, one in zip(weights, each, strict=True)), Fraction(0))
    return found / total if total else Fraction(0)


def _no_c(gold: Answers, before: Answers, after: Answers) -> Fraction:
    sides = [[side - {"c"} for side in answers] for answers in (gold, before, after)]
    return MACRO(sides[0], sides[1], sides[2])


def _agreement(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return _mean(_f1, before, after) - 1 if gold else Fraction(0)


def _longer(_gold: Answers, before: Answers, after: Answers) -> Fraction:
    more = sum(len(answer) for answer in after) - sum(len(answer) for answer in before)
    return Fraction(more, max(1, 2 * len(after)))


def _dusty() -> ChangeFunction:
    calls = count()

    def change(gold: Answers, before: Answers, after: Answers) -> float:
        return _float_change(gold, before, after) * (1 - DUST * (next(calls) % 3))

    return change


def _lost(gold: Answers, before: Answers, after: Answers) -> Fraction | None:
    return MACRO(gold, before, after) if all(before) else None


def _doubled(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return 2 * MACRO(gold, before, after)


def _shifted(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return (MACRO(gold, before, after) + Fraction(1, 10)) / 2


def _halved(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return MACRO(gold, before, after) / 2


def _raising(gold: Answers, before: Answers, after: Answers) -> Fraction:
    return MACRO(gold, before, after) if gold else Fraction(1, len(gold))


def _overshoot(gold: Answers, before: Answers, after: Answers) -> float:
    found = _float_change(gold, before, after)
    return found if abs(found) < 1 else found * (1 + 3 * DUST)


def _wrong(
    name: str, says: str, function: ChangeFunction, claims: frozenset[str]
) -> Wrong[[Answers, Answers, Answers]]:
    return Wrong(name, says, Subject(name, function, claims))


LOOSE: frozenset[str] = frozenset()
REVERSIBLE = frozenset({CHANGE_REVERSIBLE, EXACT})
ADDITIVE = frozenset({CHANGE_ADDITIVE, CHANGE_REVERSIBLE, EXACT})
FULL, MEAN = frozenset({CHANGE_FULL, EXACT}), frozenset({CHANGE_MEAN, EXACT})
WRONG_CHANGES = (
    _wrong("constant 0.1", "every change is a gain", lambda _g, _b, _a: Fraction(1, 10), LOOSE),
    _wrong("after only", "what was before plays no part", _after_only, BARE),
    _wrong("backwards", "before less after", _backwards, BARE),
    _wrong("size", "gains and losses count alike", _size, REVERSIBLE),
    _wrong("square", "signed, but squared", _square, ADDITIVE),
    _wrong("fix rate as a difference", "what broke plays no part", _fix_rate, REVERSIBLE),
    _wrong("fixes as a difference", "what broke plays no part", _fixes, REVERSIBLE),
    _wrong("count", "not divided by the samples", _counted, BARE),
    _wrong("by the flipped", "divided by what flipped", _of_flipped, MEAN),
    _wrong("relative", "divided by the start", _relative, ADDITIVE),
    _wrong("share of the room", "divided by what was missing", _room, LOOSE),
    _wrong("largest", "the sample that changed most", _largest, MEAN),
    _wrong("median", "the upper median sample", _median, MEAN),
    _wrong("first sample", "the other samples are left out", _first, BARE),
    _wrong("one fewer", "the mean, by n - 1 of n", _unbiased, BARE),
    _wrong("later weighs more", "samples weigh by their place", _late, BARE),
    _wrong("no c", "one name is dropped", _no_c, BARE),
    _wrong("agreement", "how alike both answers are", _agreement, BARE),
    _wrong("longer", "longer answers are better", _longer, BARE),
    _wrong("dust by turns", "the last bits change from call to call", _dusty(), LOOSE),
    _wrong("no answer, no number", "an empty answer before", _lost, BARE),
    _wrong("doubled", "twice the change", _doubled, ADDITIVE),
    _wrong("shifted", "a little gain for nothing", _shifted, BARE),
    _wrong("halved", "half the change", _halved, FULL | ADDITIVE | MEAN),
    _wrong("raises on nothing", "no samples, no number", _raising, BARE),
    _wrong("overshoot", "a last bit beyond 1", _overshoot, LOOSE),
    _wrong("micro for mean", "pooled counts", _micro_change, MEAN),
)


RIGHT_CHANGES: tuple[ChangeScore, ...] = (
    Subject("change of macro F1", MACRO, NET),
    Subject("net gain", NET_GAIN, frozenset({CHANGE_REVERSIBLE, CHANGE_ADDITIVE, CHANGE_MEAN})),
    Subject("change of recall", _difference(_recall), NET),
    Subject("change of micro F1", _micro_change, ADDITIVE | FULL),
    Subject("change of macro F1 in floats", _float_change, NET - {EXACT}),
    Subject("fixes by samples", _fixes, BARE),
    Subject("fix rate", _fix_rate, BARE),
    Subject("net gain by the changed", _of_changed, BARE),
)

CHANGE_KIND_MUTANTS = Mutants(kind=CHANGE_KIND.name, right=RIGHT_CHANGES, wrong=WRONG_CHANGES)
