"""Ratings as a matrix, a row for each rater and a column for each unit: pooled by counting.

What a unit contributes is which ratings it got, whoever gave them. So units are counted by what is
in them, and each distinct one is observed once. Each distinct rating is read by the reader of
frames, alone, as a rating means the same beside any other. What is wrong is left to that reader.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from returns.pipeline import is_successful
from returns.result import Failure, Result, Success

from measurand.algebra.bag import Bag, Keyed
from measurand.algebra.distinct import is_matrix, multisets
from measurand.edges.files.json.value import FaultError
from measurand.edges.files.sources.arrays import Compared
from measurand.edges.files.sources.distinct_rows import keyed_cells
from measurand.edges.files.sources.frames import samples_of
from measurand.evidence.evidence import Evidence, Excluded, Facts, Joint
from measurand.evidence.keying import UnfitSampleError
from measurand.evidence.observation import Observing, Together
from measurand.evidence.pool import Pool, pool
from measurand.metrics.families.ratings import Ratings
from measurand.values.fault import Fault
from measurand.values.sample import GOLD, Sample

if TYPE_CHECKING:
    from measurand.algebra.distinct import Array

_PLACE = "the ratings"
Units = tuple[Sequence[object], Sequence[tuple[int, ...]], Sequence[int]]
"""Distinct cells, the places of those of each distinct unit, how often it occurs."""


def pool_of_ratings(
    how: Observing, ratings: "Iterable[Iterable[object]] | Array", *, labels: Compared = "ask"
) -> Result[Pool, tuple[Fault, ...]]:
    """Pool ratings: a row for each rater, a column for each unit, as `krippendorff` takes them.

    A null (None, NaN, NA) says that a rater did not rate a unit. Rows are lists, or the matrix is
    an array of numpy. The pool is that of `samples_of` a record `{"id": ..., "gold": [...]}` for
    each unit, with items="ratings". `labels` says how labels of two types are compared.

    >>> from measurand.metrics.definitions import observing
    >>> from measurand.metrics.finalise import score
    >>> from measurand.metrics.signature import parse
    >>> alpha = parse("krippendorff_alpha")
    >>> two = ["aaab", "aabb"]
    >>> score(alpha, pool_of_ratings(observing(alpha), two).unwrap())
    Defined(value=Fraction(8, 15))

    Raises UnfitSampleError where ratings do not have the shape that is asked for.
    """
    matrix = ratings if is_matrix(ratings) else None
    rows = [] if matrix is not None else [list(row) for row in ratings]
    widths = sorted({len(row) for row in rows})
    if len(widths) > 1:
        got = f"rows of {', '.join(map(str, widths))} cells"
        return Failure((Fault(got=got, expected="as many cells in each row", file=_PLACE),))
    found = _counted(how, rows if matrix is None else matrix, labels)
    if found is not None:
        return Success(found)
    columns = zip(*(rows if matrix is None else matrix.tolist()), strict=True)
    return _read(columns, labels).map(lambda samples: pool(how, samples))


def _read(
    units: Iterable[Sequence[object]], labels: Compared
) -> Result[tuple[Sample, ...], tuple[Fault, ...]]:
    records = [{"id": at, "gold": list(unit), "pred": None} for at, unit in enumerate(units)]
    return samples_of(records, items="ratings", labels=labels)


def _counted(how: Observing, rows: "list[list[object]] | Array", labels: Compared) -> Pool | None:
    """Observe each distinct unit; None where more is observed, or something is wrong."""
    parts = how.parts if isinstance(how, Together) else (how,)
    ways = [part for part in parts if isinstance(part, Ratings) and part.raters == (GOLD,)]
    if len(ways) < len(parts):
        return None
    try:
        cells, units, counts = _by_keys(rows) if isinstance(rows, list) else multisets(rows)
        found = _read([[cell] for cell in cells], labels)
        if not is_successful(found):
            return None
        texts = [sample.gold for sample in found.unwrap()]
        seen: Counter[Evidence] = Counter()
        for unit, count in zip(units, counts, strict=True):
            said = [str(text) for at in unit for text in texts[at]]
            facts = [_evidence(way, said) for way in ways]
            seen[Joint(tuple(facts)) if isinstance(how, Together) else facts[0]] += count
    except (FaultError, UnfitSampleError):
        return None
    return Pool((), Keyed({(): Bag(seen)}), how)


def _evidence(way: Ratings, texts: Sequence[str]) -> Facts | Excluded:
    fact = way.of_texts(texts)
    return fact if isinstance(fact, Excluded) else Facts(fact)


def _by_keys(rows: Sequence[Sequence[object]]) -> Units:
    """Count units of cells of any kind.

    Raises FaultError where a cell means nothing, or is no single value.
    """
    flat = [cell for row in rows for cell in row]
    keys, known = keyed_cells(flat)
    width = len(rows[0]) if rows else 0
    by_rater = [keys[at * width : (at + 1) * width] for at in range(len(rows))]
    places: Mapping[Hashable, int] = {key: at for at, key in enumerate(dict.fromkeys(keys))}
    units = Counter(zip(*by_rater, strict=True))
    cells = list(places) if known is None else [known[key] for key in places]
    return cells, [tuple(places[key] for key in unit) for unit in units], list(units.values())
