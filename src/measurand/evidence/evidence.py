"""What one sample contributes to a bag.

Evidence is canonical: classes are sorted, those without a count are left out. So samples that
contribute the same are equal values, whatever else they are, and a bag counts them together. A
sample that is not scored is evidence too, with the reason, and is counted by it.
"""

from fractions import Fraction

from attrs import field, frozen

from measurand.values.sample import weighs
from measurand.values.tally import Tally

Tallies = tuple[tuple[str, Tally], ...]
PLAIN = ""


@frozen
class Observed:
    """Tallies by class, sorted by class, and the weight of the sample.

    The class "" is the plain tally of a definition without classes. Classes without any count are
    left out, so equal samples give equal evidence.

    >>> Observed((("", Tally(1, 1, 2)),)).weight
    Fraction(1, 1)

    Raises ValueError where classes are not sorted, repeat, or count nothing.
    """

    tallies: Tallies = field()
    weight: Fraction = field(default=Fraction(1), validator=weighs)

    @tallies.validator
    def _sorted(self, _attribute: object, value: Tallies) -> None:
        before: str | None = None
        for label, tally in value:
            if (before is not None and label <= before) or not (tally.predicted or tally.gold):
                message = f"classes are sorted, differ and count something: got {value}"
                raise ValueError(message)
            before = label

    def __hash__(self) -> int:
        """Agree with equality; the hash of a fraction would cost more than all the rest."""
        return hash((self.tallies, self.weight.numerator, self.weight.denominator))


@frozen
class Amount:
    """One number of a column, and the weight of the sample.

    >>> Amount(Fraction(1, 8)).weight
    Fraction(1, 1)
    """

    value: Fraction
    weight: Fraction = field(default=Fraction(1), validator=weighs)

    def __hash__(self) -> int:
        """Agree with equality, as `Observed` does."""
        value, weight = self.value, self.weight
        return hash((value.numerator, value.denominator, weight.numerator, weight.denominator))


Fact = str | int | Fraction | tuple["Fact", ...] | None
"""What is observed of a sample that is neither counts nor one number: nested texts and numbers.

A number that is whole may be an int: integers are compared and hashed far sooner than fractions.
"""


@frozen(cache_hash=True)
class Facts:
    """What was observed of one sample, and its weight.

    >>> Facts((Fraction(1), None)).weight
    Fraction(1, 1)

    Raises ValueError for a weight below 0.
    """

    value: Fact
    weight: Fraction = field(default=Fraction(1), validator=weighs)


@frozen
class Excluded:
    """A sample that was read but is not scored, and why.

    >>> Excluded("no answer").reason
    'no answer'
    """

    reason: str


@frozen(cache_hash=True)
class Joint:
    """What one sample gives to several observations, side by side.

    >>> Joint((Amount(Fraction(1)), Excluded("no answer"))).reason
    'no answer'
    """

    rows: tuple[Observed | Amount | Facts | Excluded, ...]

    @property
    def reason(self) -> str | None:
        """Say why the first part that is excluded is; None where all parts are there."""
        return next((row.reason for row in self.rows if isinstance(row, Excluded)), None)


Evidence = Observed | Amount | Facts | Excluded | Joint
