"""What `cite` writes: a sentence of every metric, and rows that tell definitions apart."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from measurand.edges.report.methods import Citation, cite_document, cite_latex, cited, phrases
from measurand.edges.report.render import render
from measurand.metrics.definitions import Definition, kinds
from measurand.metrics.families import kind_of
from measurand.metrics.signature import parse, signature
from tests.cli.running import RUNS, Shell, claims

NEEDED = {
    "auc": "score=p,label=y",
    "column": "name=cost",
    "formula": 'of="hits/gold"',
    "difference": "before=draft",
    "ratio": "top=a,bottom=b",
    "shift": "of=improved,before=draft,where=cost",
    "transition": "of=fix,before=draft",
    **dict.fromkeys(
        ("bias", "concordance", "mae", "mse", "pearson", "r2", "rmse"), "gold=a,predicted=b"
    ),
}


def example(name: str) -> Definition:
    """Give a metric with its example options."""
    family = kind_of(name)
    said = family.about.example if family is not None else NEEDED.get(name, "")
    return parse(f"{name}({said})" if said else name)


EVERY = {name: example(name) for name in sorted(kinds())}


@pytest.mark.parametrize("name", sorted(EVERY))
def test_every_metric_has_a_sentence(name: str) -> None:
    definition = EVERY[name]

    table = cited([("number", definition)])

    assert table.sentence.startswith("Number is ")
    assert table.sentence.endswith(".")
    assert "{}" not in table.sentence
    assert table.definitions[0].signature == signature(definition)


@given(st.lists(st.sampled_from([*EVERY.values()]), min_size=1, max_size=4, unique=True))
def test_definitions_that_differ_have_rows_that_differ(
    definitions: list[Definition],
) -> None:
    table = cited([("", one) for one in definitions])

    assert len({one.signature for one in table.definitions}) == len(definitions)
    assert all(
        parse(row.signature) == one for row, one in zip(table.definitions, definitions, strict=True)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("f(average=micro)", "F1 of precision and recall pooled over all samples"),
        ("f(match=multiset)", "repeated items count as often as they stand"),
        ("f(missing=empty)", "samples without an answer count as answered with nothing"),
        ("f(both_empty=drop)", "with neither: left out"),
        ("f(normalise=lower+trim)", "texts are normalised (lower, trim)"),
        ("specificity(average=macro[class],class=item)", "it is the mean over classes"),
        ("ndcg(k=3)", "k is 3"),
    ],
)
def test_what_was_chosen_is_said(text: str, said: str) -> None:
    assert said in cited([("F1", parse(text))]).sentence


def test_empty_rules_are_not_said_where_they_are_the_default() -> None:
    assert "both_empty" not in phrases(parse("f"))


def test_what_all_columns_have_is_said_once() -> None:
    columns = [("P", parse("precision(missing=empty)")), ("R", parse("recall(missing=empty)"))]

    assert cited(columns).sentence.count("answered with nothing") == 1


def test_what_one_of_two_has_is_said_of_that_one() -> None:
    columns = [("A", parse("f(missing=empty)")), ("B", parse("f"))]

    first, _, second = cited(columns).sentence.partition("B is")
    assert "answered with nothing" in first
    assert "answered with nothing" not in second


def citation(label: str) -> Citation:
    table = cited([(label, parse("f"))], table="a_b & c")
    return Citation(tables=(table,), inference=(), software="by measurand")


def test_latex_shows_names_as_they_are() -> None:
    text = cite_latex(citation("50% \\input{x} $_$"))

    assert "50\\% \\textbackslash{}input\\{x\\} \\$\\_\\$" in text
    assert "a\\_b \\& c" in text


@pytest.mark.parametrize("style", ["text", "md", "csv"])
def test_other_formats_are_written(style: Literal["text", "md", "csv"]) -> None:
    text = render(cite_document(citation("F1")), style)

    assert "a_b & c" in text.replace("\n", " ").replace("&amp;", "&")
    assert "f/1(beta=1" in text


def test_a_claims_file_gives_a_sentence_a_table(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims())

    ran = shell("cite", "claims.toml", "--interval", "--tested")

    assert ran.code == 0
    assert "In table 1, F1 is the mean over samples of F1" in ran.out
    assert "95% intervals: percentiles of the resampled scores" in ran.out
    assert "adjusted by the method of Holm" in ran.out.replace("\n", " ")


def test_a_column_whose_definition_is_not_known_is_named(shell: Shell) -> None:
    shell.write("runs.jsonl", RUNS)
    shell.write("claims.toml", claims().replace('definition = "f"', 'role = "f"'))

    ran = shell("cite", "claims.toml")

    assert "No definition is known of F1 in table 1." in ran.out


def test_a_word_that_is_no_definition_is_refused(shell: Shell) -> None:
    assert shell("cite", "no-such-metric").code == 2


def test_a_claims_file_beside_a_definition_is_refused(shell: Shell) -> None:
    assert shell("cite", "claims.toml", "f").code == 2
