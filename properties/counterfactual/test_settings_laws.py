"""Options of a study survive their texts: any that differ from a profile in some places."""

from hypothesis import given
from hypothesis import strategies as st

from measurand.studies.counterfactual.options import PROFILES, Options
from measurand.studies.counterfactual.verifier import RULES
from measurand.values.option_paths import listed, with_values
from properties.strategies.effort import third

WORD = st.text("abcdefghij _", min_size=1, max_size=8).map(str.strip).filter(bool)
NUMBER = st.floats(0, 1).map(repr)
CHANGES = {
    "seed": st.integers(0, 10**17).map(str),
    "full.rules": st.lists(st.sampled_from(sorted(RULES)), min_size=1, unique=True).map(" ".join),
    "relevance.U1.4.recall": NUMBER,
    "relevance.U1.4.mass": NUMBER,
    "frames.threshold": st.fractions("1/10", 1, max_denominator=99).map(str),
    "grounding.polarity.positive": st.lists(WORD, max_size=3).map(
        lambda words: ", ".join(f"p{word}" for word in words) or "()"
    ),
    "plan.level": st.fractions("1/10", "9/10", max_denominator=99).map(str),
    "plan.replicates": st.integers(1, 10**8).map(str),
    "full.reading.duplicates": st.sampled_from(["once", "as_cited"]),
}
VALUES = st.fixed_dictionaries({}, optional=CHANGES)
NAMED = st.sampled_from(sorted(PROFILES)).map(lambda name: PROFILES[name])


@third
@given(NAMED, NAMED, VALUES)
def test_options_survive_their_texts(here: Options, there: Options, values: dict[str, str]) -> None:
    options = with_values(here, values)

    assert with_values(there, dict(listed(options))) == options


@third
@given(NAMED, VALUES)
def test_only_what_is_set_changes(options: Options, values: dict[str, str]) -> None:
    before, after = dict(listed(options)), dict(listed(with_values(options, values)))

    moved = {path for path in before.keys() & after.keys() if before[path] != after[path]}
    assert moved <= values.keys()


@third
@given(NAMED, VALUES)
def test_setting_one_by_one_or_at_once_is_the_same(
    options: Options, values: dict[str, str]
) -> None:
    one_by_one = options
    for path, text in values.items():
        one_by_one = with_values(one_by_one, {path: text})

    assert one_by_one == with_values(options, values)
