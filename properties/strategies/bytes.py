"""Bytes as they come from outside: records, one a line, whole and hurt."""

import json

from hypothesis import strategies as st

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 10**20)
    | st.decimals(allow_nan=False, allow_infinity=False, places=3).map(float)
    | st.text(max_size=4)
)
keys = st.sampled_from(
    ("id", "gold", "pred", "pairs", "groups", "sample_weight", "start", "end", "label", *"abcde")
)
trees = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=6)
)
words = st.text(max_size=2)
slots = st.fixed_dictionaries({"a": words | st.none()}, optional={"b": words, "c": scalars})
items = st.lists(words, max_size=3) | st.lists(slots, max_size=3)
good = st.fixed_dictionaries(
    {"id": st.integers(), "gold": items, "pred": items | st.none()}, optional={"b": trees}
)
sides = trees | items
records = st.fixed_dictionaries(
    {"id": scalars, "gold": sides, "pred": sides},
    optional={"pairs": trees, "groups": trees, "sample_weight": scalars, "a": scalars, "b": trees},
)
near_json = st.lists(good | good | records | trees, max_size=5).map(
    lambda values: "".join(json.dumps(value) + "\n" for value in values).encode()
)


@st.composite
def hurt(draw: st.DrawFn) -> bytes:
    """Draw records, one a line, with some bytes cut out or put in."""
    raw = draw(near_json)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(raw)))
        raw = raw[:at] + draw(st.binary(max_size=3)) + raw[at + draw(st.integers(0, 3)) :]
    return raw


anything = st.binary(max_size=200) | hurt()
