"""Everything that a claims file claims, checked: tables, other claims, places in the paper."""

from collections.abc import Collection

from attrs import evolve, frozen

from measurand.audit.claims.check import TableCheck, check
from measurand.audit.claims.judge import Judge
from measurand.audit.claims.model import Claims
from measurand.audit.claims.relate import ClaimCheck, check_claims
from measurand.audit.claims.reproducers import missed, with_reproducers
from measurand.audit.claims.text_check import TextCheck, Texts, check_texts
from measurand.metrics.metric import Metric
from measurand.metrics.needs import Gathered


@frozen
class Checks:
    """The verdicts on all that is claimed, in the order of the file.

    >>> Checks().tables
    ()
    """

    tables: tuple[TableCheck, ...] = ()
    claims: tuple[ClaimCheck, ...] = ()
    texts: tuple[TextCheck, ...] = ()


def check_all(
    claims: Claims, gathered: Gathered, texts: Texts, own: Collection[Metric] = ()
) -> Checks:
    """Check tables, claims and places; numbers of metrics of one's `own` lie in their range.

    >>> check_all(Claims(sources=(), tables=()), Gathered({}, {}), {})
    Checks(tables=(), claims=(), texts=())
    """
    tables = check(claims, gathered, own)
    return Checks(tables, check_claims(claims, tables, Judge(gathered)), check_texts(claims, texts))


def explained(claims: Claims, found: Checks, gathered: Gathered) -> Checks:
    """Name definitions that reproduce what was not, from evidence that was gathered for them.

    >>> explained(Claims(sources=(), tables=()), Checks(), Gathered({}, {}))
    Checks(tables=(), claims=(), texts=())
    """
    judge = Judge(gathered)
    asked = {table.name for table in missed(claims, found.tables)}
    return evolve(
        found,
        tables=tuple(
            with_reproducers(table, one, judge) if table.name in asked else one
            for table, one in zip(claims.tables, found.tables, strict=True)
        ),
    )
