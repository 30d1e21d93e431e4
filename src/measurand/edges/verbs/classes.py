"""A table of classes: what each class scores, how often it occurs, and the means over all.

It is what `classification_report` is elsewhere: any metric that knows classes is a column, for
labels, sets of labels, spans and tags alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack, overload

from attrs import field, frozen

from measurand.edges.report.class_view import ClassColumn, average_of, class_column, class_document
from measurand.edges.report.class_view import column_names as names_of
from measurand.edges.report.document import Document
from measurand.edges.report.html import fragment
from measurand.edges.report.score_view import ScoreLine
from measurand.edges.report.text import text
from measurand.edges.verbs.cells import Column
from measurand.edges.verbs.columns import Columns, Said, columns_of, in_our_words, kept
from measurand.edges.verbs.definitions import (
    DefinitionLike,
    averaged,
    definitions_of,
    label_text,
)
from measurand.edges.verbs.errors import invalid, worded
from measurand.edges.verbs.keywords import asked_of
from measurand.edges.verbs.results import Number, Numbers, plain_tree
from measurand.edges.verbs.scoring import Several, measured
from measurand.metrics.compat.tool import Compatible
from measurand.metrics.definitions import Definition, observing
from measurand.metrics.finalise import Finaliser
from measurand.metrics.needs import Reading
from measurand.values.score import Defined
from measurand.values.suggest import did_you_mean

Label = str | float
"""A class as its column writes it: a text, a number, a truth value."""
USUAL = ("precision", "recall", "f1")
"""The columns of a table for which none are named."""


@frozen(repr=False, eq=False)
class Classes(Mapping[str, Numbers]):
    """Numbers by class, as a table: a row a class, a column a definition, and the means below.

    `found[label]` are the numbers of a class, `found[label, name]` is one of them; `names` are the
    columns. `counts` has how often each class is gold, predicted, and both. A class without a
    number is undefined, with the reason. `rows` are dictionaries for a data frame. Verbs make it:
    `columns` has what was scored, of `read` samples.

    >>> found = by_class(["a", "b", "b", "c"], ["a", "b", "a", "c"])
    >>> found["b", "recall"], sorted(found), found.means["macro[class]"][1]
    (<Number 0.5: recall/1(class=item,average=micro,only=class[b])>, ['a', 'b', 'c'], \
<Number 0.833333: recall/1(class=item,average=macro[class])>)
    >>> found.rows[0]
    {'class': 'a', 'precision': 0.5, 'recall': 1.0, 'f1': 0.6666666666666666, 'gold': 1, \
'predicted': 2, 'hits': 1}
    """

    columns: tuple[ClassColumn, ...]
    names: tuple[str, ...]
    read: int = field(kw_only=True)

    @overload
    def __getitem__(self, key: tuple[Label, str]) -> Number: ...

    @overload
    def __getitem__(self, key: Label) -> Numbers: ...

    def __getitem__(self, key: Label | tuple[Label, str]) -> Numbers | Number:
        """Give the numbers of a class, or the one under a name.

        Raises KeyError for a class or a name that is not there, naming the nearest.
        """
        if isinstance(key, tuple):
            label, name = key
            if name not in self.names:
                raise KeyError(f"no column {name!r}{did_you_mean(str(name), self.names)}")
            return self[label][self.names.index(name)]
        lines = self._lines.get(label_text(key))
        if lines is None:
            raise KeyError(f"no class {key!r}{did_you_mean(str(key), self._lines)}")
        return Numbers(tuple(Number(line=one) for one in lines))

    def __iter__(self) -> Iterator[str]:
        """Go over the classes, in the order of their names."""
        return iter(self._lines)

    def __len__(self) -> int:
        """Count the classes."""
        return len(self._lines)

    @property
    def _lines(self) -> Mapping[str, list[ScoreLine]]:
        found: dict[str, list[ScoreLine]] = {}
        for column in self.columns:
            for line in column.classes:
                found.setdefault(line.group, []).append(line)
        return dict(sorted(found.items()))

    @property
    def means(self) -> Mapping[str, Numbers]:
        """Give the numbers of each mean over all classes, and those of all pooled."""
        found: dict[str, list[Number]] = {}
        for column in self.columns:
            for line in column.means:
                found.setdefault(average_of(line), []).append(Number(line=line))
        return {name: Numbers(tuple(numbers)) for name, numbers in found.items()}

    @property
    def rows(self) -> list[dict[str, object]]:
        """Give a dictionary a class: its numbers as floats (None where there is none), and counts.

        Counts are numbers of items, `gold`, `predicted` and `hits`, weighed where samples are.
        """
        return [
            {"class": label, **dict(zip(self.names, map(_plain, lines), strict=True))}
            | _counts(lines[0])
            for label, lines in self._lines.items()
        ]

    @property
    def document(self) -> Document:
        """Lay out the table, as `measurand score --by class` does."""
        return class_document(self.columns, self.names, {"the columns": Reading(read=self.read)})

    def to_dict(self) -> dict[str, object]:
        """Give the JSON of `measurand score --by class`, as dictionaries and lists."""
        from measurand.edges.report.score_json import score_json

        lines = [line for column in self.columns for line in column.lines]
        return plain_tree(score_json(lines, {"the columns": Reading(read=self.read)}))

    def __str__(self) -> str:
        """Write the table as text."""
        return text(self.document[:1]).rstrip("\n")

    def __repr__(self) -> str:
        """Name the classes and the columns."""
        return f"<Classes {', '.join(self)}: {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        return fragment(*self.document[:1])


def _plain(line: ScoreLine) -> float | None:
    return float(line.score.value) if isinstance(line.score, Defined) else None


def _counts(line: ScoreLine) -> dict[str, object]:
    of = line.counts
    return {} if of is None else {"gold": of.gold, "predicted": of.predicted, "hits": of.hits}


@in_our_words
def by_class(
    gold: Column,
    predicted: Column,
    definition: DefinitionLike | Several = USUAL,
    **said: Unpack[Said],
) -> Classes:
    """Score each class by itself, and the means over classes: a table (`Classes`).

    `definition` is a metric that knows classes, or several: precision, recall and F1 where none is
    named. The classes are those that a mean over classes runs over: all that occur on either side,
    or those that `over` says. All else is as in `score`; spans and tags have the classes of their
    labels.

    >>> print(by_class(["spam", "ham", "ham", "eggs"], ["spam", "ham", "spam", "eggs"]))
    Classes
    class              precision    recall        f1  gold  predicted  hits
    ------------------ ---------- --------- --------- ----- ---------- ----
    eggs                       1         1         1     1          1     1
    ham                        1       0.5  0.666667     2          1     1
    spam                     0.5         1  0.666667     1          2     1
    (macro[class])      0.833333  0.833333  0.777778
    (weighted[class])      0.875      0.75      0.75
    (micro)                 0.75      0.75      0.75

    Raises InvalidInputError as `score` does, and for what has no classes.
    """
    return classes_of(columns_of(gold, predicted, said), definitions_of(definition))


def classes_of(columns: Columns, asked: Sequence[DefinitionLike]) -> Classes:
    """Score each class of columns.

    >>> len(classes_of(Columns(gold=["a"], predicted=["b"]), ["f1"]))
    2

    Raises InvalidInputError as `by_class` does.
    """
    if columns.positive is not None:
        raise invalid("positive", repr(columns.positive), "nothing: every class is scored")
    columns = kept(columns)
    definitions = [*map(_known, asked_of(columns, [*map(averaged, asked)]))]
    found = measured(columns, tuple(definitions))
    finalisers = {how: Finaliser(one) for how, one in found.pools.items()}
    reading = Reading(read=found.read)
    try:
        every = tuple(class_column(one, finalisers[observing(one)], reading) for one in definitions)
    except ValueError as error:
        raise worded("definition", error) from error
    return Classes(every, names_of(definitions), read=found.read)


def _known(found: Definition | Compatible) -> Definition:
    if isinstance(found, Compatible):
        hint = "f1, precision and recall are those of scikit-learn, class by class"
        raise invalid("definition", found.says, "a definition, which has classes", hint)
    return found
