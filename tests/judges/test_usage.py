"""What a run took: every answer that was paid for, every question once, canaries apart."""

import json
from pathlib import Path

import pytest
from attrs import evolve

from measurand.studies.causal.asking.prompts import CANARIES, Canaries, Limits
from measurand.studies.causal.edge.judges.model import replayed
from measurand.studies.causal.edge.judges.settings import Usage
from measurand.studies.causal.judging import Decided, Unscored
from tests.judges.asked import QUICK, asked, many, question
from tests.judges.serving import Asked, Said, always, completion, in_turn, sensible, serving

REPLY = '{"level": "critical", "share": 0.9}'
NOTE = (
    "usage: expected answers with counts of tokens, got 1 without, or with odd ones: what they "
    "took is not known: tokens and cost are at least those that are told"
)
ODD: tuple[tuple[object, int], ...] = (
    ({"prompt_tokens": 100, "completion_tokens": -5}, 100),
    ({"prompt_tokens": 100}, 100),
    ({"prompt_tokens": "100", "completion_tokens": 10}, 0),
    ({"prompt_tokens": True, "completion_tokens": 1.5}, 0),
    ({"prompt_tokens": 10**13, "completion_tokens": None}, 0),
    ("many", 0),
    ([], 0),
    (None, 0),
)


@pytest.mark.parametrize(("usage", "known"), ODD)
def test_an_odd_count_of_tokens_takes_nothing_from_the_reply(
    tmp_path: Path, usage: object, known: int
) -> None:
    with serving(always(Said(body=completion(REPLY, usage=usage)))) as server:
        live = asked(tmp_path, server.url, [question()])
    again = replayed(tmp_path / "kept.jsonl").unwrap()

    assert len(server.asked) == 1
    for found in (live, again):
        assert isinstance(found.judge(question()), Decided)
        tokens = found.usage.prompt_tokens, found.usage.uncounted
        assert tokens == (known, 1)
        assert [note.text() for note in found.notes] == [NOTE]


def test_every_answer_that_was_paid_for_is_counted(tmp_path: Path) -> None:
    empty = Said(body=completion("", choices=[]))

    with serving(in_turn(empty, Said(status=503), empty)) as server:
        live = asked(tmp_path, server.url, [question()], evolve(QUICK, tries=4))
    again = replayed(tmp_path / "kept.jsonl").unwrap()

    assert isinstance(live.judge(question()), Decided)
    assert live.usage == Usage(calls=1, retries=3, prompt_tokens=300, completion_tokens=30)
    assert again.usage == Usage(kept=1, prompt_tokens=300, completion_tokens=30)


def test_a_call_that_fails_may_have_been_paid_for(tmp_path: Path) -> None:
    with serving(always(Said(body=completion("", choices=[])))) as server:
        live = asked(tmp_path, server.url, [question()])
        server.saying = sensible
        asked(tmp_path, server.url, [question()])
    again = replayed(tmp_path / "kept.jsonl").unwrap()

    assert live.usage == Usage(
        calls=1, failed=1, retries=2, prompt_tokens=300, completion_tokens=30
    )
    assert again.usage == Usage(kept=1, prompt_tokens=400, completion_tokens=40)


def test_canaries_are_counted_apart_in_a_run_and_in_its_replay(tmp_path: Path) -> None:
    settings, many_tokens = evolve(QUICK, canaries=Canaries.MIXED_IN), 100 * (3 + len(CANARIES))

    with serving(sensible) as server:
        live = asked(tmp_path, server.url, many(3), settings).usage
        second = asked(tmp_path, server.url, many(3), settings).usage
    again = replayed(tmp_path / "kept.jsonl").unwrap().usage

    assert (live.calls, live.canaries, live.prompt_tokens) == (3, len(CANARIES), many_tokens)
    assert second == Usage(kept=3, canaries_kept=len(CANARIES))
    assert (again.kept, again.canaries_kept, again.prompt_tokens) == (
        3,
        len(CANARIES),
        many_tokens,
    )


def test_a_question_put_twice_whose_call_fails_counts_once(tmp_path: Path) -> None:
    def failing(_asked: Asked, _number: int) -> Said:
        return Said(status=500, after=0.03)

    twins = [evolve(question(), problem=evolve(question().problem, id=f"{i}")) for i in range(4)]

    with serving(failing) as server:
        answered = asked(tmp_path, server.url, [*twins, *twins], evolve(QUICK, tries=1))

    assert len(server.asked) == 1
    assert answered.usage == Usage(calls=1, failed=1)
    assert isinstance(answered.judge(twins[3]), Unscored)


def test_a_question_put_twice_whose_reply_is_at_hand_is_at_hand_once(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, [question()])
        answered = asked(tmp_path, server.url, [question()] * 3)

    assert answered.usage == Usage(kept=1)
    assert replayed(tmp_path / "kept.jsonl").unwrap().usage.kept == 1


def test_replies_of_another_endpoint_are_not_taken_for_those_of_this_one(tmp_path: Path) -> None:
    with serving(sensible) as server:
        asked(tmp_path, server.url, many(2))
        other = server.url.replace("127.0.0.1", "localhost")
        again = asked(tmp_path, other, many(2))
    [fault] = replayed(tmp_path / "kept.jsonl", name="kept.jsonl").failure()

    assert (len(server.asked), again.usage.calls) == (4, 2)
    lines = (tmp_path / "kept.jsonl").read_text().splitlines()
    hosts = [json.loads(line)["endpoint"] for line in lines]
    port = server.url.removesuffix("/v1").rpartition(":")[2]
    assert hosts == [f"127.0.0.1:{port}"] * 2 + [f"localhost:{port}"] * 2
    assert f"small-1 (at localhost:{port}, temperature 0" in fault.text()


def test_another_port_is_another_endpoint(tmp_path: Path) -> None:
    with serving(sensible) as one, serving(sensible) as other:
        asked(tmp_path, one.url, many(2))
        again = asked(tmp_path, other.url, many(2))

    assert (len(one.asked), len(other.asked)) == (2, 2)
    assert (again.usage.calls, again.usage.kept) == (2, 0)


def test_a_replay_takes_the_limits_of_its_run(tmp_path: Path) -> None:
    limits = Limits(text=4, graph=50_000)

    with serving(sensible) as server:
        live = asked(tmp_path, server.url, [question()], evolve(QUICK, limits=limits))
    again = replayed(tmp_path / "kept.jsonl").unwrap()
    wide = replayed(tmp_path / "kept.jsonl", limits=Limits()).unwrap()

    assert isinstance(again.judge(question()), Decided)
    assert again.judge(question()) == live.judge(question())
    assert again.judge.signature.endswith("text=4,reasoning=60000,graph=50000)")
    assert isinstance(wide.judge(question()), Unscored)
