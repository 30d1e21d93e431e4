"""Which candidate prints most of a table, and by what chance one would print as much.

A column may have a definition of its own; then the fewest that print all columns are given. A fit
says something only beside how many candidates were tried: of many, one prints a few numbers by
chance.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from measurand.algebra.rounding import rounded
from measurand.auditing.claims.audit_result import CellAudit, Fit, Misfit
from measurand.auditing.claims.judge import Comparison
from measurand.auditing.claims.model import Column, Row
from measurand.auditing.claims.space import Candidate
from measurand.auditing.proofs.coincidence import chance_of_fit
from measurand.values.printed import Printed, Rounding, Unit
from measurand.values.score import Defined, Quantity, Score
from measurand.values.verdict import Verdict

Line = tuple[Comparison, ...]
"""One candidate held against every cell, in the order of the cells."""

Spot = tuple[Row, Column, Printed]


def fits_of(
    spots: Sequence[Spot], lines: Mapping[Candidate, Line], audited: Sequence[CellAudit]
) -> tuple[Fit, ...]:
    """Find the definition that prints most of a table; where each column has its own, those.

    `lines` have what each candidate gives in each spot.

    >>> fits_of((), {}, ())
    ()
    """
    if not lines:
        return ()
    everything = tuple(dict.fromkeys(column.name for _, column, _ in spots))
    joint = _fit(everything, spots, lines, audited)
    apart = [_fit((name,), spots, lines, audited) for name in everything]
    if joint.fits or not all(one.fits for one in apart):
        return (joint,)
    shared: dict[Candidate, list[str]] = {}
    for one in apart:
        # A definition that fits an earlier column is taken for a later one that it fits too.
        same = (known for known in shared if _fits_column(known, one.columns[0], spots, lines))
        shared.setdefault(next(same, one.candidate), []).extend(one.columns)
    return tuple(
        _fit(tuple(columns), spots, lines, audited, chosen=one) for one, columns in shared.items()
    )


def _fits_column(
    candidate: Candidate, column: str, spots: Sequence[Spot], lines: Mapping[Candidate, Line]
) -> bool:
    compared = zip(spots, lines[candidate], strict=True)
    return all(one.verdict is Verdict.HOLDS for spot, one in compared if spot[1].name == column)


_WHOLE = Defined(Fraction(1))


def _fit(
    columns: tuple[str, ...],
    spots: Sequence[Spot],
    lines: Mapping[Candidate, Line],
    audited: Sequence[CellAudit],
    *,
    chosen: Candidate | None = None,
) -> Fit:
    at = [index for index, (_, column, _) in enumerate(spots) if column.name in columns]
    printed = {
        candidate: [index for index in at if line[index].verdict is Verdict.HOLDS]
        for candidate, line in lines.items()
    }
    best = chosen or max(printed, key=lambda candidate: len(printed[candidate]))
    telling = [index for index in printed[best] if audited[index].informative]
    return Fit(
        columns=columns,
        candidate=best,
        cells=len(at),
        independent=len(
            {tuple(line[index].verdict for line in lines.values()) for index in telling}
        ),
        misses=tuple(
            Misfit(
                row=spots[index][0].label,
                column=spots[index][1].name,
                printed=spots[index][2],
                score=lines[best][index].scored.score,
                elsewhere=audited[index].reproduced > 0,
            )
            for index in at
            if lines[best][index].verdict is not Verdict.HOLDS
        ),
        chance=_chance(telling, sum(audited[one].informative for one in at), spots, lines),
        chance_of_any=_chance(telling, len(at), spots, lines, share=True),
    )


def _chance(
    telling: Sequence[int],
    among: int,
    spots: Sequence[Spot],
    lines: Mapping[Candidate, Line],
    *,
    share: bool = False,
) -> Fraction | None:
    """Bound the chance that a candidate prints as many made-up numbers, of `among` cells.

    Those of a `share` are made up from 0 to 1, where all that candidates give is there.
    """
    shown = (
        tuple(_as_printed(line[index].scored.score, spots[index][2]) for index in telling)
        for line in lines.values()
    )
    cells = [spots[index][2] for index in telling]
    ones = [_as_printed(_WHOLE, printed) if share else None for printed in cells]
    return chance_of_fit(shown, among, ones) if telling else None


def _as_printed(score: Score, printed: Printed) -> int | None:
    """Count a score in the last printed digit."""
    match score:
        case Defined(value):
            return _last_digits(value, printed.unit, printed.decimals)
        case _:
            return None


# Of thousands of candidates most give one of a few numbers.
@lru_cache(maxsize=2**14)
def _last_digits(value: Quantity, unit: Unit, decimals: int) -> int:
    return int(rounded(value / unit.scale, decimals, Rounding.HALF_EVEN) * 10**decimals)
