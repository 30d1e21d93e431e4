"""Every claim of a file as one line: what was claimed, what came out, where it stands."""

from attrs import field, frozen

from measurand.values.verdict import Verdict


@frozen(kw_only=True)
class Outcome:
    """The outcome of one claim: a printed cell, a claim of its own, or a table held to its rules.

    `id` is unique in a run: `table/row/column` of a cell (with ` (2)` where that repeats), the id
    of a claim, `table` of a table. `place` is the path of keys in the claims file `file`, from
    which edges find the line. `where` names a place in the paper, as `paper/main.tex:212`.
    `because` is one sentence for a refuted or undecided claim, empty for one that holds.
    `samples` and `options` name what moved, where a lock tells.

    >>> Outcome(id="1/ours/F1", kind="cell", verdict=Verdict.HOLDS).because
    ''
    """

    id: str
    kind: str
    verdict: Verdict
    title: str = ""
    printed: str = ""
    computed: str = ""
    definition: str = ""
    because: str = ""
    file: str = ""
    place: tuple[str | int, ...] = ()
    line: int = 0
    where: str = ""
    expected_to_fail: str = ""
    samples: tuple[str, ...] = field(default=())
    options: tuple[str, ...] = field(default=())
