"""One row of scores: what one sample measures as it is, or after one transform."""

from enum import Enum

from attrs import field, frozen, validators

from measurand.studies.counterfactual.issues import Issue
from measurand.values.share import Measured, Share

ORIGINAL = "orig"
"""The key of the row of a sample as it is."""


class Status(Enum):
    """Whether a row was measured.

    A row is not evaluated where the generator had to answer again and did not; it is structurally
    null where its transform leaves alone all that its metrics read.
    """

    OK = "ok"
    NOT_EVALUATED = "not_evaluated"
    STRUCTURAL_NULL = "structural_null"


@frozen(kw_only=True)
class ScoreRow:
    """The metrics and issues of one sample under one key: `orig`, or the name of a transform.

    `metrics` keep the order that they were given in. `note` says what a reader should know, such as
    why a row was not evaluated.

    >>> from measurand.values.share import share
    >>> row = ScoreRow(sample="scan-1", metrics=(("iou_union", share(49, 290)),))
    >>> row.key, row.status.value, row.metric("iou_union").value
    ('orig', 'ok', Fraction(49, 290))

    Raises ValueError where a metric stands twice, a name or the key is empty, or a row that was not
    evaluated has a number.
    """

    sample: str = field(validator=validators.instance_of(str))
    group: str | None = None
    key: str = field(default=ORIGINAL, validator=validators.min_len(1))
    status: Status = field(default=Status.OK, validator=validators.instance_of(Status))
    metrics: tuple[tuple[str, Measured], ...] = ()
    issues: tuple[Issue, ...] = ()
    note: str = ""

    def __attrs_post_init__(self) -> None:
        names = [name for name, _ in self.metrics]
        if len(set(names)) < len(names) or "" in names:
            message = f"metrics have names that differ: got {names}"
            raise ValueError(message)
        if self.status is Status.NOT_EVALUATED:
            number = next((name for name, found in self.metrics if isinstance(found, Share)), None)
            if number is not None:
                message = f"a row that was not evaluated has no numbers: got one for {number!r}"
                raise ValueError(message)

    def metric(self, name: str) -> Measured:
        """Find what was measured under a name.

        Raises KeyError where the row has no such metric.
        """
        return dict(self.metrics)[name]
