"""Numbers and sentences of a counterfactual study, and what is counted in its rows.

What is left out is said three times: how many samples a test lacks (words), which they are and why
(the page), and which rules raised issues under which key. Options stand beside those of the
nearest profile, the one that differs in the fewest.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from types import MappingProxyType

from attrs import frozen

from measurand.edges.files.json.exact import decimal_text
from measurand.inference.family import Judged, Verdict
from measurand.inference.interval import Interval
from measurand.inference.plan import Plan, Stream, Test
from measurand.inference.pvalue import PValue
from measurand.studies.counterfactual.evaluate import ORIGINAL, ScoreRow, Status, parts_read_by
from measurand.studies.counterfactual.options import PROFILES, Options
from measurand.studies.counterfactual.study import Family, Study
from measurand.studies.counterfactual.verifier import RULES as KNOWN
from measurand.values.option_paths import listed
from measurand.values.score import Undefined
from measurand.values.share import Share


def each_test(study: Study) -> Iterator[tuple[Family, Judged]]:
    """Go through all tests of a study, family by family."""
    return ((family, test) for family in study.families for test in family.tests)


def verdict_counts(study: Study) -> tuple[tuple[str, int], ...]:
    """Count the verdicts, in the order in which they are declared."""
    counts = Counter(test.verdict for _, test in each_test(study))
    return tuple((verdict.value, counts[verdict]) for verdict in Verdict if counts[verdict])


@frozen(kw_only=True)
class LeftOut:
    """Why metrics of a key have no number, and for how many samples; no names: all metrics.

    >>> LeftOut(key="orig", metrics=("bleu",), samples=3, why="the sample has no report").samples
    3
    """

    key: str
    metrics: tuple[str, ...]
    samples: int
    why: str


def left_out(study: Study, rows: Iterable[ScoreRow]) -> tuple[LeftOut, ...]:
    """Say which tested metrics have no number, in how many rows and why, key by key.

    >>> row = ScoreRow(sample="1", key="no_cite", metrics=(("iou_union", Undefined("no lesion")),))
    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> [one] = left_out(study([], Options(tested=("iou_union",))), [row])
    >>> one.metrics, one.samples, one.why
    (('iou_union',), 1, 'no lesion')
    """
    tested = study.options.tested
    rows = tuple(rows)
    counts = Counter(chain.from_iterable(_lacking(row, tested) for row in rows))
    there = Counter(row.key for row in rows)
    for key, _, _ in study.evaluated:
        if there[key] < there[ORIGINAL]:
            counts[key, "there is no row", ""] = there[ORIGINAL] - there[key]
    merged: dict[tuple[str, str, int], list[str]] = {}
    for (key, why, name), number in counts.items():
        merged.setdefault((key, why, number), []).append(name)
    places = {key: place for place, (key, _, _) in enumerate(study.evaluated)}
    found = (
        LeftOut(
            key=key,
            metrics=tuple(name for name in tested if name in names),
            samples=number,
            why=why,
        )
        for (key, why, number), names in merged.items()
    )
    return tuple(sorted(found, key=lambda one: (places[one.key], -one.samples, one.why)))


def _lacking(row: ScoreRow, tested: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    if row.status is Status.NOT_EVALUATED:
        # What is said of one sample is counted with what is said of the others.
        yield row.key, row.note.replace(f"sample {row.sample[:60]!r}, {row.key}: ", ""), ""
        return
    found = dict(row.metrics)
    for name in tested:
        match found.get(name, Undefined("the row has no such metric")):
            case Undefined(reason):
                yield row.key, reason, name
            case Share():
                pass


def plan_lines(study: Study) -> tuple[str, ...]:
    """Say how intervals and p-values were made.

    >>> from measurand.studies.counterfactual.options import Options
    >>> from measurand.studies.counterfactual.study import study
    >>> plan_lines(study([], Options(plan=Plan(stream=Stream.EXACT))))[0]
    'Intervals: percentile, 95%; the law of the resamples is computed, nothing is drawn.'
    """
    plan = study.options.plan
    units = "samples" if plan.cluster is None else f"groups ({plan.cluster}) of samples, whole"
    alpha, level = decimal_text(plan.alpha, 4).rstrip("0"), plan.level * 100
    percent = f"{float(level):g}%"
    how = Counter(
        test.hypothesis.found.p_value.how
        for _, test in each_test(study)
        if isinstance(test.hypothesis.found.p_value, PValue)
    )
    ways = "; ".join(f"{way} ({number})" for way, number in sorted(how.items()))
    return (
        f"Intervals: {plan.ends.value}, {percent}; {_drawn(plan)}.",
        f"Tests: {plan.test.value}, two-sided, of {units}{f': {ways}' if ways else ''}.",
        f"Families: one for each metric, {plan.correction.value}, significant below {alpha}.",
    )


def _drawn(plan: Plan) -> str:
    if plan.stream is Stream.EXACT:
        return "the law of the resamples is computed, nothing is drawn"
    from_numpy = plan.stream in {Stream.NUMPY, Stream.LEGACY}
    release = f" of numpy {_release('numpy')}" if from_numpy else ""
    return f"{plan.replicates} resamples, seed {plan.seed}, stream {plan.stream.value}{release}"


def _release(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"


def null_lines(study: Study) -> tuple[str, ...]:
    """Say which tests cannot differ by construction, and why."""
    found: list[str] = []
    for family in study.families:
        keys = [test.hypothesis.name for test in family.tests if test.hypothesis.null is not None]
        if keys:
            read = sorted(part.value for part in parts_read_by(family.metric, study.options))
            leave = "leaves" if len(keys) == 1 else "leave"
            found.append(
                f"Structurally null: {family.metric} reads nothing but {_and(read)}, "
                f"which {_and(keys)} {leave} alone."
            )
    return tuple(found)


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def oddity_lines(study: Study) -> tuple[str, ...]:
    """Say what is odd in the numbers: points for intervals, numbers that are lacking, p = 0."""
    told: dict[str, list[str]] = {}
    for family, test in each_test(study):
        if test.hypothesis.null is not None:
            continue
        for text in _odd(test):
            told.setdefault(text, []).append(f"{family.metric}/{test.hypothesis.name}")
    return tuple(f"{text}: {', '.join(names)}." for text, names in told.items())


def _odd(test: Judged) -> Iterator[str]:
    found = test.hypothesis.found
    match found.interval, found.p_value:
        case Undefined(reason), Undefined(other) if reason == other:
            yield f"No interval and no p-value ({reason})"
        case Undefined(reason), Undefined(other):
            yield f"No interval ({reason})"
            yield f"No p-value ({other})"
        case Undefined(reason), _:
            yield f"No interval ({reason})"
        case _, Undefined(other):
            yield f"No p-value ({other})"
        case _:
            pass
    if isinstance(found.interval, Interval) and found.interval.degenerate is not None:
        yield f"The interval is a point ({found.interval.degenerate})"
    if isinstance(found.p_value, PValue) and not found.p_value.value:
        yield "p is 0 (no resample lies on the other side: the rule of this test can give 0)"
    if test.verdict is Verdict.TOO_FEW:
        yield "Too few (no data of so many units could have been significant)"


def issues_by_rule(
    rows: Iterable[ScoreRow], keys: Sequence[str]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Count issues: a line for each rule that raised one, a number for each key.

    Rules that are known come first, in the order of their table.

    >>> from measurand.studies.counterfactual.rules import Issue, Kind
    >>> issue = Issue(0, Kind.UNSUPPORTED, 3, "U1.0", "a positive frame cites nothing")
    >>> row = ScoreRow(sample="1", key="no_cite", issues=(issue, issue))
    >>> issues_by_rule([row], ["orig", "no_cite"])
    (('U1.0', (0, 2)),)
    """
    counts = Counter((issue.rule, row.key) for row in rows for issue in row.issues)
    known = list(KNOWN)
    rules = sorted(
        {rule for rule, key in counts if key in keys},
        key=lambda rule: (known.index(rule) if rule in KNOWN else len(known), rule),
    )
    return tuple((rule, tuple(counts[rule, key] for key in keys)) for rule in rules)


@frozen(kw_only=True)
class Lacking:
    """A sample without some number: why, and under which keys.

    >>> Lacking(sample="1", group=None, reasons=(("no lesion", ("orig",)),)).reasons[0][0]
    'no lesion'
    """

    sample: str
    group: str | None
    reasons: tuple[tuple[str, tuple[str, ...]], ...]


def lacking(
    rows: Iterable[ScoreRow], tested: Sequence[str], keys: Sequence[str]
) -> tuple[Lacking, ...]:
    """List the samples that lack a tested metric under some key, by their ids.

    >>> row = ScoreRow(sample="1", metrics=(("hit", Undefined("no lesion")),))
    >>> [one.reasons for one in lacking([row], ["hit"], ["orig"])]
    [(('no lesion', ('orig',)),)]
    """
    groups: dict[str, str | None] = {}
    found: dict[str, dict[str, set[str]]] = {}
    for row in rows:
        for reason in _reasons(row, tested):
            groups[row.sample] = row.group
            found.setdefault(row.sample, {}).setdefault(reason, set()).add(row.key)
    return tuple(
        Lacking(
            sample=sample,
            group=groups[sample],
            reasons=tuple(
                (reason, tuple(key for key in keys if key in found[sample][reason]))
                for reason in sorted(found[sample])
            ),
        )
        for sample in sorted(found)
    )


def _reasons(row: ScoreRow, tested: Sequence[str]) -> set[str]:
    if row.status is Status.NOT_EVALUATED:
        return {row.note or "not evaluated"}
    return {
        measured.reason
        for name, measured in row.metrics
        if name in tested and isinstance(measured, Undefined)
    }


_NOT_THERE = "not there"


@frozen(kw_only=True)
class Settings:
    """All options as texts, and those that differ from the nearest profile: path, here, there.

    >>> Settings(profile="documented", options=(), changed=()).profile
    'documented'
    """

    profile: str
    options: tuple[tuple[str, str], ...]
    changed: tuple[tuple[str, str, str], ...]


def settings(options: Options) -> Settings:
    """List options, and find the profile that differs in the fewest; the first of equals.

    >>> from attrs import evolve
    >>> found = settings(evolve(PROFILES["as-run"], seed=7))
    >>> found.profile, found.changed
    ('as-run', (('seed', '7', '0'),))
    """
    found = listed(options)
    apart = {name: _apart(dict(found), dict(listed(one))) for name, one in PROFILES.items()}
    nearest = min(apart, key=lambda name: len(apart[name]))
    return Settings(profile=nearest, options=found, changed=apart[nearest])


def _apart(here: dict[str, str], there: dict[str, str]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (path, here.get(path, _NOT_THERE), there.get(path, _NOT_THERE))
        for path in dict.fromkeys([*here, *there])
        if here.get(path) != there.get(path)
    )


KEYS: Mapping[str, str] = MappingProxyType(
    {
        ORIGINAL: "the answer as it is",
        "omega_perm": "tokens change cells, so that citations point elsewhere",
        "token_perm": "tokens change embeddings, and the generator answers again",
        "cite_swap": "frames change citations with one another",
        "evidence_drop": "cited tokens are taken away, and the generator answers again",
        "no_cite": "all citations are taken away",
    }
)
"""What is done to a sample under each key."""

METRICS: Mapping[str, str] = MappingProxyType(
    {
        "iou_union": "how well all cited cells together fit the lesions",
        "iou_max": "how well the best citation alone fits the lesions",
        "dice_union": "as iou_union, with the Dice coefficient",
        "dice_max": "as iou_max, with the Dice coefficient",
        "overlap_union": "share of the cited volume that lies in lesions",
        "overlap_ratio": "share of a cited cell that lies in lesions, on average",
        "overlap_ratio_max": "share of the best cited cell that lies in lesions",
        "hit": "whether enough of the best cited cell lies in lesions",
        "hit_any_intersection": "whether anything cited lies in a lesion",
        "hit_lesion_coverage": "whether one cited cell has enough of the lesions in it",
        "lesions_touched": "share of the lesions that something cited lies in",
        "unsupported_rate": "claims whose citations are not relevant to them",
        "unsupported_rate_full": "claims without support, by all rules",
        "overclaim_rate": "claims that say more than their evidence",
        "frame_f1": "how well the frames agree with those of the truth",
        "bleu": "runs of words shared with the report",
        "rougeL": "longest sequence of words shared with the report",
    }
)
"""What each metric says."""

VERDICTS: Mapping[Verdict, str] = MappingProxyType(
    {
        Verdict.EXPECTED: "the difference is significant and on the expected side",
        Verdict.OPPOSITE: "the difference is significant and on the other side",
        Verdict.DIFFERENT: "the difference is significant; no side was expected",
        Verdict.NOT_SIGNIFICANT: "no difference was shown; nor was it shown that there is none",
        Verdict.STRUCTURALLY_NULL: "there cannot be a difference: what the metric reads stays",
        Verdict.TOO_FEW: "no data of so few units could have been significant",
        Verdict.UNDECIDED: "there is no p-value, so nothing is said",
    }
)
"""What each verdict says."""

TESTS: Mapping[Test, str] = MappingProxyType(
    {
        Test.SIGN_FLIP: "how often exchanging original and changed at random, unit by unit, gives "
        "a difference at least as large",
        Test.BOOTSTRAP_SIGN: "twice the smaller share of resampled differences on either side of "
        "0, which can be 0",
        Test.BOOTSTRAP_PLUS_ONE: "twice the smaller share of resampled differences on either side "
        "of 0, with the sample itself counted",
        Test.WILCOXON: "how often chance gives ranks of differences at least as far apart",
    }
)
"""What the p-value of each test is; all are two-sided."""

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "counterfactual": "a sample with one thing changed, and measured as the original is",
        "difference": "original less changed; for rates of issues, changed less original. So it "
        "is expected to be positive where answers rest on their evidence",
        "interval": "where the difference would mostly lie if samples like these were drawn again; "
        "a point where the data could give nothing else, which is no certainty",
        "p adjusted": "p made larger for the number of tests in the family; the verdict rests on "
        "it",
        "family": "the tests of one metric, one for each change",
        "m": "how many tests of the family p was adjusted for",
        "n": "how many units, samples or groups of samples, were compared",
        "d_z": "the mean difference over the standard deviation of the differences: how large it "
        "is against their spread; none where all differences are equal",
        "dominance": "the share of units with a positive difference less the share with a negative "
        "one: from −1 to 1",
        "left out": "samples without a number before or after the change, which are not compared",
    }
)
"""The words of the page that a reader may not know."""

RULES: Mapping[str, str] = MappingProxyType(
    {
        "U1.0": "a claim cites nothing",
        "U1.1": "all cited tokens have low scores",
        "U1.2": "all cited tokens are uncertain",
        "U1.3": "the cited cells are a very small part of the volume",
        "U1.4": "the cited tokens are not those that the finding attends to",
        "O1.0": "a side is claimed, but only the whole volume is cited",
        "O1.1": "a grave finding is stated with more confidence than its scores give",
        "O1.2": "kept for claims of a size; nothing breaks it yet",
        "I1.0": "both sides are claimed with too few citations",
        "I1.1": "all that is cited lies on the other side",
        "I1.2": "two frames cite one token and contradict each other",
        "I1.3": "an absence is stated with confidence and few citations",
        "I1.4": "the text does not say what the frames say",
        "M1.0": "a claim names no side",
        "M1.1": "a frame names no finding",
        "M1.2": "the confidence is low, and the frame was not refused",
        "D1.0": "a token is cited that is not there",
    }
)
"""What each rule of the verifier finds."""
