"""What a judge is worth as JSON: each number with its signature and interval."""

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, or_null, rare
from measurand.edges.report.inference_json import INTERVALS
from measurand.edges.report.judge_systems import Against
from measurand.edges.report.judge_view import WORDS, Judged, LostLabels
from measurand.inference.judged import Estimated, Needed, Part
from measurand.inference.judged_systems import Apart, SystemsPart


def _name(one: Estimated | Apart) -> str:
    return WORDS[one.name]


JUDGEMENT: Shapes = {
    **INTERVALS,
    Estimated: (*made(name=_name), *keys("definition score interval")),
    Part: (
        *or_null(keys("name")),
        *keys("samples labelled scores bias p_value"),
        *rare(keys("adjusted")),
    ),
    Needed: keys("half_width labels alone"),
    LostLabels: keys("tied unjudged unmet"),
    Judged: (
        *made(plan="found.plan", sources="readings", every="found.every", worth="found.worth"),
        *rare(keys("by")),
        *made(graded="found.graded"),
        *made(slices="found.slices", effects="found.effects", needed="found.needed"),
        *made(unjudged="found.unjudged", labels_left_out="lost"),
    ),
}

SYSTEMS: Shapes = {
    **INTERVALS,
    Apart: (
        *made(name=_name),
        *keys("definition"),
        *keys("first second difference interval p_value units left_out", under="found"),
        *rare(keys("adjusted")),
    ),
    LostLabels: keys("tied unjudged unmet"),
    SystemsPart: (*or_null(keys("name")), *keys("samples labelled numbers")),
    Against: (
        *made(plan="found.plan", sources="readings", files="files", alone="found.alone"),
        *made(every="found.every"),
        *rare(keys("by")),
        *made(slices="found.slices"),
        *rare(made(effects="found.effects")),
        *made(labels_left_out="lost"),
    ),
}

JUDGE = JsonDocument("judge", JUDGEMENT, body=Judged)
JUDGE_SYSTEMS = JsonDocument("judge", SYSTEMS, body=Against)


def judge_json(found: Judged) -> Tree:
    """Make a tree of what a judge is worth."""
    return JUDGE.tree(found)


def systems_json(found: Against) -> Tree:
    """Make a tree of how far two systems are apart."""
    return JUDGE_SYSTEMS.tree(found)
