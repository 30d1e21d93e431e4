"""What a metric is: a formula over counted statistics, and all that is known of it.

The formula is data, so one declaration serves the score, the bounds on what a table may print, the
laws and the text of the docs; nothing else says how the metric is computed. What is said of it
beside the formula (range, direction, mirror) is a claim: it is checked on small units and, where it
can be, proved (`user_metric`, `proven`), before anything relies on it.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from attrs import field, frozen, validators

from measurand.algebra.formula import Formula, Stat, stats, substituted
from measurand.algebra.quotient import Quotient, normal
from measurand.algebra.terms import Terms, variable

HITS, PREDICTED, GOLD, JUDGED = map(Stat, ("hits", "predicted", "gold", "judged"))
"""What a unit counts of one class: matches, predictions, gold items, and all that was judged."""

RIGHT = Stat("right")
"""What samples give to a sum whose predictions and gold items are the same: 1, all others 0."""

COUNTED = frozenset({"hits", "predicted", "gold", "judged"})

CELLS = ("tp", "fp", "fn", "tn")
"""Of a class: hits, wrong predictions, gold items that were not found, and all else judged."""

ITSELF = "self"
"""The mirror of a metric that is its own."""

EXCHANGED: Mapping[str, str] = {"gold": "predicted", "predicted": "gold"}
"""What becomes of the counts where gold and predictions are exchanged; the others stay."""

_TAKEN = COUNTED | {*CELLS, "k"}


_written: list[Callable[[object], str]] = []


def write_by(write: Callable[[object], str]) -> None:
    """Say how definitions are written as texts: by their signatures, which know all of them."""
    _written[:] = [write]


class Written:
    """A definition, which as a text is its signature: a base of all of them."""

    __slots__ = ()

    def __str__(self) -> str:
        """Write the definition in full."""
        return next((write(self) for write in _written), repr(self))


@frozen(kw_only=True)
class Named:
    """What every metric is called, and where it lies.

    `source` is where it is from. `low` and `high` bound it, None where nothing does. `words` are
    the names that programs and tables print for it, in small letters with `_` for blanks; `better`
    is 1 where more is better, -1 where less is, 0 where neither.

    >>> Named(name="share", says="what is found", low=0, high=1).is_rate
    True
    """

    name: str
    says: str
    source: str = ""
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    better: int = field(default=0, validator=validators.in_((-1, 0, 1)))

    @property
    def is_rate(self) -> bool:
        """Decide whether it lies from 0 to 1."""
        return (self.low, self.high) == (0, 1)


@frozen(cache_hash=True)
class Metric(Named):
    """A score that is a formula of counts: what it is, where it lies, who it is from.

    `formula` speaks of its `statistics`, which are `hits`, `predicted`, `gold` and `judged` (all
    samples that were judged) unless others are said, and of the parameters in `params`, which have
    a value where none is said. `low` and `high` bound it, None where nothing does. It is undefined
    where the bottom of the normal form is 0. `words` are the names that programs and tables print
    for it, in small letters with `_` for blanks. `mirror` names the metric that it becomes where
    gold and predictions are exchanged (`self`: it stays), `complement` the one that it lacks to 1;
    `better` is 1 where more is better, -1 where less is, 0 where neither.
    `rises` and `falls` say with which of tp, fp, fn and tn. `together` is the formula of all
    classes at once, where that is another one. `sides` is the formula in `precision` and `recall`:
    what empty rules give, and what is made of two means.
    `metrics.registered` asks whether what is said of ranges, mirrors and directions is so.

    >>> share = Metric(name="share", formula=HITS / GOLD, says="gold items found", low=0, high=1)
    >>> share.at().ratio({"hits": 1, "gold": 2})
    (1, 2)

    Raises ValueError for a formula that speaks of anything else, and for parameters that are called
    as counts are.
    """

    formula: Formula = field(kw_only=True)
    params: tuple[tuple[str, Fraction], ...] = field(default=(), kw_only=True)
    mirror: str = field(default="", kw_only=True)
    complement: str = field(default="", kw_only=True)
    rises: tuple[str, ...] = field(default=(), kw_only=True)
    falls: tuple[str, ...] = field(default=(), kw_only=True)
    together: Formula | None = field(default=None, kw_only=True)
    sides: Formula | None = field(default=None, kw_only=True)
    statistics: frozenset[str] = field(default=COUNTED, kw_only=True)

    def __attrs_post_init__(self) -> None:
        spoken = {*stats(self.formula), *(stats(self.together) if self.together else ())}
        spoken |= set(stats(self.sides) if self.sides else ()) - {"precision", "recall"}
        unknown = spoken - self.statistics - set(dict(self.params))
        if unknown:
            expected = ", ".join((*sorted(self.statistics), *dict(self.params)))
            message = f"a formula of {expected}: got {', '.join(sorted(unknown))}"
            raise ValueError(message)
        taken = set(dict(self.params)) & _TAKEN
        if taken:
            message = f"parameters with names of their own: got {sorted(taken)}"
            raise ValueError(message)
        for cell in (*self.rises, *self.falls):
            if cell not in CELLS or (cell in self.rises and cell in self.falls):
                message = f"{', '.join(CELLS)}, each rising or falling: got {cell!r}"
                raise ValueError(message)

    @cached_property
    def _normals(self) -> dict[tuple[Formula, tuple[tuple[str, Fraction], ...]], Quotient]:
        return {}

    def at(self, **params: Fraction) -> Quotient:
        """Give the normal form, with parameters of its own or those that are said.

        Raises KeyError for a parameter that the metric does not have.
        """
        return self._normal(self.formula, params)

    def of_all(self, **params: Fraction) -> Quotient:
        """Give the normal form of all classes at once, as `at` does."""
        return self._normal(self.together or self.formula, params)

    def of_sides(self, **params: Fraction) -> Quotient:
        """Give the normal form in precision and recall, as `at` does.

        Raises ValueError for a metric that is none of them.
        """
        if self.sides is None:
            message = f"a metric of precision and recall: got {self.name}"
            raise ValueError(message)
        return self._normal(self.sides, params)

    def _normal(self, formula: Formula, params: Mapping[str, Fraction]) -> Quotient:
        unknown = set(params) - set(dict(self.params))
        if unknown:
            raise KeyError(*sorted(unknown))
        values = tuple(sorted({**dict(self.params), **params}.items()))
        place = formula, values
        if place not in self._normals:
            self._normals[place] = normal(substituted(formula, dict(values)))
        return self._normals[place]


def _sum(*names: str) -> Terms:
    whole = variable(names[0])
    for name in names[1:]:
        whole += variable(name)
    return whole


FREE: Mapping[str, Terms] = {
    "hits": variable("tp"),
    "predicted": _sum("tp", "fp"),
    "gold": _sum("tp", "fn"),
    "judged": _sum("tp", "fp", "fn", "tn"),
}
"""The counts of a class as sums of tp, fp, fn and tn, which are free of each other."""
