"""What metrics of ours compare in the samples of a log of inspect_ai: pairs of gold and predicted.

A metric of ours stands in a log under its definition (`auditing/runs/own_definitions`). What it
compares are parts of a score, or of the metadata of its sample, which stand in no number: so they
are kept beside the scores, of all samples and of those that no error ended.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from measurand.auditing.runs.inspect_reducers import is_nan
from measurand.auditing.runs.own_definitions import OURS, PairOf
from measurand.edges.files.json.floats import value_of
from measurand.edges.files.json.value import Json
from measurand.edges.files.runs.inspect_header import Header, dict_of
from measurand.evidence.runs import Value

COMPLETED = ", without those that errors ended"
_OF_DATA = "sample_metadata"
_ATTACHED = re.compile("(?:attachment|tc)://")


@frozen
class _Pair:
    """The gold and the predicted of a sample, and whether an error ended it."""

    item: str
    both: Sequence[Value]
    errored: bool


def pair_of(scorer: str, params: Mapping[str, Json]) -> PairOf:
    """Say which parts of scores a metric of ours compares.

    >>> pair_of("sea", {"predicted": "value"}).column
    'measurand: metadata.target and value of sea'
    """
    told = {key: str(params[key]) for key in ("gold", "predicted") if params.get(key)}
    return PairOf(scorer, **told)


class KeptPairs:
    """The pairs of one log, by what metrics compare."""

    def __init__(self, header: Header) -> None:
        """Begin; which pairs there are, the printed numbers tell."""
        self._kept: dict[PairOf, list[_Pair]] = {
            pair_of(str(row.get("scorer")), dict_of(dict_of(one).get("params"))): []
            for row in header.rows
            for one in dict_of(row.get("metrics")).values()
            if dict_of(one).get("group") == OURS
        }

    def keep(
        self, item: str, scores: Mapping[str, Json], metadata: Callable[[], Json], *, errored: bool
    ) -> None:
        """Keep what is compared in a sample; its metadata is read where a metric asks for it."""
        for pair, kept in self._kept.items():
            score = dict_of(scores.get(pair.scorer))
            if score and not is_nan(value_of(score.get("value"))):
                told = (pair.gold, pair.predicted)
                of_data = any(one.startswith(_OF_DATA) for one in told)
                held = {_OF_DATA: metadata()} if of_data else {}
                both = [value_of(_part({**score, **held}, one)) for one in told]
                kept.append(_Pair(item, both, errored=errored))

    def by_column(self) -> dict[str, Sequence[tuple[str, Value]]]:
        """Give the pairs: of all samples, and of those that no error ended."""
        return {
            pair.column + which: [(one.item, one.both) for one in kept if all_of or not one.errored]
            for pair, kept in self._kept.items()
            for which, all_of in (("", True), (COMPLETED, False))
        }


def _part(held: Mapping[str, Json], part: str) -> Json:
    """Take a part of a score; what is not there, or is a text kept elsewhere, is no label."""
    name, _, key = part.partition(".")
    found = dict_of(held.get(name)).get(key, {}) if key else held.get(name)
    return {} if isinstance(found, str) and _ATTACHED.match(found) else found
