"""Numbers as values that show themselves: a score with its definition, interval and denominators.

A number that does not exist converts to none: asking for its float is an error that says why it
does not exist. What is shown is rounded; `value` is exact, and what is compared is exact too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import isfinite
from typing import overload

from attrs import field, frozen

from measurand.algebra.interval import compare as ordered
from measurand.edges.report.document import Document, Grid
from measurand.edges.report.html import fragment
from measurand.edges.report.page import Fold, Run
from measurand.edges.report.score_view import ScoreLine, rules_told, score_document, shown_score
from measurand.edges.report.text import text
from measurand.edges.verbs.errors import UndefinedScoreError, invalid
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan
from measurand.metrics.definitions import Definition, metric_of, observing
from measurand.metrics.finalise import Denominators
from measurand.metrics.needs import Reading
from measurand.metrics.ruled import says
from measurand.metrics.signature import amend, brief, option_values, signature
from measurand.values.fault import shown
from measurand.values.quantity import Quantity
from measurand.values.score import Defined, Score, Undefined

_MEMORY = "the columns"
_EXPLAINED = 20
_OF_JUDGEMENTS = "accuracy is of judgements"
_WHOLE = (
    "exact_match is of whole samples; of tags, put all of them into one column for accuracy, with "
    "kind='labels'"
)
_WAYS_OUT: Sequence[tuple[str, tuple[str, ...], str]] = (
    ("zero_division", ("0",), "says what 0/0 is"),
    ("both_empty", ("0+0", "0"), "says what nothing against nothing is worth"),
    ("gold_empty", ("0+0", "0"), "says what predictions against nothing are worth"),
    ("pred_empty", ("0+0", "0"), "says what no predictions are worth"),
    ("no_relevant", ("0",), "says what a query without anything relevant scores"),
    ("undefined", ("zero", "skip"), "says what stands for a score that does not exist"),
)
"""Options that may give a number where there is none, what each may be, and what it says."""


@frozen(kw_only=True)
class Explained:
    """What one sample gives: its cells in row `at`, and what the definition says of it alone.

    `ruled` names the rule of what is empty that gave the score, where one did.

    >>> from measurand import score
    >>> [one] = score(["a"], ["b"], "accuracy").explain()
    >>> one.at, one.gold, one.predicted, str(one.score.value)
    (0, 'a', 'b', '0')
    """

    at: int
    gold: object
    predicted: object
    score: Score
    ruled: str = ""

    @property
    def text(self) -> str:
        """Write the score, and the rule that gave it."""
        return (
            f"{shown_score(self.score)} ({self.ruled})" if self.ruled else shown_score(self.score)
        )


Rows = Callable[[], Iterator[Explained]]


def nothing_kept() -> Iterator[Explained]:
    """Refuse to go back to samples that were not kept.

    Raises InvalidInputError.
    """
    got = "parts that were added up"
    raise invalid("explain", got, "a number of columns", "ask score(...).explain()")


@frozen(eq=False)
class Explanations(Iterable[Explained]):
    """What each sample gives, one after the other; in a notebook the first of them, as a table."""

    rows: Rows = field(repr=False)

    def __iter__(self) -> Iterator[Explained]:
        """Go over the samples, in the order of the columns."""
        return self.rows()

    def __str__(self) -> str:
        """Write the first samples as a table."""
        return text((self._grid(),))

    def _repr_html_(self) -> str:
        return fragment(self._grid())

    def _grid(self) -> Grid:
        first = list(islice(self.rows(), _EXPLAINED + 1))
        cells = tuple(
            (str(one.at), shown(one.gold), shown(one.predicted), one.text)
            for one in first[:_EXPLAINED]
        )
        notes = (f"the first {_EXPLAINED}",) if len(first) > _EXPLAINED else ()
        return Grid("", ("sample", "gold", "predicted", "score"), cells, notes=notes)


ScoredAs = Callable[[Definition], Score]
"""Scores the same columns under another definition, which observes what that of a number does."""


def _nothing_known(_definition: Definition) -> Score:
    return Undefined("the samples were not kept")


def _amended(definition: Definition) -> Iterator[tuple[Definition, str]]:
    """List definitions that differ in what they say of nothing, and what that option says."""
    tried = getattr(metric_of(definition), "tried", ())
    others = [(name, values, "decides") for name, values in tried]
    known = option_values(definition)
    for option, values, what in (*_WAYS_OUT, *others):
        for value in values if option in known else ():
            try:
                other = amend(definition, {option: value})
            except ValueError:
                continue
            if observing(other) == observing(definition):
                yield other, f"{option}={value} {what}"


@frozen(kw_only=True, eq=False, repr=False)
class Number:
    """A score, with what it is, what it was computed from, and its interval if it has one.

    `float()` and `format()` give the number, `value` is exact; an undefined one is an error there,
    and `defined` and `reason` ask before. Numbers are ordered, and equal other numbers, exactly;
    sums, differences and the like are floats. Verbs make them: `line` is the score with its
    definition, `plan` how its interval was made, `rows` goes back to the samples, `scored_as`
    scores them under another definition, and `notes` say how cells were read.

    >>> from measurand import score
    >>> found = score(["a", "b", "b"], ["a", "b", "a"], "accuracy")
    >>> found.value, f"{found:.1%}", found > 0.5, found.denominators.scored
    (Fraction(2, 3), '66.7%', True, 3)
    >>> [str(one.score.value) for one in found.explain()]
    ['1', '1', '0']
    """

    line: ScoreLine
    plan: Plan | None = None
    rows: Rows = nothing_kept
    notes: tuple[str, ...] = ()
    scored_as: ScoredAs = _nothing_known

    @property
    def definition(self) -> Definition:
        """Give the definition."""
        return self.line.definition

    @property
    def signature(self) -> str:
        """Write what gives this number again: the definition in full, or the name of the tool's."""
        return signature(self.definition) if self.line.like is None else self.line.like.name

    @property
    def score(self) -> Score:
        """Give the score: a value, or why there is none."""
        return self.line.score

    @property
    def denominators(self) -> Denominators:
        """Say what it was computed from: how many samples were scored, excluded and why."""
        return self.line.denominators

    @property
    def interval(self) -> Interval | Undefined | None:
        """Give the interval, or why there is none; None where none was asked for."""
        return self.line.interval

    @property
    def defined(self) -> bool:
        """Tell whether there is a number."""
        return isinstance(self.score, Defined)

    @property
    def reason(self) -> str:
        """Say why there is no number; empty where there is one."""
        return self.score.reason if isinstance(self.score, Undefined) else ""

    @property
    def value(self) -> Quantity:
        """Give the number exactly.

        Raises UndefinedScoreError where there is none.
        """
        match self.score:
            case Defined(value):
                return value
            case Undefined(reason):
                raise UndefinedScoreError(reason, self._way_out())

    def _way_out(self) -> str:
        """Name the option that gives a number here: each is tried, none is guessed."""
        if not self.denominators.scored:
            return "nothing was scored: see .denominators.excluded for why"
        if self.reason.endswith(_OF_JUDGEMENTS):
            return _WHOLE
        if self.line.like is None:
            for definition, says in _amended(self.definition):
                if isinstance(self.scored_as(definition), Defined):
                    return f"{says}: ask for {brief(definition)!r}"
        return "ask .defined first, or .reason"

    def __float__(self) -> float:
        """Give the nearest float, or the float of the tool that it was asked for by."""
        value = self.value
        return float(value) if self.line.like is None else self.line.like.number

    def __format__(self, form: str) -> str:
        """Write the number as a float is written; without a form as `str` does."""
        return format(float(self), form) if form else str(self)

    def __repr__(self) -> str:
        """Write the number, its definition without defaults, and what it leaves out."""
        return f"<Number {self._plain}: {'; '.join((self.line.called, *self._notes()))}>"

    def _notes(self) -> Iterator[str]:
        """Say what was left out, and of an interval that is a point, why it is one."""
        numbers = self.denominators
        yield from self._left_out()
        yield from self.notes
        if self.reason.endswith(_OF_JUDGEMENTS):
            yield _WHOLE
        if not self._by_rule:
            yield from (says(rule, numbers.units) for rule in self.line.ruled)
        if isinstance(self.interval, Interval) and self.interval.degenerate is not None:
            yield f"interval: {self.interval.degenerate}"
        yield from self._ties()

    def _left_out(self) -> Iterator[str]:
        numbers = self.denominators
        for reason, count in numbers.excluded.items():
            yield f"{count} left out: {reason}"
        if numbers.left_out:
            yield f"{numbers.left_out} without a score"

    def _ties(self) -> Iterator[str]:
        """Say it where the order of equal scores decides: it is that of names, or of columns."""
        if "ties" not in option_values(self.definition) or self.line.like is not None:
            return
        try:
            average = amend(self.definition, {"ties": "average"})
        except ValueError:
            return
        other = self.scored_as(average)
        if isinstance(other, Defined) and self.defined and other != self.score:
            yield f"equal scores stand in order of name: ties=average gives {shown_score(other)}"

    @property
    def _by_rule(self) -> str:
        """Name the rule that is all of the number: no unit has anything that it could be of."""
        units = self.denominators.units
        whole = [rule for rule in self.line.ruled if rule.units == units]
        return f" ({says(whole[0], units)})" if whole else ""

    def __str__(self) -> str:
        """Write the number, with its interval or the rule that it comes from, and what it omits."""
        left = "; ".join(self._left_out())
        return f"{self._plain} ({left})" if left else self._plain

    @property
    def _plain(self) -> str:
        match self.interval:
            case Interval(low, high):
                # A tool may give percents of what the interval is of.
                ours = shown_score(self.score)
                ends = f"[{low:.4g}, {high:.4g}]"
                between = ends
                if ours != self.text:
                    between = f"({brief(self.definition)}: {ours} {ends})"
                ruled = f" ({self.interval.ruled})" if self.interval.ruled else ""
                return f"{self.text} {between}{self._by_rule}{ruled}"
            case Undefined(reason) if self.defined:
                return f"{self.text} (no interval: {reason}){self._by_rule}"
            case _:
                return f"{self.text}{self._by_rule}"

    @property
    def text(self) -> str:
        """Write the number, that of the tool where it was asked for by its name."""
        like = self.line.like
        return shown_score(self.score) if like is None or not self.defined else f"{like.number:.6g}"

    def __eq__(self, other: object) -> bool:
        """Tell whether two numbers are equal, exactly; an undefined one equals its like alone."""
        if isinstance(other, Number):
            return self._compared == other._compared
        if isinstance(other, int | Fraction) or (isinstance(other, float) and isfinite(other)):
            return self.defined and not ordered(_quantity(self), Fraction(other))
        return NotImplemented

    def __hash__(self) -> int:
        """Equal numbers have one hash."""
        known = self._compared
        return hash(known.value if isinstance(known, Defined) else known)

    @property
    def _compared(self) -> Score:
        """Give what is compared: the score, or the float of the tool that it was asked for by."""
        if self.line.like is None or not self.defined:
            return self.score
        return Defined(Fraction(self.line.like.number))

    def __lt__(self, other: "Number | float | Fraction") -> bool:
        """Compare exactly."""
        return ordered(_quantity(self), _quantity(other)) < 0

    def __le__(self, other: "Number | float | Fraction") -> bool:
        """Compare exactly."""
        return ordered(_quantity(self), _quantity(other)) <= 0

    def __gt__(self, other: "Number | float | Fraction") -> bool:
        """Compare exactly."""
        return ordered(_quantity(self), _quantity(other)) > 0

    def __ge__(self, other: "Number | float | Fraction") -> bool:
        """Compare exactly."""
        return ordered(_quantity(self), _quantity(other)) >= 0

    def __add__(self, other: "Number | float | Fraction") -> float:
        """Calculate with the float."""
        return float(self) + float(other)

    def __sub__(self, other: "Number | float | Fraction") -> float:
        """Calculate with the float."""
        return float(self) - float(other)

    def __mul__(self, other: "Number | float | Fraction") -> float:
        """Calculate with the float."""
        return float(self) * float(other)

    def __truediv__(self, other: "Number | float | Fraction") -> float:
        """Calculate with the float."""
        return float(self) / float(other)

    def __rsub__(self, other: "float | Fraction") -> float:
        """Calculate with the float."""
        return float(other) - float(self)

    def __rtruediv__(self, other: "float | Fraction") -> float:
        """Calculate with the float."""
        return float(other) / float(self)

    __radd__, __rmul__ = __add__, __mul__

    def __round__(self, digits: int = 0) -> float:
        """Round the float."""
        return round(float(self), digits)

    def explain(self) -> Explanations:
        """Score each sample by itself, one after the other, in the order of the columns.

        A number of a whole corpus (a micro average, a correlation) is no mean of these; they show
        what each sample is worth under the definition.
        """
        return Explanations(self.rows)

    def to_dict(self) -> dict[str, object]:
        """Give the JSON that `measurand score --format json` writes, as dictionaries and lists."""
        return Numbers((self,)).to_dict()

    @property
    def document(self) -> Document:
        """Lay out the number, as `measurand score` does."""
        return Numbers((self,)).document

    def _repr_html_(self) -> str:
        return Numbers((self,))._repr_html_()  # the same of one


def _quantity(other: "Number | float | Fraction") -> Quantity:
    if not isinstance(other, Number):
        return Fraction(other)
    return other.value if other.line.like is None else Fraction(float(other))


@frozen(repr=False)
class Numbers(Sequence[Number]):
    """Several numbers of one corpus, in the order in which they were asked for.

    >>> from measurand import score
    >>> found = score(["a", "b", "b"], ["a", "b", "a"], ["accuracy", "kappa"])
    >>> len(found), float(found[1])
    (2, 0.4)
    """

    every: tuple[Number, ...]

    @overload
    def __getitem__(self, at: int) -> Number: ...

    @overload
    def __getitem__(self, at: slice) -> "Numbers": ...

    def __getitem__(self, at: int | slice) -> "Number | Numbers":
        """Give one, or some."""
        return Numbers(self.every[at]) if isinstance(at, slice) else self.every[at]

    def __len__(self) -> int:
        """Count them."""
        return len(self.every)

    def __repr__(self) -> str:
        """Write a line a number."""
        return f"<Numbers\n{self}>"

    def __str__(self) -> str:
        """Write a line a number."""
        return "\n".join(f"{one.line.called}: {one}" for one in self.every)

    @property
    def _lines(self) -> list[ScoreLine]:
        return [one.line for one in self.every]

    @property
    def _plan(self) -> Plan | None:
        return next((one.plan for one in self.every if one.plan is not None), None)

    @property
    def _readings(self) -> dict[str, Reading]:
        read = max((one.denominators.read for one in self.every), default=0)
        return {_MEMORY: Reading(read=read)}

    def to_dict(self) -> dict[str, object]:
        """Give the JSON that `measurand score --format json` writes, as dictionaries and lists."""
        from measurand.edges.report.score_json import score_json

        return plain_tree(score_json(self._lines, self._readings, self._plan))

    @property
    def document(self) -> Document:
        """Lay out the numbers, as `measurand score` does."""
        return score_document(self._lines, self._readings, self._plan)

    def _repr_html_(self) -> str:
        grid = Grid(
            "",
            ("definition", "score", *(("interval",) if self._plan else ()), "scored", "excluded"),
            tuple(_cells(one, wide=self._plan is not None) for one in self.every),
            notes=(
                *rules_told(self._lines, {one.definition: brief(one.definition) for one in self}),
                *dict.fromkeys(note for one in self for note in one.notes),
            ),
        )
        full = Grid("", ("signature",), tuple((_in_full(one),) for one in self.every))
        return fragment(grid, Fold((Run("signatures in full"),), (full,)))


def plain_tree(tree: object) -> dict[str, object]:
    """Give a tree of JSON as dictionaries, lists, texts and numbers of Python.

    >>> plain_tree({"score": Fraction(1, 2)})
    {'score': {'value': '1/2', 'decimal': '0.5'}}
    """
    from measurand.edges.files.json.converter import plain

    written = plain(tree)
    return written if isinstance(written, dict) else {}


def _in_full(one: Number) -> str:
    like, ours = one.line.like, signature(one.definition)
    return ours if like is None else f"{like.name}: {ours}"


def _cells(one: Number, *, wide: bool) -> tuple[str, ...]:
    excluded = ", ".join(f"{count} {why}" for why, count in one.denominators.excluded.items())
    match one.interval:
        case Interval(low, high):
            ends = f"[{low:.4g}, {high:.4g}]"
        case Undefined(reason):
            ends = f"undefined: {reason}"
        case None:
            ends = ""
    return (
        one.line.called,
        one.text,
        *((ends,) if wide else ()),
        str(one.denominators.scored),
        excluded or "0",
    )
