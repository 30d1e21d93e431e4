"""Whether precision, recall and F are means of the same samples, and what F may be if not."""

from collections.abc import Mapping
from fractions import Fraction

from measurand.algebra.interval import Interval
from measurand.audit.proofs.closed.asked import members
from measurand.audit.proofs.sheet import Column, Kind, Row, Sheet

_EMPTY_RULES = ("both_empty", "gold_empty", "pred_empty")
_LEAVES = "leaves a sample out of one mean and not of another"
Options = tuple[Mapping[str, str], ...]


def left_out_bounds(precision: Interval, recall: Interval) -> Interval:
    """Return what the mean of the samples' F may be where samples are left out of one of the means.

    What is left out of the mean of P counts 0 in that of R, and the other way round; both leave the
    mean of F, or count 0 there. If the means of the other samples are p, r and f, and those left
    out of R and of P are g and e times as many, then P = p / (1 + g), R = r / (1 + e), and F is at
    least f / (1 + g + e). With f >= max(0, p + r - 1), F >= P + R - 1: both sides being linear in
    p and r on each side of p + r = 1, it is enough that it holds in the corners of the square. In
    (1, 1) it says (1 - g e) / ((1 + g)(1 + e)) <= 1 / (1 + g + e); elsewhere P + R - 1 <= 0. Above
    nothing bounds F but 1, or 0 where P or R is 0.

    >>> half = Interval(Fraction(1, 2), Fraction(3, 4))
    >>> left_out_bounds(half, half).high
    Fraction(1, 1)
    """
    low = max(Fraction(0), precision.low + recall.low - 1)
    return Interval(low, Fraction(min(precision.high, recall.high) > 0))


def may_leave(columns: Options) -> bool:
    """Tell whether samples may be left out of one of the means: the options of F come last.

    They may not where `gold_empty` and `pred_empty` are said (see `left_out` for what they say),
    where F is pooled, and where it is made of the printed P and R.

    >>> may_leave(({}, {}, {})), may_leave(({}, {}, {"average": "micro"}))
    (True, False)
    """
    *_, of_f = columns
    said = {name for options in columns for name in options}
    made = of_f.get("average") == "micro" or of_f.get("aggregate") == "harmonic"
    return not made and not {"gold_empty", "pred_empty"} <= said


def left_out(columns: Options) -> str:
    """Say which option leaves a sample out of one mean and not of another; or nothing.

    >>> left_out(({}, {"pred_empty": "skip+0"}))
    'pred_empty=skip+0 leaves a sample out of one mean and not of another'
    """
    for options in columns:
        for name in _EMPTY_RULES:
            parts = options.get(name, "").split("+")
            if "skip" in parts and len(set(parts)) > 1:
                return f"{name}={options[name]} {_LEAVES}"
        if options.get("undefined") == "skip":
            return f"undefined=skip {_LEAVES}"
    return ""


def gap(sheet: Sheet, row: Row, columns: tuple[Column, ...]) -> str:
    """Say which row is in one average and not in another, as it does not print all; or nothing.

    >>> gap(Sheet(columns=(), rows=()), Row(label="a"), ())
    ''
    """
    for one in () if row.kind is Kind.BODY else members(sheet, row):
        printed = [one.cell(column.name) is not None for column in columns]
        if any(printed) and not all(printed):
            return f"{one.label} prints some of {', '.join(column.name for column in columns)}"
    return ""
