"""A table of a claims file held to what its printed numbers alone prove."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from measurand.audit.claims.model import Table
from measurand.metrics.metric import Metric

if TYPE_CHECKING:
    from measurand.audit.proofs.prove import Proved


def ruled(table: Table, own: Iterable[Metric] = ()) -> "Proved":
    """Ask the cheap rules about the numbers of a table; metrics of one's `own` lie in their range.

    >>> ruled(Table(name="1", columns=(), rows=())).findings
    ()
    """
    from measurand.audit.claims.proving import sheet_of
    from measurand.audit.proofs.prove import lint

    return lint(sheet_of(table, own))
