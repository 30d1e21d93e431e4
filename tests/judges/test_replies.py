"""What models write instead of one JSON object, and what is read from it."""

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from measurand.studies.causal.asking.replies import KEYS, read_reply
from measurand.studies.causal.edge.judges.reply_text import tree_of
from measurand.studies.causal.edge.judges.settings import Usage
from measurand.studies.causal.judging import Decided, Kind, Unscored, Verdict
from tests.judges.asked import QUICK, asked, question, verdict
from tests.judges.serving import Said, always, completion, in_turn, said, serving

BAD_REPLIES = {
    "": ("garbled", "an empty reply"),
    "Critical, I think.": ("garbled", "no JSON object"),
    '{"level": "critical", "share": NaN}': ("garbled", "NaN"),
    '{"level": "critical", "share": Infinity}': ("garbled", "Infinity"),
    '{"level": "critical", "share": 1e999999}': ("garbled", "exponent"),
    '{"level": "critical", "share": 1.01}': ("out of range", "101/100"),
    '{"level": "critical", "share": -1}': ("out of range", "-1"),
    '{"level": "critical", "share": 48}': ("out of range", "48"),
    '{"level": "critical", "share": "48/50"}': ("garbled", "'48/50'"),
    '{"level": "critical", "share": true}': ("garbled", "true"),
    '{"level": "critical", "share": null}': ("garbled", "null"),
    '{"level": "critical", "share": 0.9, "share": 0.8}': ("garbled", "every key once"),
    '{"level": "critical", "share": 0.1}': ("contradicts itself", "[0.7, 1.0]"),
    '{"level": "high", "share": 0.9}': ("garbled", "critical, meaningful or peripheral"),
    '{"level": "critical"}': ("garbled", "share: is missing"),
    '{"level": "critical", "share": 0.9': ("garbled", "broken JSON"),
    '{"a": 1} {"level": "critical", "share": 0.9}': ("garbled", "more than one"),
    '[{"level": "critical", "share": 0.9}, 1, "}"] {"': ("garbled", "broken JSON"),
    '{"x": ' * 5000: ("garbled", "too deep"),
}


def read(reply: str) -> Verdict:
    """Read a reply about a node."""
    tree = tree_of(reply)
    return tree if isinstance(tree, Unscored) else read_reply(Kind.INTERVENTION, tree)


@pytest.mark.parametrize("reply", BAD_REPLIES)
def test_a_bad_reply_is_unscored(reply: str) -> None:
    reason, why = BAD_REPLIES[reply]

    found = read(reply)

    assert isinstance(found, Unscored)
    assert found.reason == reason
    assert why in found.because


@pytest.mark.parametrize("reply", ["Critical, I think.", '{"level": "critical", "share": NaN}'])
def test_a_bad_reply_is_not_asked_for_again(tmp_path: Path, reply: str) -> None:
    with serving(always(said(reply))) as server:
        first = asked(tmp_path, server.url, [question()])
        again = asked(tmp_path, server.url, [question()])

    assert len(server.asked) == 1
    assert first.judge(question()) == again.judge(question()) == read(reply)
    assert first.usage.failed == 0


@pytest.mark.parametrize(
    "reply",
    [
        'I think:\n```json\n{"level": "critical", "share": 0.9}\n```\nDone.',
        r'By $\frac{p}{m}$ and {x}: {"level": "critical", "share": 0.9}',
        '\ufeff {"level": "critical", "share": 9e-1, "confidence": {"deep": [1]}} ',
    ],
)
def test_json_inside_prose_is_cut_out(reply: str) -> None:
    found = read(reply)

    assert isinstance(found, Decided)
    assert found.share == Fraction(9, 10)


ANSWER = '{"level": "critical", "share": 0.9}'


@pytest.mark.parametrize(
    "reply",
    [
        f'<think>The set {{"a", "b"}} or {{"level": "peripheral", "share": 0}}?</think>\n{ANSWER}',
        f'First {{"share": 0}}, no.\n</think>\n{ANSWER}',
        f'Let S = {{"m", "F"}}, and then {{"m. So: {ANSWER}',
        f'Given {{"F": 10, "m": 2}}: ```json\n{ANSWER}\n```',
        f"<THINKING>{{</THINKING> <think>{ANSWER}</think> {ANSWER}",
        '{"level": "critical", "share": 0.9, "because": "it says </think> {\\"a\\"} <think>"}',
    ],
)
def test_braces_in_thinking_do_not_lose_the_answer(reply: str) -> None:
    tree = tree_of(reply, KEYS[Kind.INTERVENTION])

    assert not isinstance(tree, Unscored), tree.because
    found = read_reply(Kind.INTERVENTION, tree)
    assert isinstance(found, Decided)
    assert found.share == Fraction(9, 10)


@pytest.mark.parametrize(
    "reply",
    [
        f"<think>{ANSWER}",
        f"<think>{ANSWER}</think> So it is critical.",
        f'For example {ANSWER}. Here it is {{"level": "peripheral", "sha',
        f'{{"verdict": {ANSWER}',
        f"{ANSWER} or {ANSWER.replace('9', '8')}",
    ],
)
def test_what_is_not_the_answer_is_not_taken_for_it(reply: str) -> None:
    assert isinstance(tree_of(reply, KEYS[Kind.INTERVENTION]), Unscored)


def test_a_reply_that_was_cut_off_is_unscored_until_longer_ones_are_allowed(
    tmp_path: Path,
) -> None:
    short = Said(body=completion('{"level": "critical", "share": 0.9}', finish_reason="length"))

    with serving(in_turn(short)) as server:
        first = asked(tmp_path, server.url, [question()])
        same = asked(tmp_path, server.url, [question()])
        longer = asked(tmp_path, server.url, [question()], evolve(QUICK, max_tokens=4000))

    found = first.judge(question())
    assert found == Unscored(reason="cut off", because="the reply was cut off after 2000 tokens")
    assert same.usage == Usage(kept=1)
    assert isinstance(longer.judge(question()), Decided)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "body",
    [
        completion(None, message={"content": None, "refusal": "I will not."}),
        completion("I will not.", finish_reason="content_filter"),
    ],
)
def test_a_model_that_refuses_is_unscored(tmp_path: Path, body: bytes) -> None:
    found = verdict(tmp_path, always(Said(body=body)))

    assert found == Unscored(reason="refused", because="I will not.")
