"""THE LAW of the page: whatever is asked, the answer is JSON, with a code and, if bad, a reason."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.page.answer import Auditor

anything = st.text(max_size=60)
cells = st.text(alphabet="PRF1 0589.,%|\t\n-&\\\"'<t>", max_size=120)
said = st.dictionaries(anything, anything, max_size=2)
requests = st.fixed_dictionaries(
    {"do": st.just("lint"), "text": st.one_of(anything, cells)},
    optional={
        "name": anything.filter(lambda name: not name.lower().endswith(".toml")),
        "columns": said,
        "rows": said,
        "facts": said,
        "rounding": anything,
        "unit": anything,
        "tables": st.lists(anything, max_size=2),
        "markup": st.sampled_from(["csv", "markdown", "latex", "html", "text", "prose"]),
        "decimal_comma": st.booleans(),
    },
)


@given(request=requests)
def test_a_request_is_answered_with_a_verdict_or_a_reason(request: dict[str, object]) -> None:
    answer = json.loads(Auditor(Path()).answer(json.dumps(request)))

    assert answer["code"] in {0, 1, 2, 3}
    assert (answer["code"] == 2) == bool(answer["faults"])
    assert bool(answer["json"]) or answer["code"] == 2


@given(text=st.one_of(anything, st.recursive(anything, st.lists).map(json.dumps)))
def test_what_is_no_request_is_refused_with_a_reason(text: str) -> None:
    answer = json.loads(Auditor(Path()).answer(text))

    assert answer["code"] == 2
    assert answer["faults"]
