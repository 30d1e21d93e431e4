"""Rows that the original read in a way of its own: what each profile makes of them."""

import json

import pytest

from tests.cli.reviewing import RESULT, RUN, Tree, card, lines, metrics_of, output, said
from tests.cli.running import Shell

FILE = f"{RUN}.jsonl"
PROFILES = pytest.mark.parametrize("profile", ["documented", "as-run", "recommended"])
FINAL = f"{RESULT}.final_tuples"
SOUP, BAD_SOUP = said("soup", "positive"), said("soup", "negative")


def metrics(shell: Shell, *rows: Tree, profile: str = "as-run", more: tuple[str, ...] = ()) -> Tree:
    """Aggregate rows under a profile."""
    shell.write(FILE, lines(rows))
    ran = shell("review", "aggregate", FILE, "--profile", profile, *more)
    assert (ran.code, ran.err) == (0, "")
    return dict(metrics_of(shell.folder))


def refused(
    shell: Shell, *rows: Tree, profile: str = "documented", stage: str = "aggregate"
) -> str:
    """Give the one fault that rows are refused with."""
    shell.write(FILE, lines(rows))
    ran = shell("review", stage, FILE, "--profile", profile)
    assert (ran.code, ran.out) == (2, "")
    [fault] = ran.err.splitlines()
    return fault


def scored(shell: Shell, row: Tree, *more: str) -> Tree:
    """Make the scorecard of an output."""
    shell.write("outputs.jsonl", lines([row]))
    assert shell("review", "score", "outputs.jsonl", *more).code == 0
    [name] = {path.parent.name for path in shell.folder.glob("results/*/scorecards.jsonl")}
    made = json.loads(shell.read(f"results/{name}/scorecards.jsonl"))
    assert isinstance(made, dict)
    return made


def at(tree: object, *keys: str | int) -> object:
    """Go down a tree."""
    for key in keys:
        match tree, key:
            case dict(), _:
                tree = tree[key]
            case list(), int():
                tree = tree[key]
            case _:
                raise AssertionError((tree, key))
    return tree


def test_a_confidence_may_be_text(shell: Shell) -> None:
    sure = {FINAL: [BAD_SOUP | {"confidence": "0.7"}, SOUP | {"confidence": 0.6}]}
    rows = card(1), card(2, sure)

    # The surer tuple stands for the term, and is wrong.
    assert metrics(shell, *rows)["tuple_f1_s2_after_rep"] == "0.5"
    assert refused(shell, *rows) == (
        f"{FILE}:2: $.{FINAL}[0].confidence: expected a number, got '0.7': "
        "number_text=read takes text for the number in it"
    )


def test_a_confidence_that_writes_no_number_stops_the_original_too(shell: Shell) -> None:
    high = card(2, {FINAL: [SOUP | {"confidence": "high"}]})

    fault = refused(shell, card(1), high, profile="as-run")

    assert fault == f"{FILE}:2: $.{FINAL}[0].confidence: expected a number, got 'high'"


@pytest.mark.parametrize("value", ["high", "0,7", "nan", " "])
def test_no_option_is_named_that_would_not_read_a_confidence(shell: Shell, value: str) -> None:
    odd = card(2, {FINAL: [SOUP | {"confidence": value}]})

    for profile in ("documented", "as-run"):
        fault = refused(shell, card(1), odd, profile=profile)
        assert fault == f"{FILE}:2: $.{FINAL}[0].confidence: expected a number, got {value!r}"


@pytest.mark.parametrize(
    ("value", "below", "above"),
    [
        *(("inf", 1e30, None), ("-Infinity", None, -1e30), ("1_000", 999.5, 1000.5)),
        *(("٣", 2.5, 3.5), ([], -0.5, 0.5), ({}, -0.5, 0.5), ("", -0.5, 0.5), (False, -0.5, 0.5)),
        *((" 7e-1 ", 0.65, 0.75), ("1e-999999999", -0.5, 0.5), ("1e999999999", 1e30, None)),
    ],
)
def test_a_confidence_is_what_the_original_read(
    shell: Shell, value: object, below: float | None, above: float | None
) -> None:
    def wrong_wins(other: float) -> bool:
        sure = {FINAL: [SOUP | {"confidence": other}, BAD_SOUP | {"confidence": value}]}
        return metrics(shell, card(1), card(2, sure))["tuple_f1_s2_after_rep"] == "0.5"

    assert below is None or wrong_wins(below)
    assert above is None or not wrong_wins(above)


def test_an_empty_list_as_a_confidence_is_refused_where_text_is(shell: Shell) -> None:
    odd = card(2, {FINAL: [SOUP | {"confidence": []}]})

    assert refused(shell, odd) == (
        f"{FILE}:1: $.{FINAL}[0].confidence: expected a number, got a list of 0: "
        "number_text=read takes text for the number in it"
    )


@pytest.mark.parametrize("stray", [None, 7, "junk", [], False])
@pytest.mark.parametrize(
    "path", [FINAL, f"{RESULT}.stage1_tuples", f"{RESULT}.final_aspects", "inputs.gold_tuples"]
)
def test_an_element_of_a_list_of_tuples_may_be_no_object(
    shell: Shell, path: str, stray: object
) -> None:
    rows = card(1), card(2, {FINAL: [BAD_SOUP], path: [SOUP, stray]})
    same = card(1), card(2, {FINAL: [BAD_SOUP], path: [SOUP]})

    found = metrics(shell, *rows)

    assert (found["n"], found["skipped"]) == ("2", "0")
    assert found == metrics(shell, *same)
    fault = refused(shell, *rows)
    assert fault.startswith(f"{FILE}:2: $.{path}[1]: expected an object, got ")
    assert fault.endswith(": list_element=skip leaves it out")


def test_an_output_with_such_an_element_is_refused_with_its_place(shell: Shell) -> None:
    row = output(1, {"final_result.final_tuples": [SOUP, None]})
    made = scored(shell, row, "--profile", "as-run")

    assert at(made, "stage_delta", "n_final_pairs") == 1
    assert refused(shell, row, stage="score").startswith(
        f"{FILE}:1: $.final_result.final_tuples[1]: expected an object, got null"
    )


def test_a_list_of_such_elements_alone_is_an_empty_one(shell: Shell) -> None:
    row = card(1, {FINAL: [None, 3], f"{RESULT}.final_aspects": [SOUP]})

    found = metrics(shell, row)

    assert (found["N_pred_final_aspects"], found["tuple_f1_s2"]) == ("1", "1")


def test_a_term_of_the_final_aspects_can_be_made_up(shell: Shell) -> None:
    ghost = {f"{RESULT}.final_aspects": [{"term": " ghost ", "polarity": "neg"}]}
    there = {f"{RESULT}.final_aspects": [{"term": " 맛 ", "polarity": "neg"}]}

    assert metrics(shell, card(1, ghost))["aspect_hallucination_rate"] == "1"
    assert metrics(shell, card(1, there))["aspect_hallucination_rate"] == "0"


@PROFILES
@pytest.mark.parametrize("stage", ["stage2", "Stage2", "STAGE2"])
def test_the_stages_of_the_validator_are_read_in_any_case(
    shell: Shell, profile: str, stage: str
) -> None:
    said_of = [{"stage": stage, "structural_risks": [{"risk_id": "SPAN"}]}]

    found = metrics(shell, card(1, {"validator": said_of}), profile=profile)

    assert found["validator_residual_risk_rate"] == "1"
    assert found["outcome_residual_risk_rate"] == "1"


@PROFILES
@pytest.mark.parametrize("stage", ["stage3", "stage 2", "final"])
def test_no_profile_knows_a_third_stage(shell: Shell, profile: str, stage: str) -> None:
    fault = refused(shell, card(1, {"validator": [{"stage": stage}]}), profile=profile)

    assert fault == f"{FILE}:1: $.validator[0].stage: expected stage1 or stage2, got '{stage}'"


@PROFILES
def test_grounding_is_read_in_any_case(shell: Shell, profile: str) -> None:
    row = card(1, {FINAL: [BAD_SOUP, SOUP | {"grounding": "Explicit"}]})

    assert metrics(shell, row, profile=profile)["tuple_f1_s2_after_rep"] == "1"


@pytest.mark.parametrize(
    ("profile", "kept"), [("documented", True), ("as-run", True), ("recommended", False)]
)
def test_a_span_may_count_from_the_end_of_the_text(
    shell: Shell, profile: str, *, kept: bool
) -> None:
    aspect = {"term": "soup", "span": {"start": -4, "end": 9}}

    made = scored(shell, output(1, {"stage1_ate.aspects": [aspect]}), "--profile", profile)

    assert made["ate"] == {"hallucination_flag": not kept}


@PROFILES
def test_a_profile_is_looked_for_at_the_top_and_then_in_the_meta(
    shell: Shell, profile: str
) -> None:
    inner = card(2, {"profile": None})
    other = card(3, {"profile": "another"})

    found = metrics(shell, card(1), inner, other, profile=profile, more=("--where", "profile=main"))

    assert (found["n"], found["where"]) == ("2", "profile=main")


def test_outputs_are_chosen_by_the_profile_of_their_meta(shell: Shell) -> None:
    shell.write("outputs.jsonl", lines([output(1), output(2, {"meta.profile": "another"})]))

    ran = shell("review", "score", "outputs.jsonl", "--where", "profile=main", "--format", "json")

    assert at(ran.json, "files", 0, "rows") == "1"


@PROFILES
def test_a_term_that_is_the_same_once_normalised_twice_is_no_change(
    shell: Shell, profile: str
) -> None:
    stages = {
        "final_result.stage1_tuples": [SOUP],
        "final_result.final_tuples": [said("soup... .", "positive")],
    }

    made = scored(shell, output(1, stages), "--profile", profile)

    assert at(made, "stage_delta", "changed") is False


@pytest.mark.parametrize(("profile", "f1"), [("documented", "1"), ("as-run", "0")])
def test_a_gold_term_that_is_an_object_is_its_term_or_matches_nothing(
    shell: Shell, profile: str, f1: str
) -> None:
    row = card(1, {"inputs.gold_tuples": [{"aspect_term": {"term": "soup"}, "polarity": "pos"}]})

    found = metrics(shell, row, profile=profile)

    assert (found["tuple_f1_s2"], found["N_gold"]) == (f1, "1")


@pytest.mark.parametrize(
    ("final", "aspects", "risk"),
    [
        ([said("", "positive"), SOUP], [], "1"),
        ([said("", "positive")], [], "0"),
        ([said("", "positive")], [SOUP], "1"),
        ([said("", "positive") | {"aspect_ref": "food"}, SOUP], [], "0"),
        ([SOUP | {"is_implicit": True}, SOUP], [], "0"),
        ([said("", "positive") | {"is_implicit": True}, SOUP], [], "0"),
    ],
)
def test_an_outcome_is_as_grounded_as_the_first_tuple_that_says_something(
    shell: Shell, final: list[Tree], aspects: list[Tree], risk: str
) -> None:
    """Nobody judged the term: it is unsupported, unless the tuple has none, and is implicit."""
    row = card(1, {FINAL: final, f"{RESULT}.final_aspects": aspects, f"{RESULT}.label": "positive"})

    assert metrics(shell, row)["outcome_residual_risk_rate"] == risk


@pytest.mark.parametrize("protocol", ["conflict_review_v1", "another", None])
@pytest.mark.parametrize("actor", ["review_actions", "arb_actions"])
def test_a_change_is_guided_where_somebody_acted_whatever_the_protocol(
    shell: Shell, protocol: str | None, actor: str
) -> None:
    flags = {actor: [{"action_type": "FLIP"}]}
    row = output(1, {"meta.protocol_mode": protocol, "analysis_flags": flags})

    made = scored(shell, row)
    of_original = scored(shell, row, "--profile", "as-run")

    assert at(made, "stage_delta", "change_type") == "guided_by_review"
    assert metrics(shell, made, profile="documented")["guided_by_review_rate"] == "1"
    assert metrics(shell, of_original, profile="documented")["guided_by_review_rate"] == "1"
    reviewed = "1" if protocol == "conflict_review_v1" else "0"
    assert metrics(shell, of_original)["guided_by_review_rate"] == reviewed


def test_no_action_guides_nothing_whatever_is_stored(shell: Shell) -> None:
    flags = "runtime.parsed_output.analysis_flags"
    silent = card(1, {flags: {"review_actions": [], "arb_actions": []}})
    unknown = card(1, {flags: {}})

    assert metrics(shell, silent, profile="documented")["guided_by_review_rate"] == "0"
    assert metrics(shell, unknown, profile="documented")["guided_by_review_rate"] == "1"


def test_a_risk_that_the_final_stage_does_not_have_is_none_of_the_outcome(shell: Shell) -> None:
    gone = [
        {"stage": "stage1", "structural_risks": [{"risk_id": "NEGATION"}]},
        {"stage": "stage2", "structural_risks": []},
    ]
    row = card(1, {"validator": gone})

    found = metrics(shell, row, profile="documented")

    assert found["outcome_residual_risk_rate"] == "0"
    assert found["validator_clear_rate"] == "1"


def test_implicit_gold_is_held_against_all_that_answers_no_explicit_gold(shell: Shell) -> None:
    """맛 answers 맛; of the rest, service answers the implicit tuple and price nothing: 2/(2+1)."""
    gold = [said("맛", "positive"), said("", "positive")]
    final = [said("맛", "positive"), said("service", "positive"), said("price", "negative")]
    row = card(1, {"inputs.gold_tuples": gold, FINAL: final})

    found = metrics(shell, row, profile="documented")

    assert found["tuple_f1_s2_implicit_only"] == "0.6666666666666666"
    # 맛, less the answer to the implicit tuple: 2/(2+1).
    assert found["tuple_f1_s2_explicit_only"] == "0.6666666666666666"


def test_an_answer_to_explicit_gold_does_not_answer_implicit_gold_too(shell: Shell) -> None:
    gold = [said("맛", "positive"), said("", "positive")]
    row = card(1, {"inputs.gold_tuples": gold, FINAL: [said("맛", "positive")]})

    found = metrics(shell, row, profile="documented")

    assert (found["tuple_f1_s2_explicit_only"], found["tuple_f1_s2_implicit_only"]) == ("1", "0")


def test_the_reason_of_a_drop_is_the_documents_or_the_cause(shell: Shell) -> None:
    row = output(1, {"stage1_ate.aspects": [{"term": "soup", "span": {"start": 0, "end": 1}}]})

    def reason(*more: str) -> object:
        made = scored(shell, row, *more)
        return at(made, "inputs", "ate_debug", "filtered", 0, "drop_reason")

    assert reason() == "other_not_target"
    assert reason("--profile", "as-run") == "alignment_failure"
    assert reason("--set", "drop_reason=cause") == "alignment_failure"


def test_the_stop_terms_can_be_set(shell: Shell) -> None:
    aspects = [
        {"term": "soup", "span": {"start": 5, "end": 9}},
        {"term": "언제", "span": {"start": 10, "end": 12}},
    ]
    row = output(1, {"stage1_ate.aspects": aspects, "meta.input_text": "맛 좋은 soup 언제"})
    shell.write("stop.txt", "soup, bread")
    shell.write("none.txt", "")

    def kept(*more: str) -> object:
        return at(scored(shell, row, *more), "inputs", "ate_debug", "kept_terms")

    assert kept() == ["soup"]
    assert kept("--stop", "stop.txt") == ["언제"]
    assert kept("--stop", "none.txt") == ["soup", "언제"]
    assert shell("review", "score", "outputs.jsonl", "--stop", "absent.txt").code == 2


def test_a_file_of_the_override_gate_beside_a_run_changes_nothing(shell: Shell) -> None:
    before = metrics(shell, card(1))
    summary = {"n_applied": 3, "override_hint_n": 2, "polarity_repair_n": 1}
    shell.write("override_gate_debug_summary.json", json.dumps(summary))

    assert metrics(shell, card(1)) == before


CLAIMS = """\
schema = 1

[data.cards]
path = "{file}"
format = "scorecards"

[[table]]
name = "1"
data = "cards"

[table.columns.risk]
definition = "column(name={name},reduce=mean)"

[[table.rows]]
label = "a"
cells = {{ risk = 0 }}
"""


@pytest.mark.parametrize(
    ("name", "code"),
    [("risk_after", 0), ("risk_after/2", 0), ("risk_after/1", 2), ("rows/1", 1), ("rows/2", 2)],
)
def test_an_older_revision_of_a_name_is_refused(shell: Shell, name: str, code: int) -> None:
    shell.write(FILE, lines([card(1)]))
    shell.write("claims.toml", CLAIMS.format(file=FILE, name=name))

    ran = shell("check", "claims.toml")

    assert ran.code == code
    assert ("has revision" in ran.err) is (code == 2)
