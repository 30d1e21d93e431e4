"""What scikit-learn presupposes of labels: their type, how many, which of them a call may name.

The tool sorts labels by type, and adds classes in that order; it takes a call as binary or not by
how many there are. A sample alone does not say all of that. Where the answer does not change a bit
of the number it is not asked for, and otherwise the samples are refused with a way out.
"""

from collections.abc import Sequence
from itertools import chain

from attrs import evolve, frozen

from measurand.metrics.compat.count_arithmetic import Sorting, Tallied
from measurand.metrics.compat.sklearn_labels import COLUMNS, KEPT, LabelKind, is_whole, kind_of
from measurand.metrics.definitions import Averaged, Definition, name_of
from measurand.metrics.options import CLASS, OverKind
from measurand.values.items import item_text
from measurand.values.sample import Sample

_TWO, _SHOWN = 2, 5
_WAY_OUT = "ask for average='macro', 'weighted' or 'micro'"


@frozen(kw_only=True)
class OfLabels:
    """Tallies of classes, of labels that the tool takes.

    `average` is the tool's, `listed` are the labels that the call names and `numbers` tells whether
    these are whole numbers (None where it names none). `order` says how labels are sorted that are
    not listed; where it is None, the samples say of which type their labels were.

    >>> OfLabels(tallied=Tallied(classes=("1",)), average="binary", listed=("1",)).says
    'one division of sums; a mean of floats, added pairwise, classes in the order 1'
    """

    tallied: Tallied
    average: str | None
    listed: tuple[str, ...] = ()
    numbers: bool | None = None
    order: Sorting | None = None

    @property
    def says(self) -> str:
        """Say the operations in words."""
        return self.tallied.says

    def number(self, definition: Definition, samples: Sequence[Sample]) -> float:
        """Compute the number.

        Raises ValueError without samples, and for labels that the tool does not take.
        """
        if not isinstance(definition, Averaged):
            message = f"a score of classes: got {name_of(definition)}"
            raise TypeError(message)
        kind = one_kind(samples)
        seen = {item_text(item) for one in samples for item in (*one.gold, *(one.predicted or ()))}
        refusal = (
            self._sides(samples, kind, seen)
            or self._type(kind, seen)
            or self._binary(seen)
            or self._columns(samples, seen)
            or self._none(definition, seen, samples)
        )
        if refusal:
            raise ValueError(refusal)
        return self._sorted(definition, samples, kind, seen)

    def _type(self, kind: LabelKind | None, seen: set[str]) -> str:
        """Refuse labels of another type than those that the call names."""
        if kind is None:
            return ""
        # The default of pos_label is a number that texts need not have: then nothing is positive.
        loose = self.average == "binary" and self.numbers and not seen.intersection(self.listed)
        if self.numbers is not None and self.numbers is not kind.numbers and not loose:
            said, are = ("numbers", "texts") if self.numbers else ("texts", "numbers")
            what = "pos_label" if self.average == "binary" else "labels"
            return (
                f"{what} of the type of the labels, since to the tool 1 is not '1': "
                f"got {self.listed[0]!r} of {said} where the labels are {are}; "
                f"say {what}=... of that type"
                + (", or --input labels=value of a file" if self.numbers else "")
                + (f", or {_WAY_OUT}" if self.average == "binary" else "")
            )
        order = Sorting.NUMBER if kind.numbers else Sorting.TEXT
        if not self.listed and self.order not in {None, order}:
            return f"{order}, as the labels are {kind.value}: got {self.order}"
        return ""

    def _sides(self, samples: Sequence[Sample], kind: LabelKind | None, seen: set[str]) -> str:
        """Refuse sets where the tool takes one label a side, and the other way round."""
        sizes = {size for one in samples for size in (len(one.gold), len(one.predicted or ()))}
        if self.average == "binary" and (sizes - {1} or (kind is not None and kind.sets)):
            got = "more" if max(sizes) > 1 else "sets" if sizes == {1} else "none"
            return f"one label on each side, as average='binary' asks for: got {got}; {_WAY_OUT}"
        if self.average == "samples" and (
            not kind.sets and KEPT not in _names(samples) if kind else sizes == {1}
        ):
            return (
                "sets of labels, as average='samples' asks for: got one label on each side; "
                "ask for average='micro', which is the same number"
            )
        if len(seen) == 1 and sizes != {1} and not _names(samples) & {COLUMNS, KEPT}:
            return (
                "sets of two labels at least, since the tool reads one column of 0 and 1 as the "
                f"labels 0 and 1: got {min(seen)!r} alone"
            )
        if self.average not in {"micro", "samples"} and KEPT in _names(samples):
            return (
                f"every label, since under average={self.average!r} the tool is told which to "
                "take: got samples of some labels; say labels=... to as_sklearn instead"
            )
        return ""

    def _binary(self, seen: set[str]) -> str:
        if self.average != "binary" or len(seen) < _TWO:
            return ""
        shown = ", ".join(map(repr, sorted(seen)[:_SHOWN]))
        if len(seen) > _TWO:
            more = ", ..." if len(seen) > _SHOWN else ""
            return (
                f"two labels at most, as average='binary' asks for: got {len(seen)} "
                f"({shown}{more}); {_WAY_OUT}"
            )
        [positive] = self.listed
        if positive in seen:
            return ""
        return (
            f"a pos_label that occurs, as average='binary' asks for: got {positive!r} where "
            f"{shown} occur; say pos_label=..., or {_WAY_OUT}"
        )

    def _columns(self, samples: Sequence[Sample], seen: set[str]) -> str:
        """Refuse columns that are never 1 where no list has them, and labels that are none."""
        widths = {one.group(COLUMNS) for one in samples} - {None}
        if not widths or (self.average in {"micro", "samples"} and not self.listed):
            return ""
        width = max(int(one or 0) for one in widths)
        columns = {str(at) for at in range(width)}
        if self.listed:
            other = next((label for label in self.listed if label not in columns), None)
            return f"labels that are columns, 0 to {width - 1}: got {other}" if other else ""
        if columns - seen and self.average != "weighted":
            return (
                "labels where a column is never 1, as the tool averages over it too: "
                f"got none for column {min(columns - seen, key=int)}; say labels=range({width})"
            )
        return ""

    def _none(self, definition: Averaged, seen: set[str], samples: Sequence[Sample]) -> str:
        how = definition.averaging
        if (
            seen
            or not samples
            or how.average.keys != (CLASS,)
            or how.over.kind is not OverKind.UNION
        ):
            return ""
        return "a label on some side, or labels=... to average over: got none"

    def _sorted(
        self,
        definition: Averaged,
        samples: Sequence[Sample],
        kind: LabelKind | None,
        seen: set[str],
    ) -> float:
        """Add the classes in the order of their type; refuse where nobody knows and it matters."""
        if isinstance(self.tallied.classes, tuple):
            return self.tallied.number(definition, samples)
        order = self.order
        if kind is not None:
            order = Sorting.NUMBER if kind.numbers else Sorting.TEXT
        if order is not None:
            return evolve(self.tallied, classes=order).number(definition, samples)
        number = self.tallied.number(definition, samples)
        if all(map(is_whole, seen)):
            other = evolve(self.tallied, classes=Sorting.NUMBER).number(definition, samples)
            if repr(other) != repr(number):
                message = (
                    "labels that are known to be texts or numbers, as the last bit depends on "
                    f"their order: got {number} as texts and {other} as numbers; "
                    "say order=Sorting.TEXT or Sorting.NUMBER, or end the name with :text or "
                    ":number"
                )
                raise ValueError(message)
        return number


def _names(samples: Sequence[Sample]) -> set[str]:
    return set(chain.from_iterable(dict(one.groups) for one in samples))


def one_kind(samples: Sequence[Sample]) -> LabelKind | None:
    """Say what the labels of all samples were; None where nobody said.

    >>> one_kind([Sample(id="1")]) is None
    True

    Raises ValueError for labels of several types.
    """
    kinds = {kind_of(one) for one in samples}
    if len(kinds) > 1:
        names = sorted("not said" if kind is None else kind.value for kind in kinds)
        message = f"labels of one type: got {' and '.join(names)}"
        raise ValueError(message)
    return next(iter(kinds), None)
