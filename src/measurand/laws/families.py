"""What metrics of families promise: laws of samples, and the corpora in which one of them breaks.

Such a metric is a function of what all samples gave (`metrics.family`), so what it may promise is
about samples: their order, their weights, their number, the parts that they are read in. A cell of
the table is refuted by a corpus that the metric itself tells (`About.breaks`), and a test holds it
to breaking the law; all others are tested by a search for a corpus that does.
"""

from collections.abc import Mapping

from measurand.laws.bounds import STATED_RANGE
from measurand.laws.case import Case, DefinitionLaw
from measurand.laws.invariance import PARTITION, REPLICATION, SAMPLE_ORDER, SIGNATURE, WEIGHT
from measurand.laws.table import Refuted, Unbroken
from measurand.metrics.definitions import Family
from measurand.metrics.families import families
from measurand.metrics.signature import parse

FAMILY_LAWS: tuple[DefinitionLaw, ...] = (
    STATED_RANGE,
    SAMPLE_ORDER,
    PARTITION,
    SIGNATURE,
    REPLICATION,
    WEIGHT,
)
"""The laws that are asked of every metric of a family."""


def example_of(kind: type[Family]) -> Family:
    """Make a metric with the options of its example, and defaults.

    >>> from measurand.metrics.families.numbers import Mape
    >>> example_of(Mape).gold
    'price'

    Raises TypeError where its name is that of another metric.
    """
    about = kind.about
    found = parse(f"{about.name}({about.example})" if about.example else about.name)
    if not isinstance(found, Family):
        message = f"a metric of a family: got {about.name}, which is another"
        raise TypeError(message)
    return found


def family_table() -> Mapping[str, Mapping[str, Refuted | Unbroken]]:
    """Give a cell for every metric of a family and every law, by their names.

    >>> set(family_table()["mape"]) == {law.name for law in FAMILY_LAWS}
    True
    """
    return {
        name: {law.name: _cell(kind, law) for law in FAMILY_LAWS}
        for name, kind in families().items()
    }


def _cell(kind: type[Family], law: DefinitionLaw) -> Refuted | Unbroken:
    breaks = dict(kind.about.breaks)
    return Refuted(Case(corpus=breaks[law.name])) if law.name in breaks else Unbroken()
