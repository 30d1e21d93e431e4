"""What a judge is worth as JSON: each number with its signature and interval."""

from measurand.edges.files.json.shapes import JsonDocument, Shapes, Tree, keys, made, or_null, rare
from measurand.edges.report.inference_json import INTERVALS
from measurand.edges.report.judge_view import WORDS, Judged
from measurand.inference.judged import Estimated, Needed, Part


def _name(one: Estimated) -> str:
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
    Judged: (
        *made(plan="found.plan", sources="readings", every="found.every", worth="found.worth"),
        *rare(keys("by")),
        *made(slices="found.slices", effects="found.effects", needed="found.needed"),
    ),
}

JUDGE = JsonDocument("judge", JUDGEMENT, body=Judged)


def judge_json(found: Judged) -> Tree:
    """Make a tree of what a judge is worth."""
    return JUDGE.tree(found)
