"""`measurand causal run` with a language model, and with what one answered before."""

from collections.abc import Iterator

import pytest

from tests.cli.reasoning import FILE, lines, newton, scores
from tests.cli.running import Shell
from tests.judges.serving import Said, Server, always, completion, sensible, serving

KEY = "sk-a-key-that-nobody-may-see"
KEPT = "answers.jsonl"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(sensible) as found:
        yield found


@pytest.fixture
def asked(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Shell:
    monkeypatch.setenv("MEASURAND_API_KEY", KEY)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    shell.write(FILE, lines([newton(reasoning_trajectory="By a = F/m.")]))
    return shell


def words(server: Server) -> tuple[str, ...]:
    return ("--judge", "llm", "--model", "small-1", "--base-url", server.url, "--keep", KEPT)


def test_a_model_judges_all_components_and_its_calls_are_priced(
    asked: Shell, server: Server
) -> None:
    more = ("--price", "2,10", "--format", "json")
    ran = asked("causal", "run", FILE, *words(server), *more)

    assert ran.code == 0
    found = scores(ran.json)
    assert (found["intervention"], found["abductive"], found["logic"]) == (0.9, 1.0, 0.8)
    assert isinstance(ran.json["calls"], dict)
    assert ran.json["calls"]["calls made"] == "5"
    # 500 tokens at 2 a million, 50 at 10.
    assert ran.json["calls"]["cost"] == "0.0015"
    assert str(ran.json["judge"]).startswith("llm/1(model=small-1,")


def test_what_was_answered_is_not_asked_again(asked: Shell, server: Server) -> None:
    first = asked("causal", "run", FILE, *words(server), "--format", "csv")
    before = len(server.asked)

    second = asked("causal", "run", FILE, *words(server), "--format", "csv")

    assert (before, len(server.asked)) == (5, 5)
    assert first.out == second.out


def test_answers_are_replayed_without_a_model(asked: Shell, server: Server) -> None:
    first = asked("causal", "run", FILE, *words(server), "--format", "csv")
    before = len(server.asked)

    again = asked("causal", "run", FILE, "--judge", "replay", "--answers", KEPT, "--format", "csv")

    assert (again.code, again.out) == (0, first.out)
    assert len(server.asked) == before


def test_what_a_model_answered_is_explained_too(asked: Shell, server: Server) -> None:
    asked("causal", "run", FILE, *words(server))

    ran = asked("causal", "explain", FILE, "1", "--node", "F", "--answers", KEPT)

    assert "solved" in ran.out


def test_calls_that_fail_are_unscored_and_the_exit_code_says_so(
    asked: Shell, server: Server
) -> None:
    server.saying = always(Said(body=completion("full marks, of course")))

    ran = asked("causal", "run", FILE, *words(server), "--format", "json")

    assert ran.code == ran.json["exit_code"] == 3
    assert scores(ran.json)["intervention"] is None
    assert scores(ran.json)["graph"] == 1.0


def test_nobody_is_asked_where_a_bad_record_stops_the_run(asked: Shell, server: Server) -> None:
    asked.write(FILE, lines([newton()]) + b"{\n")

    ran = asked("causal", "run", FILE, *words(server), "--on-error", "stop")

    assert (ran.code, ran.out, server.asked) == (2, "", [])


def test_a_model_is_asked_about_the_records_that_can_be_read(asked: Shell, server: Server) -> None:
    asked.write(FILE, b"{\n" + lines([newton(reasoning_trajectory="By a = F/m.")]))

    ran = asked("causal", "run", FILE, *words(server))

    assert (ran.code, len(server.asked), len(ran.err.splitlines())) == (2, 5, 1)


def test_an_endpoint_that_is_not_there_is_a_fault(asked: Shell, server: Server) -> None:
    server.saying = always(Said(body=b"no", status=404))

    ran = asked("causal", "run", FILE, *words(server))

    assert (ran.code, ran.out) == (2, "")


def test_answers_to_other_questions_leave_calls_unscored(asked: Shell, server: Server) -> None:
    asked("causal", "run", FILE, *words(server))
    asked.write(FILE, lines([newton(problem_text="Another problem.")]))

    ran = asked("causal", "run", FILE, "--judge", "replay", "--answers", KEPT)

    assert ran.code == 3
    assert "answers another prompt" in ran.out


def test_attacks_are_scored_apart(asked: Shell, server: Server) -> None:
    plain = asked("causal", "run", FILE, *words(server), "--format", "json")
    ran = asked("causal", "run", FILE, *words(server), "--canaries", "--format", "json")

    assert isinstance(ran.json["calls"], dict)
    assert " withstood, " in ran.json["calls"]["attacks"]
    assert scores(ran.json) == scores(plain.json)


def test_the_key_is_nowhere(asked: Shell, server: Server) -> None:
    files = ("--rows", "r.jsonl", "--reports", "r.json", "--records", "s.jsonl", "--html", "p.html")
    ran = asked("causal", "run", FILE, *words(server), *files)

    written = b"".join(asked.read(name) for name in asked.names())
    assert KEY.encode() not in written
    assert KEY not in ran.out + ran.err
    assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--judge", "llm"), "--judge: expected --model NAME beside it, got llm without --model\n"),
        (
            ("--judge", "llm", "--model", "m"),
            "--judge: expected --keep FILE beside it, got llm without --keep\n",
        ),
        (
            ("--judge", "replay"),
            "--judge: expected --answers FILE beside it, got replay without --answers\n",
        ),
        (
            ("--answers", "a.jsonl"),
            "--answers: expected --judge replay beside it, got --judge structural\n",
        ),
        (("--votes", "3"), "--votes: expected --judge llm beside it, got --judge structural\n"),
    ],
)
def test_arguments_of_a_judge_go_together(asked: Shell, given: tuple[str, ...], told: str) -> None:
    ran = asked("causal", "run", FILE, *given)

    assert (ran.code, ran.out, ran.err) == (2, "", told)


@pytest.mark.parametrize("price", ["1", "1,2,3", "a,b", "-1,2", "1e3,1"])
def test_two_prices_are_given(asked: Shell, price: str) -> None:
    ran = asked("causal", "run", FILE, f"--price={price}")

    assert ran.code == 2
    assert "two prices, such as 0.15,0.60" in ran.err
