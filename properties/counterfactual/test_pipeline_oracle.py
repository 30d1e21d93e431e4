"""The whole pipeline says of a sample what the oracle says, under every profile and near them."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.counterfactual.evaluate import ScoreRow, Status, evaluate
from measurand.studies.counterfactual.frame_match import Gate, Pairing, PolarityAgreement
from measurand.studies.counterfactual.options import (
    FULL_RATE,
    OVERCLAIM_RATE,
    RELEVANCE_RATE,
    NoTruth,
    Options,
    TextOf,
    Unread,
)
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.polarity import Polarity
from measurand.studies.counterfactual.rules import kind_of
from measurand.studies.counterfactual.transforms import CitedBy, EvidenceDrop, Ids, key_of
from measurand.studies.counterfactual.verifier import NotJudged, RateOver, RuleSet
from measurand.values.grounded import Grounded
from measurand.values.score import Undefined
from measurand.values.share import Measured
from properties.counterfactual.claiming import SAMPLES
from properties.counterfactual.readings import moves, readings, stream, verifier
from properties.oracles import cf_frames, cf_grounding, cf_pipeline, cf_transforms, cf_verifier
from properties.oracles.cf_sample import NEGATIVE, POSITIVE, FrameRow, GenRow, Sample, gen_row, row
from properties.strategies.effort import third

Row = tuple[ScoreRow, Sample]
"""A row of the library and the sample that it must be of, by the oracle."""

GATES = {Gate.NONE: "none", Gate.FINDING: "finding", Gate.POLARITY: "polarity", Gate.BOTH: "both"}
OVER = {
    RateOver.ISSUES_PER_FRAME: "issues/frames",
    RateOver.FLAGGED_PER_FRAME: "flagged/frames",
    RateOver.FLAGGED_PER_POSITIVE: "flagged/positive",
}
NOT_JUDGED = {"a token without an embedding", "no query"}


@frozen
class Overheard:
    """Metrics of texts that say which texts they were given."""

    def bleu(self, answer: str, truth: str, /) -> Measured:
        return Undefined(f"{answer!r} against {truth!r}")

    def rouge_l(self, answer: str, truth: str, /, *, unread: Unread) -> Measured:
        return Undefined(f"{answer!r} against {truth!r}, unread {unread.value}")


def measured(sample: Grounded, options: Options) -> Iterator[Row]:
    """Pair the rows that were evaluated with the samples that the oracle makes."""
    line = row(sample)
    found = evaluate(sample, options, Overheard()).rows
    assert [one.key for one in found] == ["orig", *cf_transforms.KEYS]
    for one in found:
        assert (one.sample, one.group) == (sample.id, sample.group)
        wanted: Sample | None = line
        if one.key != "orig":
            wanted = cf_pipeline.changed(line, one.key, moves(options), stream(options))
        if wanted is None:
            assert one.status is Status.NOT_EVALUATED
            assert one.note == "nobody was asked"
            assert (one.metrics, one.issues) == ((), ())
            continue
        assert one.status is Status.OK
        assert all(part.startswith("U1.4 was skipped: ") for part in one.note.split("; ") if part)
        yield one, wanted


def number(found: Measured) -> Fraction | None:
    return None if isinstance(found, Undefined) else found.value


@third
@given(SAMPLES, readings())
def test_the_oracle_changes_samples_alike(sample: Grounded, options: Options) -> None:
    line = row(sample)
    for transform in options.transforms:
        key = key_of(transform).value
        found = perturb(
            transform,
            sample,
            seed=options.seed,
            stream=options.stream,
            positive=options.grounding.polarity,
        )
        ask = cf_pipeline.asked if found.asks else cf_pipeline.changed

        assert found.asks is (key in cf_transforms.ASKING)
        assert row(found.sample) == ask(line, key, moves(options), stream(options))


def grounding(wanted: Sample, options: Options) -> Mapping[str, Fraction | None]:
    how = options.grounding
    shape = wanted["volume_shape"]
    marked = any(cf_grounding.lesion_voxels(one, shape) for one in wanted["lesions"])
    # The oracle has one word for answers that cite nothing; here it depends on the lesions.
    found = cf_grounding.measure(
        wanted,
        largest_of=how.each.value,
        refusals=how.refused.value,
        any_case=how.polarity.any_case,
        nothing=(how.nothing if marked else how.both_empty).value,
    )
    cited = cf_grounding.citing(wanted, refusals=how.refused.value, any_case=how.polarity.any_case)
    there = {token["token_id"] for token in wanted["tokens"]}
    resolved = any(set(frame["citations"] or []) & there for frame in cited)
    if resolved and not marked and how.no_lesion.value == "undefined":
        return dict.fromkeys(found)
    return found


@third
@given(SAMPLES, readings())
def test_the_oracle_grounds_alike(sample: Grounded, options: Options) -> None:
    for found, wanted in measured(sample, options):
        expected = grounding(wanted, options)

        assert {name: number(found.metric(name)) for name in expected} == expected, found.key


def judged(
    wanted: Sample, rules: RuleSet, options: Options, kind: str
) -> tuple[list[cf_verifier.Issue], Fraction | None]:
    ids, how = verifier(rules)
    issues, skipped = cf_verifier.verify(wanted, ids, how)
    lacking = any(one.why in NOT_JUDGED and one.rule.startswith(kind) for one in skipped)
    if lacking and options.not_judged is NotJudged.UNDEFINED:
        return issues, None
    rate = cf_verifier.rate(
        issues,
        wanted,
        kind,
        over=OVER[options.rate],
        no_frame=options.no_frame.value,
        refusals="skipped",
        options=how,
    )
    return issues, rate


@third
@given(SAMPLES, readings())
def test_the_oracle_finds_the_same_issues_and_rates(sample: Grounded, options: Options) -> None:
    for found, wanted in measured(sample, options):
        relevant, relevance = judged(wanted, options.relevance, options, "U1")
        issues, full = judged(wanted, options.full, options, "U1")
        _, overclaim = judged(wanted, options.full, options, "O1")

        assert number(found.metric(RELEVANCE_RATE)) == relevance, found.key
        assert number(found.metric(FULL_RATE)) == full, found.key
        assert number(found.metric(OVERCLAIM_RATE)) == overclaim, found.key
        told = {(one.frame, one.rule) for one in issues}
        more = [one for one in relevant if (one.frame, one.rule) not in told]
        assert [(one.frame, one.rule, one.severity) for one in found.issues] == [
            (one.frame, one.rule, one.severity) for one in (*issues, *more)
        ]
        assert all(one.kind is kind_of(one.rule) for one in found.issues)


def one_word(frames: list[FrameRow], options: Options) -> list[FrameRow]:
    """Where sides are compared, write all words for one side alike."""
    if options.frames.same is PolarityAgreement.WORD:
        return frames
    made: list[FrameRow] = []
    for frame in frames:
        word = frame["polarity"]
        read = word.lower() if options.frames.polarity.any_case else word
        side = "present" if read in POSITIVE else "absent" if read in NEGATIVE else word
        made.append(FrameRow(**{**frame, "polarity": side}))
    return made


def possible(predicted: list[FrameRow], gold: list[FrameRow], options: Options) -> set[int]:
    """List how many frames may be right; where one program decides, as many as it found."""
    gate, pairing = GATES[options.frames.gate], options.frames.pairing
    if not predicted or not gold:
        return {0}
    table = cf_frames.table(predicted, gold, gate=gate)
    if pairing is Pairing.AFTER:
        hits = cf_frames.scipy_hits(predicted, gold, gate=gate)
        assert hits in cf_frames.possible_hits(table, when="after")
        return {hits}
    objective = "count_then_sum" if pairing is Pairing.MOST else "sum"
    return cf_frames.possible_hits(table, when="before", objective=objective)


@third
@given(SAMPLES, readings())
def test_the_oracle_matches_frames_alike(sample: Grounded, options: Options) -> None:
    own = options.no_truth is NoTruth.ORIGINAL and sample.gold is None
    line = row(sample)
    truth = line.get("gold")
    for found, wanted in measured(sample, options):
        f1 = number(found.metric("frame_f1"))
        if truth is None and not own:
            assert f1 is None
            continue
        gold = one_word(line["gen"]["frames"] if truth is None else truth["frames"], options)
        predicted = one_word(wanted["gen"]["frames"], options)
        both_empty = options.frames_both_empty.value

        assert f1 in {
            cf_frames.f1(hits, len(predicted), len(gold), both_empty=both_empty)
            for hits in possible(predicted, gold, options)
        }, found.key


def text(answer: GenRow, options: Options) -> str:
    if options.text is TextOf.GENERATION:
        return answer["text"]
    lower = options.grounding.polarity.any_case
    frames = [
        FrameRow(**{**one, "polarity": one["polarity"].lower() if lower else one["polarity"]})
        for one in answer["frames"]
    ]
    return cf_frames.one_space(cf_frames.wording(frames))


@third
@given(SAMPLES, readings(), st.sampled_from(TextOf))
def test_the_texts_that_are_compared_are_those_of_the_oracle(
    sample: Grounded, options: Options, which: TextOf
) -> None:
    options = evolve(options, text=which)
    truth = sample.report
    if truth is None and options.no_truth is NoTruth.ORIGINAL:
        truth = text(gen_row(sample.generation), options)
    for found, wanted in measured(sample, options):
        bleu, rouge = (found.metric(name) for name in ("bleu", "rougeL"))
        said = f"{text(wanted['gen'], options)!r} against {truth!r}"
        unread = f", unread {options.unread.value}"

        none = Undefined("the sample has no report")
        assert bleu == (none if truth is None else Undefined(said))
        assert rouge == (none if truth is None else Undefined(said + unread))


drops = st.builds(EvidenceDrop, cited_by=st.sampled_from(CitedBy), ids=st.sampled_from(Ids))


@third
@given(SAMPLES, readings(), drops, st.builds(Polarity, any_case=st.booleans()))
def test_what_is_asked_of_the_generator_is_what_the_oracle_changed(
    sample: Grounded, options: Options, drop: EvidenceDrop, polarity: Polarity
) -> None:
    how = evolve(options.grounding, polarity=polarity)
    options = evolve(options, evidence_drop=drop, grounding=how)

    replies = evaluate(sample, options).replies

    assert [reply.question.key for reply in replies] == [*cf_transforms.ASKING]
    for reply in replies:
        key, shown = reply.question.key, row(reply.question.sample)
        wanted = cf_pipeline.asked(row(sample), key, moves(options), stream(options))
        assert shown["tokens"] == wanted["tokens"]
        assert shown["gen"] == GenRow(frames=[], text="")
        assert (shown["lesions"], shown.get("gold"), shown.get("regenerated")) == ([], None, {})
