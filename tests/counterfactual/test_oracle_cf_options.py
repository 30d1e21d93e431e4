"""The options of the counterfactual oracle that only readings other than the program's take."""

from fractions import Fraction

import pytest

from properties.oracles import cf_pipeline, cf_verifier
from properties.oracles.cf_sample import Sample
from properties.oracles.cf_verifier import Issue, Options
from tests.counterfactual.test_oracle_cf import frame, refusing, rules, sample, token


def embedded(*numbers: float | None) -> Sample:
    """Make tokens of one number each, and a query that asks for it."""
    found = sample([token(at) for at in range(len(numbers))], [])
    for one, number in zip(found["tokens"], numbers, strict=True):
        one["embedding"] = None if number is None else [number]
    found["relevance"] = {"opacity": [1.0]}
    return found


def test_equal_attention_is_the_earlier_tokens_or_that_of_all() -> None:
    even = embedded(0.0, 0.0, 0.0)
    last = frame([2])
    assert cf_verifier.relevance(even, last)[0] == 0
    assert cf_verifier.relevance(even, last, Options(ties="shared"))[0] == 1
    ahead = embedded(0.0, 1.0, 0.0)
    assert cf_verifier.relevance(ahead, last, Options(ties="shared"))[0] == 0


def test_a_token_without_an_embedding_stops_the_rule_or_gets_no_attention() -> None:
    some = embedded(1.0, None)
    some["gen"]["frames"] = [frame([0]), frame([1]), frame([0, 1])]
    _, skipped = cf_verifier.verify(some, ["U1.4"])
    assert [one.frame for one in skipped] == [0, 1, 2]
    issues, skipped = cf_verifier.verify(some, ["U1.4"], Options(unembedded="no_attention"))
    # Half of [0, 1] is enough, and token 0 has all of the attention.
    assert ([one.frame for one in issues], skipped) == ([1], [])
    none = embedded(None, None)
    none["gen"]["frames"] = [frame([0])]
    for unembedded in ("skip_rule", "no_attention"):
        _, skipped = cf_verifier.verify(none, ["U1.4"], Options(unembedded=unembedded))
        assert [one.why for one in skipped] == ["a token without an embedding"]


def test_ids_of_no_token_are_citations_or_not() -> None:
    resolved = Options(citations="resolved")
    lost = sample([token(0)], [frame([99], laterality="left")])
    assert rules(lost) == []
    assert rules(lost, resolved) == ["U1.0"]
    both = sample([token(0)], [frame([0, 99], laterality="bilateral")])
    assert rules(both) == []
    assert rules(both, resolved) == ["I1.0"]
    # The rule about them sees them in any case.
    for options in (Options(), resolved):
        issues, _ = cf_verifier.verify(both, [cf_verifier.DANGLING], options)
        assert issues == [Issue(0, "D1", 2, "D1.0")]


def test_two_frames_that_cite_what_is_not_there_share_it_or_not() -> None:
    two = sample([], [frame([9]), frame([9], polarity="absent")])
    assert rules(two).count("I1.2") == 2
    assert rules(two, Options(citations="resolved")).count("I1.2") == 0


@pytest.mark.parametrize(
    ("word", "synonyms", "conflicts"),
    [
        ("unknown", "conflict", 2),
        ("unknown", "agree", 2),
        ("unknown", "opposites", 0),
        ("positive", "opposites", 0),
        ("absent", "opposites", 2),
        ("negative", "agree", 2),
    ],
)
def test_other_words_conflict_or_only_opposites_do(
    word: str, synonyms: str, conflicts: int
) -> None:
    two = sample([token(0)], [frame([0]), frame([0], polarity=word)])
    assert rules(two, Options(synonyms=synonyms)).count("I1.2") == conflicts


def test_a_refused_frame_is_a_positive_one_or_not() -> None:
    some = sample([token(0)], [frame(), refusing(frame())])
    issues, _ = cf_verifier.verify(some, ["U1.0"])
    over = "flagged/positive"
    assert cf_verifier.rate(issues, some, "U1", over=over) == Fraction(1, 2)
    assert cf_verifier.rate(issues, some, "U1", over=over, refusals="skipped") == 1


def test_findings_of_rules_are_read_in_any_case_and_means_are_floats() -> None:
    low = [token(0, score=0.3), token(1, score=0.7)]
    proud = frame([0], finding="MASS", confidence=0.9, laterality="left")
    assert rules(sample(low, [proud])) == ["U1.1", "O1.1"]
    # As fractions the two floats are a little less than 1 together.
    half = frame([0, 1], finding="mass", confidence=0.9, laterality="left")
    assert rules(sample(low, [half])) == []
    assert rules(sample(low, [frame([1], finding="Unknown", laterality="left")])) == ["M1.1"]


def test_a_frame_without_an_entry_does_not_say_that_it_cites_nothing() -> None:
    line = (
        "FRAME 0 finding=opacity polarity=absent laterality=left location=unspecified "
        "size_bin=unspecified severity=unspecified uncertain=0 confidence=0.6 q=0.5 "
        "refusal=0 cites=[]"
    )
    for citations, broken in (([], []), (None, ["I1.4"])):
        one = frame(citations, polarity="absent", laterality="left")
        one["q"] = 0.5
        assert rules(sample([], [one], text=line)) == broken


def test_the_whole_pipeline_joins_answers_where_the_sample_has_them() -> None:
    one = sample([token(4), token(7)], [frame([4])], text="words")
    one["regenerated"] = {"evidence_drop": {"frames": [frame([0])], "text": "again"}}
    moves = cf_pipeline.Moves()
    assert cf_pipeline.changed(one, "token_perm", moves) is None
    dropped = cf_pipeline.changed(one, "evidence_drop", moves)
    assert dropped is not None
    assert [token["token_id"] for token in dropped["tokens"]] == [0]
    assert dropped["gen"]["text"] == "again"
    stable = cf_pipeline.asked(one, "evidence_drop", moves._replace(ids="stable"))
    assert [token["token_id"] for token in stable["tokens"]] == [7]
    assert stable["gen"]["frames"] == []
    cleared = cf_pipeline.changed(one, "no_cite", moves)
    assert cleared is not None
    assert not cleared["gen"]["text"]
