"""The rules of the verifier, one frame and one rule at a time.

The defaults are the readings of the program as it ran. P, C and T are the words of the rules: a
positive frame, its list of citations, and the tokens of that list which are there.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from properties.oracles import cf_relevance
from properties.oracles.cf_grounding import cell
from properties.oracles.cf_relevance import no_relevance
from properties.oracles.cf_said import says_frames
from properties.oracles.cf_sample import (
    NEGATIVE,
    POSITIVE,
    FrameRow,
    Sample,
    TokenRow,
    cited,
    refused,
    resolved,
    says,
)

SEVERITY = {
    "U1.0": 3,
    "U1.1": 2,
    "U1.2": 2,
    "U1.3": 1,
    "U1.4": 2,
    "O1.0": 2,
    "O1.1": 2,
    "I1.0": 2,
    "I1.1": 2,
    "I1.2": 2,
    "I1.3": 1,
    "I1.4": 2,
    "M1.0": 1,
    "M1.1": 2,
    "M1.2": 1,
}
"""The rules in their order, and how bad what they find is."""

FULL = tuple(SEVERITY)
RELEVANCE = ("U1.0", "U1.4")
DANGLING = "D1.0"
"""Ours: a citation of a token that is not there. Its severity is 2."""

LIMITS: Mapping[str, float] = {
    "score": 0.35,  # U1.1
    "uncertainty": 0.7,  # U1.2
    "coverage": 0.05,  # U1.3
    "recall": 0.5,  # U1.4
    "mass": 0.2,  # U1.4
    "level": 0,  # O1.0
    "base_severity": 2,  # O1.1
    "sure": 0.8,  # O1.1
    "mean_score": 0.5,  # O1.1
    "bilateral": 2,  # I1.0
    "sure_negative": 0.9,  # I1.3
    "negative": 5,  # I1.3
    "unsure": 0.5,  # M1.2
}
RELEVANCE_LIMITS: Mapping[str, float] = {**LIMITS, "recall": 1.0, "mass": 0.1}

BASE_SEVERITY = {
    "nodule": 2,
    "mass": 3,
    "consolidation": 2,
    "effusion": 2,
    "pneumothorax": 3,
    "cardiomegaly": 2,
    "fracture": 2,
}
"""Of a finding that is not here: 1."""


class Issue(NamedTuple):
    frame: int
    kind: str
    severity: int
    rule: str


class Skipped(NamedTuple):
    frame: int
    rule: str
    why: str


class Options(NamedTuple):
    """How the open points are read.

    `sides`: a cell is left by the parity of its x, or by the half of the volume. `duplicates`: a
    token cited twice counts as_cited or once. `synonyms`: two words for one polarity are in
    conflict, or agree; or only opposites are. `citations`: all ids that are listed, or those of
    tokens that are there. `unembedded` and `ties` are those of `cf_relevance`.
    """

    limits: Mapping[str, float] = LIMITS
    positive: Sequence[str] = POSITIVE
    negative: Sequence[str] = NEGATIVE
    any_case: bool = False
    sides: str = "parity"
    duplicates: str = "as_cited"
    synonyms: str = "conflict"
    score_bias: float = 0.0
    citations: str = "listed"
    unembedded: str = "skip_rule"
    ties: str = "first"


def verify(
    sample: Sample, rules: Sequence[str] = FULL, options: Options | None = None
) -> tuple[list[Issue], list[Skipped]]:
    """Ask every rule about every frame; list the issues, and what could not be asked."""
    options = options or Options()
    issues: list[Issue] = []
    skipped: list[Skipped] = []
    for at, frame in enumerate(sample["gen"]["frames"]):
        for rule in rules:
            if refused(frame) and rule not in {"I1.4", "M1.2"}:
                continue
            if rule == "U1.4" and asks_relevance(frame, options):
                why = why_not(sample, frame, options)
                if why:
                    skipped.append(Skipped(at, rule, why))
                    continue
            if fires(rule, sample, at, options):
                kind = rule.split(".", maxsplit=1)[0]
                issues.append(Issue(at, kind, SEVERITY.get(rule, 2), rule))
    return issues, skipped


def ids_of(sample: Sample, frame: FrameRow, options: Options) -> list[int]:
    ids = cited(frame)
    if options.citations == "resolved":
        ids = [token["token_id"] for token in resolved(sample, ids)]
    return ids if options.duplicates == "as_cited" else list(dict.fromkeys(ids))


def is_positive(frame: FrameRow, options: Options) -> bool:
    return says(frame, options.positive, any_case=options.any_case)


def is_negative(frame: FrameRow, options: Options) -> bool:
    return says(frame, options.negative, any_case=options.any_case)


def fires(rule: str, sample: Sample, at: int, options: Options) -> bool:
    """Decide whether a rule finds fault with a frame."""
    frame = sample["gen"]["frames"][at]
    limits = options.limits
    positive = is_positive(frame, options)
    side = frame.get("laterality", "unspecified")
    sure = frame.get("confidence", 1.0)
    ids = ids_of(sample, frame, options)
    tokens = resolved(sample, ids)
    if rule == "U1.0":
        return positive and not ids
    if rule == "U1.1":
        return positive and bool(tokens) and max(t["score"] for t in tokens) < limits["score"]
    if rule == "U1.2":
        return (
            positive
            and bool(tokens)
            and min(t["uncertainty"] for t in tokens) > limits["uncertainty"]
        )
    if rule == "U1.3":
        covered = sum((Fraction(1, 8 ** t["level"]) for t in tokens), Fraction(0))
        return positive and bool(tokens) and covered < Fraction(limits["coverage"])
    if rule == "U1.4":
        if not asks_relevance(frame, options) or why_not(sample, frame, options):
            return False
        recall, mass = relevance(sample, frame, options)
        return not (recall >= limits["recall"] and mass >= limits["mass"])
    if rule == "O1.0":
        lateral = side in {"left", "right", "bilateral"}
        coarse = bool(tokens) and max(t["level"] for t in tokens) <= limits["level"]
        return positive and lateral and coarse
    if rule == "O1.1":
        base = BASE_SEVERITY.get(frame["finding"].lower(), 1)
        if not (positive and tokens and base >= limits["base_severity"] and sure > limits["sure"]):
            return False
        return float(np.mean([t["score"] for t in tokens])) < limits["mean_score"]
    if rule == "I1.0":
        return side == "bilateral" and len(ids) < limits["bilateral"]
    if rule == "I1.1":
        if not positive or side not in {"left", "right"}:
            return False
        votes = [sides_of(token, options) for token in tokens]
        votes = [vote for vote in votes if vote]
        return bool(votes) and all(side not in vote for vote in votes)
    if rule == "I1.2":
        others = [one for i, one in enumerate(sample["gen"]["frames"]) if i != at]
        return any(conflict(sample, frame, other, options) for other in others)
    if rule == "I1.3":
        few = len(ids) < limits["negative"]
        return is_negative(frame, options) and sure > limits["sure_negative"] and few
    if rule == "I1.4":
        text = sample["gen"]["text"]
        return at == 0 and bool(text.strip()) and not says_frames(text, sample)
    if rule == "M1.0":
        return positive and side == "unspecified"
    if rule == "M1.1":
        return frame["finding"].lower() in {"", "unknown", "unspecified"}
    if rule == "M1.2":
        return sure < limits["unsure"] and not refused(frame)
    if rule == DANGLING:
        return len(resolved(sample, cited(frame))) < len(cited(frame))
    raise ValueError(f"a rule is one of {(*FULL, DANGLING)}: got {rule!r}")


def sides_of(token: TokenRow, options: Options) -> set[str]:
    """Say on which side a token's cell is; the whole volume is on both."""
    found = cell(token["cell_id"])
    if found is None:
        return set()
    level, x, _, _ = found
    if level == 0 and x == 0:
        return {"left", "right"}
    if options.sides == "parity":
        return {"left"} if x % 2 == 0 else {"right"}
    return {"left"} if x < 2 ** (level - 1) else {"right"}


def conflict(sample: Sample, frame: FrameRow, other: FrameRow, options: Options) -> bool:
    """Decide whether another frame says otherwise of the same finding, from the same evidence."""
    if refused(other) or frame["finding"].lower() != other["finding"].lower():
        return False
    mine, theirs = (ids_of(sample, one, options) for one in (frame, other))
    if not set(mine) & set(theirs):
        return False
    signs = [(is_positive(one, options), is_negative(one, options)) for one in (frame, other)]
    if options.synonyms == "opposites":
        return signs in ([(True, False), (False, True)], [(False, True), (True, False)])
    if options.synonyms == "agree" and signs[0] == signs[1] != (False, False):
        return False
    return frame["polarity"] != other["polarity"]


def asks_relevance(frame: FrameRow, options: Options) -> bool:
    return is_positive(frame, options) and bool(cited(frame))


def why_not(sample: Sample, frame: FrameRow, options: Options) -> str:
    """Say why the relevance of citations cannot be told; "" where it can."""
    return no_relevance(sample, frame, ids_of(sample, frame, options), options.unembedded)


def relevance(
    sample: Sample, frame: FrameRow, options: Options | None = None
) -> tuple[Fraction, float]:
    """Find how relevant the citations are: their recall among the most attended, and their mass."""
    options = options or Options()
    return cf_relevance.relevance(
        sample,
        frame,
        ids_of(sample, frame, options),
        score_bias=options.score_bias,
        unembedded=options.unembedded,
        ties=options.ties,
    )


def rate(
    issues: Sequence[Issue],
    sample: Sample,
    kind: str,
    *,
    over: str = "issues/frames",
    no_frame: str = "zero",
    refusals: str = "counted",
    options: Options | None = None,
) -> Fraction | None:
    """Count the issues of a kind, or the frames that have one; None is undefined.

    Of positive frames all are counted, or (skipped) those that were not refused.
    """
    options = options or Options()
    frames = sample["gen"]["frames"]
    of_kind = [issue for issue in issues if issue.kind == kind]
    flagged = {issue.frame for issue in of_kind}
    bottom = len(frames)
    top = len(of_kind) if over == "issues/frames" else len(flagged)
    if over == "flagged/positive":
        positives = [
            at
            for at, frame in enumerate(frames)
            if is_positive(frame, options) and (refusals == "counted" or not refused(frame))
        ]
        top, bottom = len(flagged & set(positives)), len(positives)
    if not bottom:
        return Fraction(0) if no_frame == "zero" else None
    return Fraction(top, bottom)
