"""Small counterfactual samples whose numbers can be worked out by hand.

The volume has 4 x 4 x 4 voxels. Token 0 lies in a cell of level 1 (8 voxels), token 1 in the whole
volume: no two of one level, so that cells cannot change places. The lesion is the cell of token 0.
An answer that cites token 0 has the IoU 1, one that cites token 1 has 8/64.
"""

import json
from collections.abc import Iterable, Mapping

from tests.cli.reviewing import Tree, changed
from tests.cli.running import Ran

FILE = "samples.jsonl"
ONE = ("--only-tests", "iou_union", "--set", "omega_perm.within=level")
EXACT = (*ONE, "--set", "plan.test=sign_flip", "--set", "plan.stream=exact")
"""One metric, tested without a draw: nothing of the output depends on numpy."""


def answer(*cited: int) -> Tree:
    """Make an answer of one frame."""
    frame = {"finding": "mass", "polarity": "present", "confidence": 0.9, "citations": list(cited)}
    return {"frames": [frame], "text": "A mass."}


def sample(name: str = "1", changes: Mapping[str, object] | None = None) -> Tree:
    """Make a sample that cites token 0; asked again, it cites token 0 again."""
    numbers = {"score": 0.5, "uncertainty": 0.5}
    record: Tree = {
        "schema": "cf-sample/1",
        "sample_id": name,
        "group_id": f"patient-{name}",
        "seed": 7,
        "volume_shape": [4, 4, 4],
        "axes": "zyx",
        "tokens": [
            {"token_id": 0, "cell_id": "L1:0,0,0", "level": 1, **numbers, "embedding": [0.5, 1]},
            {"token_id": 1, "cell_id": "L0:0,0,0", "level": 0, **numbers, "embedding": [1, 0.5]},
        ],
        "gen": answer(0),
        "lesions": [{"lesion_id": 0, "boxes": [[0, 2, 0, 2, 0, 2]]}],
        "regenerated": {"token_perm": answer(0), "evidence_drop": answer(1)},
    }
    return changed(record, changes or {})


def asking(name: str = "1", changes: Mapping[str, object] | None = None) -> Tree:
    """Make a sample whose two answers nobody has given yet."""
    made = sample(name, changes)
    del made["regenerated"]
    return made


def samples(number: int = 8, changes: Mapping[str, object] | None = None) -> bytes:
    """Write so many samples that differ in their names alone."""
    return lines(sample(str(at), changes) for at in range(number))


def unanswered(number: int = 8) -> bytes:
    """Write so many samples that must be asked again."""
    return lines(asking(str(at)) for at in range(number))


def lines(records: Iterable[object]) -> bytes:
    """Write records, one a line."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def verdicts(ran: Ran, metric: str = "iou_union") -> dict[str, object]:
    """Give the verdicts of a result in JSON, by key."""
    return {str(test["key"]): test["verdict"] for test in found_in(ran, metric)}


def found_in(ran: Ran, metric: str = "iou_union") -> list[dict[str, object]]:
    """Give the tests of a metric of a result in JSON."""
    families = ran.json["families"]
    assert isinstance(families, list)
    [found] = [one for one in families if one["metric"] == metric]
    tests = found["tests"]
    assert isinstance(tests, list)
    return tests


def refused(ran: Ran) -> list[str]:
    """Give the faults of a command that stopped before it wrote anything."""
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    return ran.err.splitlines()
