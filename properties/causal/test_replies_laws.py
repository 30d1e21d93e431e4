"""Whatever a model replies, it is a verdict on its own terms, or unscored; nothing is made up."""

import json
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from measurand.studies.causal.asking.prompts import LEVELS, SUB_SCORES
from measurand.studies.causal.asking.replies import read_reply
from measurand.studies.causal.edge.judges.reply_text import tree_of
from measurand.studies.causal.judging import Decided, Kind, Unscored

tenths = st.integers(0, 10).map(lambda one: Fraction(one, 10))
words = st.sampled_from((*LEVELS, "level", "share", "recoverable", *SUB_SCORES, "because", ""))
leaves = (
    st.none()
    | st.booleans()
    | st.integers(-2, 101)
    | st.floats()
    | words
    | st.sampled_from(("48/50", "0.5", "true"))
)
trees = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
kinds = st.sampled_from(Kind)


@st.composite
def near_misses(draw: st.DrawFn) -> dict[str, object]:
    """Draw an object that has the keys that are asked for, and mostly sound values."""
    sound = st.floats(0, 1) | tenths
    tree: dict[str, object] = dict.fromkeys(SUB_SCORES)
    tree = {key: draw(sound) for key in tree}
    tree |= {
        "level": draw(st.sampled_from(LEVELS)),
        "share": draw(sound),
        "recoverable": draw(st.booleans()),
    }
    if draw(st.booleans()):
        tree[draw(words)] = draw(leaves)
    return tree


@given(kinds, trees | near_misses())
def test_any_tree_is_decided_or_unscored(kind: Kind, tree: object) -> None:
    found = read_reply(kind, tree)

    assert isinstance(found, Decided | Unscored)
    if isinstance(found, Decided):
        assert 0 <= found.share <= 1
        assert found.layer == "model"


@given(near_misses())
@example({"level": "critical", "share": True})
@example({"level": "critical", "share": float("nan")})
def test_a_share_is_the_number_that_was_replied(tree: dict[str, object]) -> None:
    found = read_reply(Kind.INTERVENTION, tree)

    share = tree["share"]
    if isinstance(found, Decided):
        assert not isinstance(share, bool)
        assert isinstance(share, int | float | Fraction)
        assert float(found.share) == float(share)
        assert found.level == tree["level"]


@given(near_misses())
def test_the_mean_lies_between_the_scores(tree: dict[str, object]) -> None:
    found = read_reply(Kind.LOGIC, tree)

    if isinstance(found, Decided):
        scores = [float(str(one)) for one in map(tree.get, SUB_SCORES) if isinstance(one, float)]
        if len(scores) == len(SUB_SCORES):
            assert min(scores) <= float(found.share) + 1e-12
            assert float(found.share) <= max(scores) + 1e-12


@given(near_misses(), st.text(alphabet="ab .,:;()[]\n`$", max_size=20), st.booleans())
def test_prose_around_an_object_changes_nothing(
    tree: dict[str, object],
    prose: str,
    fenced: bool,  # noqa: FBT001 (drawn)
) -> None:
    plain = {key: float(one) if isinstance(one, Fraction) else one for key, one in tree.items()}
    text = json.dumps(plain)
    around = f"{prose}\n```json\n{text}\n```\n{prose}" if fenced else f"{prose}{text}{prose}"

    assert tree_of(around) == tree_of(text)


@given(near_misses(), near_misses())
def test_two_objects_are_never_read_as_one(
    one: dict[str, object], other: dict[str, object]
) -> None:
    text = "".join(json.dumps(tree, default=float) for tree in (one, other))

    assert isinstance(tree_of(text), Unscored)


@given(near_misses(), st.data())
def test_an_object_cut_short_is_never_read(tree: dict[str, object], data: st.DataObject) -> None:
    text = json.dumps(tree, default=float)
    end = data.draw(st.integers(0, len(text) - 1))

    assert isinstance(tree_of(text[:end]), Unscored)


@given(st.text(max_size=60) | st.text(alphabet='{}[]":,1aN-\\ \ud800', max_size=60))
@example("{" * 100_000)
@example('{"a":' * 100_000)
@example('{"' * 300)
@example("[" * 100_000)
def test_any_text_is_a_tree_or_unscored(text: str) -> None:
    assert isinstance(tree_of(text), dict | Unscored)
