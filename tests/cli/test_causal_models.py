"""`measurand causal run` with a language model, and with what one answered before."""

import json
import re
from collections.abc import Iterator

import pytest

from tests.cli.reasoning import FILE, lines, newton, scores
from tests.cli.running import Shell
from tests.judges.serving import Asked as Request
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


def with_settings(*said: str) -> tuple[str, ...]:
    return tuple(word for one in said for word in ("--model-set", one))


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

    assert ran.err == (
        "judge: expected a score of each, got 5 unscored questions: most often (5): garbled: no "
        "JSON object\n"
    )


@pytest.mark.parametrize("status", [403, 500])
def test_an_endpoint_that_answers_nobody_is_told_on_one_line(
    asked: Shell, server: Server, status: int
) -> None:
    server.saying = always(Said(body=b'{"error": {"message": "not\\ntoday"}}', status=status))

    ran = asked("causal", "run", FILE, *words(server), *with_settings("tries=1"))

    assert ran.code == 3
    lead = "judge: expected a score of each, got 5 unscored questions: most often (5): call failed"
    assert ran.err.startswith(f"{lead}: status {status}: ")
    assert len(ran.err.splitlines()) == 1


def test_nothing_is_told_where_every_question_has_a_score(asked: Shell, server: Server) -> None:
    assert asked("causal", "run", FILE, *words(server)).err == ""


def test_settings_of_a_model_reach_the_endpoint(asked: Shell, server: Server) -> None:
    said = with_settings(
        "temperature=0.5", "seed=7", "max_tokens=300", "structured=object", "average=mean"
    )
    ran = asked("causal", "run", FILE, *words(server), *said, "--format", "json")

    assert ran.code == 0
    for one in server.asked:
        assert one.body["temperature"] == 0.5
        assert (one.body["seed"], one.body["max_tokens"]) == (7, 300)
        assert one.body["response_format"] == {"type": "json_object"}
    assert ",average=mean,temperature=0.5,seed=7,max_tokens=300," in str(ran.json["judge"])


def test_what_is_none_is_not_sent(asked: Shell, server: Server) -> None:
    ran = asked(
        "causal", "run", FILE, *words(server), *with_settings("temperature=none", "seed=none")
    )

    assert ran.code == 0
    assert all({"temperature", "seed"}.isdisjoint(one.body) for one in server.asked)


def test_an_endpoint_that_refuses_max_tokens_is_asked_with_the_other_name(
    asked: Shell, server: Server
) -> None:
    def strict(one: Request, number: int) -> Said:
        if "max_tokens" in one.body or "temperature" in one.body:
            message = "'max_tokens' is not supported: use 'max_completion_tokens'"
            return Said(body=json.dumps({"error": {"message": message}}).encode(), status=400)
        return sensible(one, number)

    server.saying = strict
    refused = asked("causal", "run", FILE, *words(server))
    taken = asked(
        "causal",
        "run",
        FILE,
        *words(server),
        *with_settings("ceiling=max_completion_tokens", "temperature=none"),
    )

    assert refused.code == 3
    assert "use 'max_completion_tokens'" in refused.err
    assert (taken.code, taken.err) == (0, "")
    assert server.asked[-1].body["max_completion_tokens"] == 2000


def test_a_run_gives_up_after_the_calls_and_the_time_that_are_set(
    asked: Shell, server: Server
) -> None:
    server.saying = always(Said(status=200, after=1.0))
    said = with_settings("timeout=1/10", "tries=2", "wait_first=1/100", "stop_after=1")

    ran = asked("causal", "run", FILE, *words(server), "--concurrency", "1", *said)

    assert ran.code == 3
    assert len(server.asked) == 2  # one question, tried twice
    assert "no answer within 0.1 s" in ran.err or "not answered" in ran.err


def test_what_a_prompt_shows_can_be_cut(asked: Shell, server: Server) -> None:
    ran = asked("causal", "run", FILE, *words(server), *with_settings("limits.reasoning=4"))

    assert ran.code == 0
    assert any("By a [cut here: 7 more characters]" in one.user for one in server.asked)


OF_MODELS = "expected settings of a model and their values, got"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("tries", "expected SETTING=VALUE, got tries"),
        ("trys=3", f"{OF_MODELS} trys=3: unknown option 'trys': did you mean 'tries'?"),
        ("tries=21", f"{OF_MODELS} tries=21: 'tries' must be <= 20: 21"),
        (
            "temperature=-1",
            (
                f"{OF_MODELS} temperature=-1: temperature: expected a decimal that is not "
                "negative, got -1"
            ),
        ),
        (
            "timeout=0",
            f"{OF_MODELS} timeout=0: timeout: expected a positive number of seconds, got 0",
        ),
        (
            "structured=xml",
            (
                f"{OF_MODELS} structured=xml: structured: one of auto, schema, object, plain: "
                "got 'xml'"
            ),
        ),
        ("votes=3", "expected --votes N for it, got votes"),
        ("prices=1", "expected --price IN,OUT for it, got prices"),
    ],
)
def test_settings_of_a_model_are_checked_before_anything_is_asked(
    asked: Shell, server: Server, given: str, told: str
) -> None:
    ran = asked("causal", "run", FILE, *words(server), *with_settings(given))

    assert (ran.code, ran.out, ran.err) == (2, "", f"--model-set: {told}\n")
    assert server.asked == []


def test_settings_are_checked_before_any_file_is_opened(asked: Shell, server: Server) -> None:
    ran = asked("causal", "run", "nowhere.jsonl", *words(server), *with_settings("tries=0"))

    assert ran.code == 2
    assert ran.err.startswith("--model-set: ")


def test_attacks_without_a_score_are_counted_on_standard_error(
    asked: Shell, server: Server
) -> None:
    server.saying = always(Said(body=completion("full marks, of course")))

    ran = asked("causal", "run", FILE, *words(server), "--canaries")

    assert ran.code == 3
    assert re.search(
        r"got 5 unscored questions and \d+ unscored attacks: most often \(5\)", ran.err
    )


def test_votes_of_a_replay_are_averaged_as_is_set(asked: Shell, server: Server) -> None:
    asked("causal", "run", FILE, *words(server))

    ran = asked(*REPLAY, *with_settings("average=mean", "limits.text=900"))

    assert ",average=mean," in str(ran.json["judge"])
    assert ",text=900," in str(ran.json["judge"])


def test_a_setting_is_set_once(asked: Shell, server: Server) -> None:
    ran = asked("causal", "run", FILE, *words(server), *with_settings("tries=1", "tries=2"))

    assert (ran.code, ran.err) == (2, "--model-set: expected every setting once, got tries twice\n")


def test_too_many_votes_are_refused(asked: Shell, server: Server) -> None:
    ran = asked("causal", "run", FILE, *words(server), "--votes", "100")

    assert (ran.code, ran.out) == (2, "")
    assert "--judge llm: expected smaller numbers, got --votes 100 --concurrency 1" in ran.err


@pytest.fixture
def two_runs(asked: Shell, server: Server) -> Shell:
    """Keep the answers of two runs of one model in one file; the second thinks less of texts."""
    asked("causal", "run", FILE, *words(server))
    low = {"because": "", "level": "peripheral", "share": 0, "recoverable": False}
    server.saying = always(Said(body=completion(json.dumps(low))))
    hot = with_settings("seed=5", "temperature=0.7")
    asked("causal", "run", FILE, *words(server), *hot, "--component", "abductive")
    return asked


REPLAY = ("causal", "run", FILE, "--judge", "replay", "--answers", KEPT, "--format", "json")


@pytest.mark.parametrize(
    ("said", "found"), [("seed=0", 1.0), ("temperature=0", 1.0), ("seed=5", 0.0)]
)
def test_one_of_two_runs_of_a_model_is_replayed(two_runs: Shell, said: str, found: float) -> None:
    ran = two_runs(*REPLAY, *with_settings(said), "--component", "abductive")

    assert ran.code == 0
    assert scores(ran.json)["abductive"] == found


@pytest.mark.parametrize("said", [(), ("seed=9",), ("temperature=none",)])
def test_which_of_two_runs_is_meant_is_asked(two_runs: Shell, said: tuple[str, ...]) -> None:
    ran = two_runs(*REPLAY, *with_settings(*said))

    assert (ran.code, ran.out) == (2, "")
    assert "temperature 0, seed 0" in ran.err
    assert "temperature 0.7, seed 5" in ran.err or "temperature 7/10, seed 5" in ran.err
    assert "(--model, --model-set, --base-url)" in ran.err


def test_runs_are_told_apart_by_their_endpoint(two_runs: Shell, server: Server) -> None:
    here = two_runs(*REPLAY, "--base-url", server.url, *with_settings("seed=0"))
    there = two_runs(*REPLAY, "--base-url", "http://elsewhere/v1", *with_settings("seed=0"))

    assert (here.code, there.code) == (0, 2)


def test_what_plays_no_part_in_a_replay_is_refused(two_runs: Shell) -> None:
    ran = two_runs(*REPLAY, *with_settings("timeout=3"))

    assert ran.code == 2
    assert ran.err == (
        "--model-set: expected temperature, seed, average, limits.text, limits.reasoning, "
        "limits.graph beside --judge replay, got timeout\n"
    )


def test_one_of_two_runs_is_explained(two_runs: Shell) -> None:
    said = ("causal", "explain", FILE, "--answers", KEPT)

    assert two_runs(*said).code == 2
    ran = two_runs(*said, *with_settings("seed=0"))
    assert (ran.code, "solved" in ran.out) == (0, True)


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
        (
            ("--judge", "llm"),
            (
                "--judge: expected --model NAME beside it, got llm without --model\n"
                "--judge: expected --keep FILE beside it, got llm without --keep\n"
            ),
        ),
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
        (
            ("--model-set", "seed=1"),
            "--model-set: expected --judge llm beside it, got --judge structural\n",
        ),
        (("--votes", "3"), "--votes: expected --judge llm beside it, got --judge structural\n"),
    ],
)
def test_arguments_of_a_judge_go_together(asked: Shell, given: tuple[str, ...], told: str) -> None:
    ran = asked("causal", "run", FILE, *given)

    assert (ran.code, ran.out, ran.err) == (2, "", told)


def test_all_that_a_model_cannot_be_asked_without_is_told_at_once(
    asked: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MEASURAND_API_KEY", "OPENAI_API_KEY", "MEASURAND_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)

    ran = asked("causal", "run", FILE, "--judge", "llm")
    near = asked("causal", "run", FILE, "--judge", "llm", "--base-url", "http://127.0.0.1:9/v1")

    assert [line.partition(", got ")[0] for line in ran.err.splitlines()] == [
        "--judge: expected --model NAME beside it",
        "--judge: expected --keep FILE beside it",
        "MEASURAND_API_KEY: expected a key in the environment",
    ]
    assert near.err.splitlines() == ran.err.splitlines()[:2]


@pytest.mark.parametrize("price", ["1", "1,2,3", "a,b", "-1,2", "1e3,1"])
def test_two_prices_are_given(asked: Shell, price: str) -> None:
    ran = asked("causal", "run", FILE, f"--price={price}")

    assert ran.code == 2
    assert "two prices, such as 0.15,0.60" in ran.err
