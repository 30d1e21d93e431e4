"""Studies that the tests of the study's page share: made by hand, so that every case is there."""

from fractions import Fraction

from attrs import evolve

from measurand.inference.comparison import Comparison, Estimate
from measurand.inference.effects import Effect, Effects
from measurand.inference.family import Hypothesis, Judged, Verdict
from measurand.inference.interval import Interval, point
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.studies.counterfactual.options import Options, Orientation
from measurand.studies.counterfactual.rules import Issue, Kind
from measurand.studies.counterfactual.study import Family, Study
from measurand.values.score import Defined, Undefined
from measurand.values.share import share

LEVEL = Fraction(19, 20)
KEYS = ("orig", "omega_perm", "token_perm", "cite_swap", "evidence_drop", "no_cite")
NOTHING = Undefined("no sample was scored")
SOME = Interval(-0.125, 0.5, LEVEL)


def comparison(
    difference: Fraction | None,
    interval: Interval | Undefined = SOME,
    p: Fraction | None = Fraction(1, 4),
) -> Comparison:
    """Make what was found; None is undefined."""
    return Comparison(
        first=NOTHING,
        second=NOTHING,
        difference=NOTHING if difference is None else Defined(difference),
        interval=interval,
        p_value=NOTHING if p is None else PValue(p, "sign-flip, exact", Fraction(1, 1024)),
        effects=Effects(Effect(0.5, Interval(-0.25, 1.25, LEVEL)), Effect(0.75, NOTHING)),
        units=8,
        left_out=2,
        alone=(1, 0),
    )


def judged(
    name: str,
    verdict: Verdict,
    found: Comparison,
    *,
    adjusted: Fraction | None = Fraction(1, 2),
    null: str | None = None,
) -> Judged:
    """Make a test with its verdict."""
    return Judged(
        hypothesis=Hypothesis(name=name, found=found, null=null),
        adjusted=NOTHING if adjusted is None else adjusted,
        tests=4,
        verdict=verdict,
    )


TESTS = (
    judged(
        "omega_perm",
        Verdict.EXPECTED,
        comparison(Fraction(1, 4), Interval(0.125, 0.375, LEVEL), Fraction(1, 100)),
        adjusted=Fraction(1, 50),
    ),
    judged("token_perm", Verdict.OPPOSITE, comparison(Fraction(-1, 4), p=Fraction(0))),
    judged("cite_swap", Verdict.NOT_SIGNIFICANT, comparison(Fraction(1, 8))),
    judged(
        "evidence_drop",
        Verdict.STRUCTURALLY_NULL,
        evolve(
            comparison(Fraction(0), point(0.0, LEVEL, "all resamples have one score")),
            effects=Effects(Undefined("all differences are equal"), Effect(0.0, NOTHING)),
        ),
        null="it cannot differ",
    ),
    judged(
        "no_cite",
        Verdict.UNDECIDED,
        evolve(comparison(None, NOTHING, None), effects=NOTHING, units=0),
        adjusted=None,
    ),
    judged("own_key", Verdict.TOO_FEW, comparison(Fraction(1, 2), Undefined("not feasible"))),
    judged("other_key", Verdict.DIFFERENT, comparison(Fraction(1, 16))),
)
"""One test for each verdict."""

FAMILY = Family(metric="iou_union", orientation=Orientation.FALLS, tests=TESTS)
STUDY = Study(
    samples=1200,
    clusters=None,
    evaluated=tuple((key, 10, 2 * (key == "no_cite")) for key in KEYS),
    originals=(
        ("iou_union", Estimate(score=Defined(Fraction(1, 3)), interval=SOME, units=8, left_out=2)),
    ),
    families=(FAMILY, evolve(FAMILY, metric="overclaim_rate", orientation=Orientation.RISES)),
    options=Options(tested=("iou_union", "overclaim_rate")),
)
EMPTY = Study(
    samples=0,
    clusters=0,
    evaluated=tuple((key, 0, 0) for key in KEYS),
    originals=(),
    families=(),
    options=Options(),
)


def issue(rule: str) -> Issue:
    """Make an issue of a rule."""
    return Issue(0, Kind.UNSUPPORTED, 3, rule, "a message that is not shown")


ROWS = (
    ScoreRow(
        sample="b",
        group="g",
        metrics=(("iou_union", share(1)), ("overclaim_rate", share(0))),
        issues=(issue("U1.0"), issue("own.rule")),
    ),
    ScoreRow(
        sample="b",
        group="g",
        key="no_cite",
        metrics=(("iou_union", Undefined("no lesion")), ("overclaim_rate", share(0))),
        issues=(issue("U1.0"), issue("U1.0"), issue("M1.0")),
    ),
    ScoreRow(
        sample="a",
        metrics=(("iou_union", Undefined("no lesion")), ("overclaim_rate", share(1))),
    ),
    ScoreRow(
        sample="a", key="token_perm", status=Status.NOT_EVALUATED, note="nobody answered again"
    ),
)


def hostile(text: str) -> tuple[Study, tuple[ScoreRow, ...]]:
    """Put a text wherever data can bring one."""
    tests = tuple(
        evolve(
            one,
            hypothesis=evolve(
                one.hypothesis,
                name=f"{text}{at}",
                found=evolve(one.hypothesis.found, interval=Undefined(text)),
                null=None if one.hypothesis.null is None else text,
            ),
        )
        for at, one in enumerate(TESTS)
    )
    study = evolve(
        STUDY,
        evaluated=(("orig", 1, 0), (text, 0, 1)),
        families=(Family(metric=text, orientation=Orientation.FALLS, tests=tests),),
        originals=((text, Estimate(score=NOTHING, interval=NOTHING, units=0, left_out=0)),),
    )
    rows = (
        ScoreRow(sample=text, group=text, metrics=(("iou_union", Undefined(text)),)),
        ScoreRow(sample=text, group=text, key=text, status=Status.NOT_EVALUATED, note=text),
        ScoreRow(sample="other", key=text, issues=(Issue(0, Kind.DANGLING, 1, text, text),)),
    )
    return study, rows
