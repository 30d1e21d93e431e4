"""The arithmetic of scikit-learn's average='binary', which is of two classes or refused."""

from collections.abc import Iterable, Sequence

from attrs import frozen

from measurand.evidence.evidence import Evidence, Observed
from measurand.metrics.compat.tallied import Tallied, observed
from measurand.metrics.definitions import NAMES, Averaged, Definition
from measurand.metrics.units import row_tally
from measurand.values.sample import Sample

_TWO, _SHOWN = 2, 5
_WAY_OUT = "ask for average='macro', 'weighted' or 'micro'"


@frozen(kw_only=True)
class OfTwo:
    """Tallies of one class of two, the positive one.

    >>> OfTwo(tallied=Tallied(classes=("1",)), positive="1").says
    'one division of sums; a mean of floats, added pairwise, classes in the order 1'
    """

    tallied: Tallied
    positive: str

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.tallied.says

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, and where the labels are not binary.
        """
        if not isinstance(definition, Averaged):
            message = f"a score of one class: got {NAMES[type(definition)]}"
            raise TypeError(message)
        check_binary(observed(definition, samples), self.positive)
        return self.tallied.number(definition, samples)


def check_binary(rows: Iterable[Evidence], positive: str) -> None:
    """Refuse labels that are not binary, as the tool does.

    >>> from measurand.values.tally import Tally
    >>> row = Observed((("no", Tally(0, 1, 0)), ("yes", Tally(0, 0, 1))))
    >>> check_binary([row], "yes")
    >>> check_binary([row], "1")
    Traceback (most recent call last):
    ValueError: a pos_label that occurs, as average='binary' asks for: got '1' where 'no', 'yes' \
occur; say pos_label=..., or ask for average='macro', 'weighted' or 'micro'

    Raises ValueError for more than two labels, for several in a sample, and where there are two and
    neither is the positive one.
    """
    seen: set[str] = set()
    for row in rows:
        if not isinstance(row, Observed):
            continue
        sides = row_tally(row)
        if sides.gold > 1 or sides.predicted > 1:
            message = f"one label on each side, as average='binary' asks for: got more; {_WAY_OUT}"
            raise ValueError(message)
        seen |= {label for label, tally in row.tallies if tally.gold or tally.predicted}
    listed = ", ".join(map(repr, sorted(seen)[:_SHOWN]))
    if len(seen) > _TWO:
        more = ", ..." if len(seen) > _SHOWN else ""
        message = (
            f"two labels at most, as average='binary' asks for: got {len(seen)} "
            f"({listed}{more}); {_WAY_OUT}"
        )
        raise ValueError(message)
    if len(seen) == _TWO and positive not in seen:
        message = (
            f"a pos_label that occurs, as average='binary' asks for: got {positive!r} where "
            f"{listed} occur; say pos_label=..., or {_WAY_OUT}"
        )
        raise ValueError(message)
