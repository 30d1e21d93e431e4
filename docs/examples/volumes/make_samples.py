"""Make samples.jsonl: invented volumes, reports and answers. Run it only to make the file anew.

`python make_samples.py > samples.jsonl`; every number comes from SHAKE-256 of a few words, so that
the file is the same on every machine and with every release of Python.
"""
# ruff: noqa: INP001 - a script beside its data, not part of a package

import sys
from collections.abc import Iterator, Sequence
from hashlib import shake_256
from math import sqrt

from attrs import evolve, frozen

from measurand.studies.counterfactual.edge.files.samples import sample_text
from measurand.studies.counterfactual.toy import Toy, query_of
from measurand.values.cells import Box, Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Lesion, Token, Vector
from measurand.values.regions import Boxes, Runs

SHAPE = (12, 20, 24)
PATIENTS, VISITS, LENGTH = 12, 4, 6
FINDINGS = ("effusion", "nodule", "opacity", "mass", "atelectasis")
CHINESE = dict(zip(FINDINGS, ("积液", "结节", "阴影", "肿块", "不张"), strict=True))
HALVES = {"left": "左", "right": "右"}
DEEP, COARSE, SEEN = 3, 2, 0.2


@frozen
class Seen:
    """A finding at a place: where it is, how strongly the tokens show it, whether it is real."""

    finding: str
    box: Box
    strength: float
    real: bool

    @property
    def side(self) -> str:
        """Name the half along x in which its middle lies."""
        return "left" if self.box.x0 + self.box.x1 < SHAPE[2] else "right"


def uniform(*words: str | int) -> float:
    """Give a number in [0, 1) for some words."""
    text = "/".join(map(str, words))
    return int.from_bytes(shake_256(text.encode()).digest(4)) / 2**32


def noise(*words: str | int) -> float:
    """Give a number around 0, with a standard deviation of 1, for some words."""
    return sum(uniform(*words, at) for at in range(12)) - 6


def box(*words: str | int) -> Box:
    """Give a box a few voxels wide, not in line with the cells."""
    bounds: list[int] = []
    for axis, size in enumerate(SHAPE):
        wide = 2 + int(uniform(*words, "wide", axis) * size / 4)
        low = int(uniform(*words, "low", axis) * (size - wide))
        bounds += [low, low + wide]
    z0, z1, y0, y1, x0, x1 = bounds
    return Box(z0, z1, y0, y1, x0, x1)


def seen(name: str, patient: int) -> Iterator[Seen]:
    """Choose what is in a volume, and what only seems to be: 40 %, 40 % and 20 % have 1, 2, 0."""
    clear = 0.8 + 0.5 * uniform("patient", patient)
    order = sorted(FINDINGS, key=lambda finding: uniform(name, "order", finding))
    number = (1, 1, 2, 2, 0)[int(uniform(name, "number") * 5)]
    for finding in order[:number]:
        faint = uniform(name, finding, "faint") < SEEN
        yield Seen(finding, box(name, finding), clear * (0.3 if faint else 1.0), real=True)
    if uniform(name, "ghost") < SEEN:
        yield Seen(order[-1], box(name, "ghost"), 0.8 * clear, real=False)


def covered(cell: Cell, part: Box) -> float:
    """Give the share of a cell that lies in a box."""
    whole = cell.box(SHAPE)
    shared = 1
    for axis in (0, 2, 4):
        low = max(whole.bounds[axis], part.bounds[axis])
        high = min(whole.bounds[axis + 1], part.bounds[axis + 1])
        shared *= max(0, high - low)
    return shared / whole.voxels


def cells(name: str, things: Sequence[Seen]) -> list[Cell]:
    """Choose the cells that have a token: all of level 1, some of level 2, few of level 3."""
    chosen = [Cell(1, x, y, z) for x in range(2) for y in range(2) for z in range(2)]
    for level, most in ((COARSE, 9), (DEEP, 7)):
        side = range(2**level)
        every = [Cell(level, x, y, z) for x in side for y in side for z in side]
        every.sort(
            key=lambda cell: (
                uniform(name, cell.id)
                - 2 * max((covered(cell, thing.box) for thing in things), default=0.0)
            )
        )
        chosen += every[:most]
    return sorted(chosen)


def token(name: str, which: int, cell: Cell, things: Sequence[Seen]) -> Token:
    """Give a cell what a token says of it: an embedding, a score, an uncertainty."""
    vector = [0.33 * noise(name, cell.id, at) for at in range(LENGTH)]
    most = 0.0
    for thing in things:
        query = query_of(thing.finding, LENGTH)
        share = sqrt(covered(cell, thing.box)) * thing.strength
        most = max(most, share)
        length = sqrt(sum(number * number for number in query))
        vector = [v + 4.5 * share * q / length for v, q in zip(vector, query, strict=True)]
    score = min(1.0, max(0.0, 0.12 + 0.55 * most + 0.1 * noise(name, cell.id, "score")))
    return Token(
        id=which,
        cell=cell,
        score=round(score, 2),
        uncertainty=round(1 - score, 2),
        embedding=tuple(round(number, 2) for number in vector),
    )


def lesion(which: int, thing: Seen) -> Lesion:
    """Draw what is there as a box, or as runs of voxels."""
    if which % 2 == 0:
        return Lesion(id=which, region=Boxes((thing.box,)))
    z0, z1, y0, y1, x0, x1 = thing.box.bounds
    counts, at = [], 0
    for z in range(z0, z1):
        for y in range(y0, y1):
            start = (z * SHAPE[1] + y) * SHAPE[2] + x0
            counts += [start - at, x1 - x0]
            at = start + x1 - x0
    return Lesion(id=which, region=Runs((*counts, SHAPE[0] * SHAPE[1] * SHAPE[2] - at)))


def truth(name: str, things: Sequence[Seen]) -> tuple[Frame, ...]:
    """List what a reader wrote down: what is there, and one or two things that are not."""
    there = [thing for thing in things if thing.real]
    absent = [finding for finding in FINDINGS if finding not in {one.finding for one in there}]
    absent.sort(key=lambda finding: uniform(name, "absent", finding))
    positive = [
        Frame(finding=one.finding, polarity="present", laterality=one.side) for one in there
    ]
    most = 1 + int(2 * uniform(name, "absent"))
    return (*positive, *(Frame(finding=finding, polarity="absent") for finding in absent[:most]))


def report(frames: Sequence[Frame], language: str) -> str:
    """Put frames into words, in English or Chinese."""
    if language == "zh":
        words = [
            f"{HALVES[one.laterality]}侧{CHINESE[one.finding]}。"
            if one.polarity == "present"
            else f"无{CHINESE[one.finding]}。"
            for one in frames
        ]
        return "".join(words)
    words = [
        f"{one.laterality.capitalize()} {one.finding}."
        if one.polarity == "present"
        else f"No {one.finding}."
        for one in frames
    ]
    return " ".join(words)


def volume(patient: int, visit: int) -> Grounded:
    """Make one sample, with the answer of the small generator."""
    name = f"volume-{VISITS * patient + visit + 1:02}"
    things = list(seen(name, patient))
    chosen = enumerate(cells(name, things))
    there = [thing for thing in things if thing.real]
    frames = truth(name, things)
    queries: tuple[tuple[str, Vector], ...] = tuple(
        (finding, tuple(round(q, 3) for q in query_of(finding, LENGTH))) for finding in FINDINGS
    )
    sample = Grounded(
        id=name,
        group=f"patient-{patient + 1:02}",
        seed=VISITS * patient + visit,
        shape=SHAPE,
        tokens=tuple(token(name, which, cell, things) for which, cell in chosen),
        lesions=tuple(lesion(which, thing) for which, thing in enumerate(there)),
        gold=frames,
        report=report(frames, "zh" if visit == 1 and patient % 3 == 0 else "en"),
        relevance=queries,
    )
    return evolve(sample, generation=Toy()(sample))


def edited(answer: Generation, which: int, new: Frame) -> Generation:
    """Put another frame in the place of one."""
    return evolve(answer, frames=(*answer.frames[:which], new, *answer.frames[which + 1 :]))


def trapped(sample: Grounded) -> Grounded:
    """Give the samples that the README lists what is wrong, or odd, about them."""
    answer = sample.generation
    second = answer.frames[1]
    match sample.id:
        case "volume-03":
            return evolve(sample, generation=edited(answer, 1, evolve(second, citations=None)))
        case "volume-07":
            return evolve(sample, generation=edited(answer, 1, evolve(second, citations=())))
        case "volume-11":
            return evolve(sample, generation=edited(answer, 1, evolve(second, citations=(99, 3))))
        case "volume-15" | "volume-31":
            return evolve(sample, generation=edited(answer, 1, evolve(second, refused=True)))
        case "volume-20":
            return evolve(sample, relevance=None)
        case "volume-22":
            return evolve(sample, gold=None, report=None)
        case "volume-25":
            told = tuple((key, answer) for key in ("token_perm", "evidence_drop"))
            return evolve(sample, regenerated=told)
        case "volume-40":
            both = f"{sample.report} {report(sample.gold or (), 'zh')}"
            return evolve(sample, report=both)
        case _:
            return sample


def main() -> None:
    """Write all samples."""
    for patient in range(PATIENTS):
        for visit in range(VISITS):
            sys.stdout.buffer.write(sample_text(trapped(volume(patient, visit))))


if __name__ == "__main__":
    main()
