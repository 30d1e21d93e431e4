"""What the original reads and we may refuse: an option says which, and nothing else changes."""

from collections.abc import Callable, Mapping

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.files.json.value import Json, Number
from measurand.studies.review.aspect_filter import AspectFilter, filter_aspects, is_target
from measurand.studies.review.choices import DropReason, NegativeSpan
from measurand.studies.review.edge.files.scorecards import read_scorecard, scorecard
from measurand.studies.review.metrics import evaluate
from measurand.studies.review.options import PROFILES, Options, with_values
from measurand.studies.review.reading import UnfitPartError
from measurand.studies.review.scorecard import Aspect, Scorecard
from measurand.values.fault import Fault
from measurand.values.score import Score
from properties.review.cards import cards, options

Lists = Mapping[str, list[Json]]
TEXTS = ("맛", "Soup.", "soup", "a... .", "( 맛 )", "")
OUTCOME, GUIDED = "outcome_residual_risk_rate", "guided_by_review_rate"
strays: st.SearchStrategy[Json] = st.sampled_from([None, 7, "junk", [], True, "", Number("0.5")])
tuples: st.SearchStrategy[Json] = st.fixed_dictionaries(
    {"polarity": st.sampled_from(["pos", "neg", "neutral", "mixed"])},
    optional={
        "aspect_term": st.sampled_from(TEXTS),
        "aspect_ref": st.sampled_from(TEXTS),
        "term": st.sampled_from(TEXTS),
        "is_implicit": st.booleans(),
        "grounding": st.sampled_from(["explicit", "implicit"]),
        "confidence": st.sampled_from([0, 1, Number("0.7"), Number("7e-1"), Number("0.25")]),
    },
)
lists = st.lists(tuples, max_size=3)
LISTS = ("gold_tuples", "aspect_sentiments", "stage1_tuples", "final_tuples", "final_aspects")
parts = st.fixed_dictionaries({}, optional=dict.fromkeys(LISTS, lists))
profiles = st.sampled_from(sorted(PROFILES)).map(PROFILES.__getitem__)


def record(part: Lists, **more: Json) -> Json:
    """Lay lists of tuples where a run writes them."""
    of_inputs = {"gold_tuples", "aspect_sentiments"}
    inputs: Json = {name: found for name, found in part.items() if name in of_inputs}
    result: Json = {name: found for name, found in part.items() if name not in of_inputs}
    output: Json = {"final_result": result, "meta": {"input_text": "맛 좋은 soup"}}
    return {"inputs": inputs, "runtime": {"parsed_output": output}, **more}


def rewritten(found: list[Json], key: str, make: Callable[[Json], Json]) -> list[Json]:
    """Write what tuples have under a key in another way, where it is not empty."""
    return [
        {**one, key: make(one[key])} if isinstance(one, dict) and one.get(key) else one
        for one in found
    ]


def scored(*records: Json, by: Options) -> Mapping[str, Score]:
    return evaluate([scorecard(one, name="1") for one in records], by)


@given(part=parts, chosen=options(), data=st.data())
def test_elements_that_are_no_objects_are_skipped_as_if_they_were_not_there(
    part: Lists, chosen: Options, data: st.DataObject
) -> None:
    skipping = with_values(chosen, {"list_element": "skip"})
    mixed = {name: [*found] for name, found in part.items()}
    for found in mixed.values():
        for stray in data.draw(st.lists(strays, max_size=2)):
            found.insert(data.draw(st.integers(0, len(found))), stray)

    assert scored(record(mixed), by=skipping) == scored(record(part), by=skipping)


@given(part=parts, chosen=options(), name=st.sampled_from(LISTS), stray=strays, data=st.data())
def test_or_the_row_is_refused_with_the_place_of_the_first(
    part: Lists, chosen: Options, name: str, stray: Json, data: st.DataObject
) -> None:
    found = [*part.get(name, [])]
    at = data.draw(st.integers(0, len(found)))
    found.insert(at, stray)
    strict = with_values(chosen, {"list_element": "error"})

    with pytest.raises(UnfitPartError) as raised:
        scored(record({name: found, **{k: v for k, v in part.items() if k != name}}), by=strict)

    assert raised.value.fault.path.endswith(f".{name}[{at}]")
    assert "list_element=skip" in raised.value.fault.hint


@given(part=parts, chosen=options(), data=st.data())
def test_a_confidence_that_is_text_is_the_number_that_it_writes(
    part: Lists, chosen: Options, data: st.DataObject
) -> None:
    reading = with_values(chosen, {"number_text": "read"})
    space = data.draw(st.sampled_from(["", " "]))
    quoted = {
        name: rewritten(found, "confidence", lambda number: f"{space}{number}{space}")
        for name, found in part.items()
    }

    assert scored(record(quoted), by=reading) == scored(record(part), by=reading)


@given(chosen=options(), bad=st.sampled_from(["high", "nan", "1/2", "0x1"]))
def test_a_confidence_that_writes_no_number_is_refused_where_it_is_read(
    chosen: Options, bad: str
) -> None:
    said: Json = {"aspect_term": "soup", "polarity": "pos", "confidence": bad}

    for rule in ("read", "error"):
        with pytest.raises(UnfitPartError) as raised:
            scored(record({"final_tuples": [said]}), by=with_values(chosen, {"number_text": rule}))
        assert raised.value.fault.path.endswith(".final_tuples[0].confidence")
        # Nothing is advised that would not help.
        assert not raised.value.fault.hint


@given(chosen=options(), odd=st.sampled_from(["inf", "-Infinity", "1_000", "9" * 30, "\u0663"]))
def test_a_confidence_that_a_float_can_be_made_of_is_read_where_that_is_said(
    chosen: Options, odd: str
) -> None:
    said: Json = {"aspect_term": "soup", "polarity": "pos", "confidence": odd}
    tuples = record({"final_tuples": [said]})

    scored(tuples, by=with_values(chosen, {"number_text": "read"}))
    with pytest.raises(UnfitPartError) as raised:
        scored(tuples, by=with_values(chosen, {"number_text": "error"}))
    assert "number_text=read" in raised.value.fault.hint


@given(part=parts, gold=lists, chosen=options())
def test_a_gold_term_inside_an_object_is_that_term_or_one_that_nothing_matches(
    part: Lists, gold: list[Json], chosen: Options
) -> None:
    as_term, as_text = (
        with_values(chosen, {"gold_term_object": rule}) for rule in ("term", "text")
    )
    plain, boxed, strange = (
        record({**part, "gold_tuples": rewritten(gold, "aspect_term", make)})
        for make in (
            lambda term: term,
            lambda term: {"term": term},
            lambda term: f"a word that no answer has: {term!r}",
        )
    )

    assert scored(boxed, by=as_term) == scored(plain, by=as_term)
    assert scored(boxed, by=as_text) == scored(strange, by=as_text)


spans = st.integers(-9, 9)


@given(
    text=st.text("맛있soup ", max_size=8),
    start=spans,
    end=spans,
    reason=st.sampled_from(DropReason),
)
def test_a_negative_number_of_a_span_counts_from_the_end_or_the_span_holds_nothing(
    text: str, start: int, end: int, reason: DropReason
) -> None:
    aspect = Aspect(term=text[start:end], start=start, end=end, kept=False)
    by = AspectFilter(drop_reason=reason, allow={aspect.term})

    [sliced] = filter_aspects(text, [aspect], by)
    [strict] = filter_aspects(text, [aspect], evolve(by, negative_span=NegativeSpan.NOTHING))

    assert sliced.kept
    assert strict.kept is (aspect.term == "" or min(start, end) >= 0)
    assert strict.kept is (strict.reason is None)


@given(
    term=st.sampled_from(["맛", "언제", "soup", "app", "하지만"]),
    stop=st.frozensets(st.sampled_from(["soup", "언제", "app"])),
    reason=st.sampled_from(DropReason),
)
def test_the_stop_terms_are_those_that_are_set(
    term: str, stop: frozenset[str], reason: DropReason
) -> None:
    by = AspectFilter(stop=stop, drop_reason=reason)

    [judged] = filter_aspects(term, [Aspect(term=term, start=0, end=len(term), kept=False)], by)

    assert judged.kept is is_target(term, stop=stop)
    assert judged.kept is (term == "app" or (len(term) > 1 and term not in stop))


def recased(data: st.DataObject, name: str) -> str:
    """Write a name in letters of any case."""
    upper = data.draw(st.lists(st.booleans(), min_size=len(name), max_size=len(name)))
    return "".join(letter.upper() if up else letter for letter, up in zip(name, upper, strict=True))


@given(
    part=parts,
    chosen=options(),
    stages=st.lists(st.sampled_from(["stage1", "stage2"]), max_size=3),
    data=st.data(),
)
def test_the_letter_case_of_stages_and_of_grounding_plays_no_part(
    part: Lists, chosen: Options, stages: list[str], data: st.DataObject
) -> None:
    def written(name: Callable[[Json], Json]) -> Json:
        said = {key: rewritten(found, "grounding", name) for key, found in part.items()}
        risks: Json = [{"risk_id": "CONTRAST"}]
        validator: Json = [{"stage": name(stage), "structural_risks": risks} for stage in stages]
        return record(said, validator=validator)

    plain, other = written(lambda name: name), written(lambda name: recased(data, str(name)))

    assert scored(other, by=chosen) == scored(plain, by=chosen)


@given(name=st.text(max_size=8).filter(lambda name: name.lower() not in {"", "stage1", "stage2"}))
def test_a_stage_that_is_neither_of_the_two_is_a_fault(name: str) -> None:
    found = read_scorecard(record({}, validator=[{"stage": name}]))

    assert not isinstance(found, Scorecard)
    [fault] = found
    assert isinstance(fault, Fault)
    assert (fault.path, fault.expected) == ("$.validator[0].stage", "stage1 or stage2")


@given(
    sample=st.lists(cards, max_size=3),
    chosen=options(),
    kinds=st.lists(st.text(), min_size=3, max_size=3),
)
def test_what_guides_a_change_is_its_actions_or_its_stored_type(
    sample: list[Scorecard], chosen: Options, kinds: list[str]
) -> None:
    listed = [evolve(card, review_actions=card.review_actions or ()) for card in sample]
    retyped = [evolve(card, change_type=kind) for card, kind in zip(listed, kinds, strict=False)]
    silent = [evolve(card, review_actions=None, arb_actions=None) for card in sample]
    by_actions = with_values(chosen, {"guided_by": "actions"})
    stored = with_values(chosen, {"guided_by": "stored", "change": "stored"})

    assert evaluate(retyped, by_actions)[GUIDED] == evaluate(listed, by_actions)[GUIDED]
    assert evaluate(listed, stored)[GUIDED] == evaluate(silent, stored)[GUIDED]


@given(sample=st.lists(cards, max_size=3), chosen=options())
def test_a_risk_of_the_first_stage_alone_is_none_of_the_outcome(
    sample: list[Scorecard], chosen: Options
) -> None:
    later = [
        evolve(card, validator=tuple(b for b in card.validator or () if b.stage == "stage2"))
        for card in sample
    ]
    for rule in ("validator", "structural"):
        by = with_values(chosen, {"outcome_risk": rule})
        assert evaluate(sample, by)[OUTCOME] == evaluate(later, by)[OUTCOME]
