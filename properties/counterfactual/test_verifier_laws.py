"""Laws of the verifier: what it may say of any sample, and on what that depends."""

from random import Random

from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from measurand.edges.trials.strategies.grounded import frames, generations, grounded_samples
from measurand.studies.counterfactual.edge.strategies import TRANSFORMS
from measurand.studies.counterfactual.parts import SamplePart, part_of
from measurand.studies.counterfactual.perturbation import perturb
from measurand.studies.counterfactual.rules import Duplicates, Issue, Kind, Rule
from measurand.studies.counterfactual.rules_support import Relevance, Ties, Unembedded
from measurand.studies.counterfactual.transforms import invariant_parts
from measurand.studies.counterfactual.verifier import (
    AS_RUN_FULL,
    RULES,
    NoFrame,
    NotJudged,
    RateOver,
    RuleSet,
    Verdicts,
    issue_rate,
    parts_read,
    verify,
)
from measurand.values.cells import Cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token
from measurand.values.score import Undefined
from properties.counterfactual.rule_sets import RULES_DRAWN, every_rule, rule_sets, with_part
from properties.strategies.effort import third

kinds = st.sampled_from(Kind)


@third
@given(rule_sets | every_rule, grounded_samples())
def test_a_rule_raises_at_most_one_issue_for_a_frame_and_in_order(
    rules: RuleSet, sample: Grounded
) -> None:
    ids = [rule.id for rule in rules.rules]

    places = [(issue.frame, ids.index(issue.rule)) for issue in verify(rules, sample).issues]

    assert places == sorted(set(places))


@third
@given(rule_sets, st.sampled_from(RULES_DRAWN), st.integers(0, 8), grounded_samples())
def test_another_rule_never_takes_an_issue_away(
    rules: RuleSet, more: Rule, at: int, sample: Grounded
) -> None:
    others = tuple(rule for rule in rules.rules if rule.id != more.id)
    before = evolve(rules, rules=others)
    after = evolve(rules, rules=(*others[:at], more, *others[at:]))

    found = verify(after, sample).issues

    assert tuple(issue for issue in found if issue.rule != more.id) == verify(before, sample).issues


@third
@given(grounded_samples(2), grounded_samples(2))
def test_each_part_is_changed_alone(sample: Grounded, other: Grounded) -> None:
    for part in SamplePart:
        after = with_part(sample, part, other)

        differing = {one for one in SamplePart if part_of(after, one) != part_of(sample, one)}

        assert differing <= ({part, SamplePart.CELLS} if part is SamplePart.LEVELS else {part})


@third
@given(rule_sets, grounded_samples(4), grounded_samples(3), st.none() | kinds)
def test_issues_are_the_same_where_only_other_parts_change(
    rules: RuleSet, sample: Grounded, other: Grounded, kind: Kind | None
) -> None:
    read = parts_read(rules, kind)
    after = sample
    for part in SamplePart:
        if part not in read and not (part is SamplePart.LEVELS and SamplePart.CELLS in read):
            after = with_part(after, part, other)

    before, found = verify(rules, sample), verify(rules, after)

    assert of_kind(before.issues, kind) == of_kind(found.issues, kind)
    assert (before.frames, before.positive) == (found.frames, found.positive)


def of_kind(issues: tuple[Issue, ...], kind: Kind | None) -> list[Issue]:
    return [issue for issue in issues if kind is None or issue.kind is kind]


@third
@given(rule_sets, grounded_samples())
def test_a_transform_that_leaves_alone_what_is_read_changes_no_issue(
    rules: RuleSet, sample: Grounded
) -> None:
    before = verify(rules, sample)
    for transform in TRANSFORMS:
        kept = [kind for kind in Kind if parts_read(rules, kind) <= invariant_parts(transform)]
        after = verify(rules, perturb(transform, sample).sample) if kept else before

        for kind in kept:
            assert of_kind(after.issues, kind) == of_kind(before.issues, kind)


@third
@given(rule_sets | every_rule, grounded_samples(), st.data())
def test_citing_again_changes_nothing_where_a_token_counts_once(
    rules: RuleSet, sample: Grounded, data: st.DataObject
) -> None:
    once = evolve(rules, reading=evolve(rules.reading, duplicates=Duplicates.ONCE))
    # The text of an answer lists citations as often as they are given.
    quiet = evolve(sample, generation=evolve(sample.generation, text=""))
    often = tuple(
        evolve(frame, citations=frame.citations + _some(frame.cited, data))
        if frame.citations is not None
        else frame
        for frame in quiet.generation.frames
    )

    after = evolve(quiet, generation=Generation(often))

    assert verify(once, after) == verify(once, quiet)


def _some(ids: tuple[int, ...], data: st.DataObject) -> tuple[int, ...]:
    again = st.lists(st.sampled_from(ids), max_size=3).map(tuple)
    return data.draw(again) if ids else ()


THREE = Grounded(
    id="A3",
    shape=(8, 8, 8),
    tokens=(Token(id=0, cell=Cell(3, 0, 0, 0), score=0.1, uncertainty=0.9),),
    generation=Generation((Frame(finding="mass", polarity="present", citations=(0,)),)),
)
"""Its one frame has three issues: U1.1, U1.2 and U1.3."""


@third
@given(rule_sets | every_rule, grounded_samples(4), kinds)
@example(AS_RUN_FULL, THREE, Kind.UNSUPPORTED)
def test_flagged_frames_are_a_share_and_never_more_than_issues(
    rules: RuleSet, sample: Grounded, kind: Kind
) -> None:
    verdicts = verify(rules, sample)

    values = {}
    for over in RateOver:
        found = issue_rate(
            verdicts, kind, over=over, no_frame=NoFrame.ZERO, not_judged=NotJudged.IGNORED
        )
        assert not isinstance(found, Undefined)
        values[over] = found.value

    assert 0 <= values[RateOver.FLAGGED_PER_FRAME] <= values[RateOver.ISSUES_PER_FRAME]
    assert values[RateOver.FLAGGED_PER_FRAME] <= 1
    assert 0 <= values[RateOver.FLAGGED_PER_POSITIVE] <= 1


def test_issues_for_each_frame_can_exceed_one() -> None:
    found = issue_rate(
        verify(AS_RUN_FULL, THREE),
        Kind.UNSUPPORTED,
        over=RateOver.ISSUES_PER_FRAME,
        not_judged=NotJudged.IGNORED,
    )

    assert not isinstance(found, Undefined)
    assert found.value == 3


@third
@given(every_rule, grounded_samples(), st.randoms(use_true_random=False))
def test_no_order_of_tokens_matters_where_ties_are_shared(
    rules: RuleSet, sample: Grounded, shuffler: Random
) -> None:
    shared = evolve(
        rules,
        rules=tuple(
            Relevance(ties=Ties.SHARED, unembedded=Unembedded.NO_ATTENTION)
            if isinstance(rule, Relevance)
            else rule
            for rule in rules.rules
        ),
    )
    tokens = list(sample.tokens)
    shuffler.shuffle(tokens)

    after = verify(shared, evolve(sample, tokens=tuple(tokens)))

    assert said(after) == said(verify(shared, sample))


def said(verdicts: Verdicts) -> list[tuple[int, str]]:
    return [(issue.frame, issue.rule) for issue in verdicts.issues]


@third
@given(frames, generations)
def test_what_refused_frames_say_never_flags_others(frame: Frame, answer: Generation) -> None:
    refused = evolve(frame, refused=True)
    rules = RuleSet(tuple(rule for rule in RULES.values() if rule.id != "I1.4"))
    sample = Grounded(id="1", shape=(8, 8, 8), generation=answer)
    more = evolve(answer, frames=(*answer.frames, refused))

    after = verify(rules, evolve(sample, generation=more))

    assert after.issues == verify(rules, sample).issues
