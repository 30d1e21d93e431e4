"""The five counterfactual transforms, one list position at a time.

The defaults are the readings of the program as it ran. A draw gives a permutation of n positions:
position i of the result receives what stood at position perm[i].
"""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from itertools import permutations

from properties.oracles.cf_sample import (
    POSITIVE,
    FrameRow,
    GenRow,
    Sample,
    cited,
    has_entry,
    says,
)
from properties.oracles.mersenne import Mersenne

Draw = Callable[[int], Sequence[int]]

KEYS = ("omega_perm", "token_perm", "cite_swap", "evidence_drop", "no_cite")
ASKING = ("token_perm", "evidence_drop")
"""The keys after which the generator answers again."""
OFFSETS = {"omega_perm": 1000, "token_perm": 2000, "cite_swap": 3000}


def legacy(sample: Sample, key: str) -> Draw:
    """Draw from the stream that the program drew from."""
    return Mersenne(sample["seed"] + OFFSETS[key]).permutation


def orders(size: int, *, fixed: str = "allowed") -> Iterator[tuple[int, ...]]:
    """List every permutation; `fixed="none"` leaves out those with a fixed point, if any is left.

    One position alone stays where it is.
    """
    for order in permutations(range(size)):
        if fixed == "allowed" or size == 1 or all(at != to for at, to in enumerate(order)):
            yield order


def groups(sample: Sample, within: str) -> list[list[int]]:
    """Gather the positions of tokens that may trade places, in order of first appearance."""
    if within == "all":
        return [list(range(len(sample["tokens"])))]
    levels: list[int] = []
    for token in sample["tokens"]:
        if token["level"] not in levels:
            levels.append(token["level"])
    return [
        [at for at, token in enumerate(sample["tokens"]) if token["level"] == level]
        for level in levels
    ]


def omega_perm(sample: Sample, draw: Draw | None = None, *, within: str = "level") -> Sample:
    """Let the cells trade places: all else stays, the answer too.

    Groups of fewer than two tokens draw nothing. A level is that of the cell, wherever it goes.
    """
    draw = draw or legacy(sample, "omega_perm")
    changed = deepcopy(sample)
    for group in groups(sample, within):
        if len(group) < 2:
            continue
        order = draw(len(group))
        for j in range(len(group)):
            there = sample["tokens"][group[order[j]]]
            changed["tokens"][group[j]]["cell_id"] = there["cell_id"]
            changed["tokens"][group[j]]["level"] = there["level"]
    return changed


def token_perm(sample: Sample, draw: Draw | None = None, *, within: str = "all") -> Sample:
    """Let the embeddings trade places; the answer is gone, for it must be given again."""
    draw = draw or legacy(sample, "token_perm")
    changed = deepcopy(sample)
    for group in groups(sample, within):
        if within == "level" and len(group) < 2:
            continue
        order = draw(len(group))
        for j in range(len(group)):
            there = sample["tokens"][group[order[j]]]["embedding"]
            changed["tokens"][group[j]]["embedding"] = deepcopy(there)
    changed["gen"] = nothing()
    return changed


def cite_swap(
    sample: Sample, draw: Draw | None = None, *, lists: str = "whole", text: str = "cleared"
) -> Sample:
    """Let the citations trade frames, among the frames that have an entry.

    `whole`: lists move as they are. `dealt`: the ids move, and every frame keeps how many it has.
    Fewer than two entries leave the sample as it is, text and all.
    """
    frames = sample["gen"]["frames"]
    keys = [at for at, frame in enumerate(frames) if has_entry(frame)]
    changed = deepcopy(sample)
    if len(keys) < 2:
        return changed
    draw = draw or legacy(sample, "cite_swap")
    if lists == "whole":
        order = draw(len(keys))
        given = [cited(frames[keys[order[i]]]) for i in range(len(keys))]
    else:
        pool = [one for key in keys for one in cited(frames[key])]
        order = draw(len(pool))
        mixed = [pool[order[i]] for i in range(len(pool))]
        given = [[mixed.pop(0) for _ in cited(frames[key])] for key in keys]
    for i in range(len(keys)):
        changed["gen"]["frames"][keys[i]]["citations"] = given[i]
    if text == "cleared":
        changed["gen"]["text"] = ""
    return changed


def evidence_drop(
    sample: Sample,
    *,
    cited_by: str = "all",
    ids: str = "renumbered",
    positive: Sequence[str] = POSITIVE,
    any_case: bool = False,
) -> Sample:
    """Take away the tokens that are cited; the answer is gone, for it must be given again."""
    gone: list[int] = []
    for frame in sample["gen"]["frames"]:
        if cited_by == "all" or says(frame, positive, any_case=any_case):
            gone.extend(cited(frame))
    changed = deepcopy(sample)
    changed["tokens"] = [one for one in changed["tokens"] if one["token_id"] not in gone]
    if ids == "renumbered":
        for at, token in enumerate(changed["tokens"]):
            token["token_id"] = at
    changed["gen"] = nothing()
    return changed


def no_cite(sample: Sample, *, text: str = "cleared") -> Sample:
    """Empty every list of citations; a frame without one stays without one."""
    changed = deepcopy(sample)
    for frame in changed["gen"]["frames"]:
        if has_entry(frame):
            frame["citations"] = []
    if text == "cleared":
        changed["gen"]["text"] = ""
    return changed


def as_run(sample: Sample, key: str) -> Sample | None:
    """Do what the program did, the answer joined; None where it would have to be asked for."""
    if key == "omega_perm":
        return omega_perm(sample)
    if key == "cite_swap":
        return cite_swap(sample)
    if key == "no_cite":
        return no_cite(sample)
    changed = token_perm(sample) if key == "token_perm" else evidence_drop(sample)
    return answered(changed, key)


def answered(changed: Sample, key: str) -> Sample | None:
    """Join the answer that the sample brings for a key; None where it brings none."""
    answers = changed.get("regenerated", {})
    if key not in answers:
        return None
    joined = deepcopy(changed)
    joined["gen"] = deepcopy(answers[key])
    return joined


def nothing() -> GenRow:
    frames: list[FrameRow] = []
    return GenRow(frames=frames, text="")
