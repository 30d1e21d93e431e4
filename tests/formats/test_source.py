"""A source that makes no sense cannot be made."""

from collections.abc import Callable

import pytest

from measurand.edges.files.json.value import FaultError, Json
from measurand.edges.files.json.walk import find, value_at
from measurand.evidence.paths import Index, Key, Match, Path, parse_joined
from measurand.evidence.pattern import Pattern
from measurand.evidence.source import ConllColumns, Fields, Source


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("", ()),
        ("gold", (Key("gold"),)),
        ("a.b[0].c", (Key("a"), Key("b"), Index(0), Key("c"))),
        ("[-1]", (Index(-1),)),
        ("evals[op=final].pred", (Key("evals"), Match("op", "final"), Key("pred"))),
        ('["a.b"]["c"=""]', (Key("a.b"), Match("c", ""))),
        ('a["say \\"hi\\""]', (Key("a"), Key('say "hi"'))),
        ("정답 목록.값", (Key("정답 목록"), Key("값"))),
        ("a[b=c d]", (Key("a"), Match("b", "c d"))),
    ],
)
def test_a_path_is_read_as_its_steps(text: str, steps: tuple[Key | Index | Match, ...]) -> None:
    assert Path.parse(text).steps == steps


@pytest.mark.parametrize(
    "text",
    [
        ".", "a.", "a..b", ".a", "a[", "a[]", "a[0", "a[x]", "a[0]b", "a]", "a[1.5]", "a[=b]",
        "a=b", "a+b", "a[b=]", 'a["b]', "a[--1]", "a[²]", "a" * 1001, "a[" + "9" * 10 + "]",
    ],
)  # fmt: skip
def test_what_is_no_path_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a path "):
        Path.parse(text)


def test_a_refused_path_says_where_and_what() -> None:
    with pytest.raises(
        ValueError,
        match=r"got 'a\[x\]', where an index, key=value or a \"key\" is due at character 3",
    ):
        Path.parse("a[x]")


def test_joined_paths_are_cut_outside_of_quotes() -> None:
    assert parse_joined('run+["a+b"].id+c[d="+"]') == (
        Path((Key("run"),)),
        Path((Key("a+b"), Key("id"))),
        Path((Key("c"), Match("d", "+"))),
    )


@pytest.mark.parametrize("text", ["", "+", "a+", "+a", "a++b"])
def test_joined_paths_are_not_empty(text: str) -> None:
    with pytest.raises(ValueError, match="where a path is due"):
        parse_joined(text)


def test_a_pattern_may_name_its_fields_in_any_order() -> None:
    pattern = Pattern.parse("[{similarity}] {gold}: {pred}")

    assert pattern.literals == ("[", "] ", ": ", "")
    assert pattern.fields == ("similarity", "gold", "pred")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{pred} {gold}",
        "{pred} {gold} {similarity} {pred}",
        "{pred}{gold} {similarity}",
        "{score}",
    ],
)
def test_what_is_no_pattern_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^a pattern such as"):
        Pattern.parse(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Source(path=""), "path"),
        (lambda: Source(path="a", sha256="xyz"), "sha256: 64 hexadecimal digits: got 'xyz'"),
        (lambda: Source(path="a", predictions="b", format="json"), "predictions go with absa-xml"),
        (lambda: Source(path="a", predictions_sha256="0" * 64), "needs predictions: got none"),
        (lambda: Source(path="a", predictions_where=(("a", ("b",)),)), "needs predictions"),
        (lambda: Source(path="a", records="b"), "records go with format json: got jsonl"),
        (lambda: Source(path="a", columns=(("b", "c"),)), "columns go with format json: got jsonl"),
        (
            lambda: Source(path="a", format="json", records="b", columns=(("b", "c"),)),
            "records or columns: got both",
        ),
        (lambda: Source(path="a", format="json", records="b["), "records: a path such as"),
        (lambda: Source(path="a", format="conll", where=(("b", ("c",)),)), "where needs records"),
        (lambda: Source(path="a", format="conll", fields=Fields(gold="g")), "fields need records"),
        (lambda: Source(path="a", format="conll", items="text"), "conll holds iob2 tags: got"),
        (lambda: Source(path="a", where=(("b", ()),)), "where: at least one value for 'b'"),
        (lambda: Source(path="a", where=(("b", ("1",)),) * 2), "where: names that differ"),
        (lambda: Source(path="a", pattern="{pred}"), "pattern: a pattern such as"),
        (lambda: Fields(gold=""), "fields.gold: a path: got an empty text"),
        (lambda: Fields(id="a+"), "fields.id: a path such as"),
        (lambda: Fields(groups=(("a", "b["),)), r"fields.groups.a: a path such as"),
        (lambda: Fields(amounts=(("a", "b"), ("a", "c"))), "fields.amounts: names that differ"),
        (lambda: Fields(hits="a", predicted="b"), "ready-made tallies .* gold_count is missing"),
        (
            lambda: Source(
                path="a", predictions="b", fields=Fields(hits="a", predicted="b", gold_count="c")
            ),
            "ready-made tallies come from one file",
        ),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_what_is_one_of_some_words_is_checked() -> None:
    with pytest.raises(ValueError, match="'yaml'"):
        Source(path="a", format="yaml")
    with pytest.raises(ValueError, match="'bioes'"):
        Source(path="a", items="bioes")  # type: ignore[arg-type]  # that is what is tested
    with pytest.raises(ValueError, match="','"):
        ConllColumns(separator=",")  # type: ignore[arg-type]  # that is what is tested


RECORD: Json = {"p_cat": 1, "p_dog": 2, "p_eel": None, "all": [1, 2, None], "in": {"cat": 1}}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("p_{cat,dog,eel}", {"cat": 1, "dog": 2}),
        ("all[cat,dog,eel]", {"cat": 1, "dog": 2}),
        ("p_{eel,eel2}", None),
        ('["p_{cat,dog}"]', None),
    ],
)
def test_values_that_stand_apart_are_an_object_by_their_names(path: str, expected: Json) -> None:
    record: Json = {**RECORD, "p_eel2": None} if isinstance(RECORD, dict) else None

    assert value_at(record, Path.parse(path)) == expected


def test_a_list_has_as_many_elements_as_names() -> None:
    with pytest.raises(FaultError, match="as many elements as there are names, 2, got 3"):
        find(RECORD, Path.parse("all[cat,dog]"))


@pytest.mark.parametrize("path", ["p_{a,a}", "p[a,a]", "p[a,]", "p[a,b].c"])
def test_names_that_stand_apart_differ_and_end_a_path(path: str) -> None:
    with pytest.raises(ValueError, match="got"):
        Path.parse(path)
