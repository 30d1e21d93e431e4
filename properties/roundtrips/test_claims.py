"""Claims files: what is written is read again, on the right lines, and no bytes lead to a crash."""

from hypothesis import example, given
from hypothesis import strategies as st
from returns.result import Failure, Result, Success

from measurand.auditing.claims.model import Claims
from measurand.edges.claims.load import claims_of
from measurand.edges.claims.toml_lines import source_lines
from measurand.edges.files.toml_tree import key_lines
from measurand.evidence.source import Source
from measurand.values.fault import Fault
from properties.roundtrips.toml_writer import one_line, written
from properties.strategies.claims import claims_values, paths, whole_sources


@given(claims_values(), st.booleans())
def test_written_claims_are_read_again(claims: Claims, named: bool) -> None:  # noqa: FBT001 - drawn
    text = "\n".join(written(claims, named=named).lines)

    found = claims_of(text.encode())

    assert found == Success(claims)


@given(claims_values())
def test_every_key_is_found_on_its_line(claims: Claims) -> None:
    toml = written(claims)

    lines = key_lines("\n".join(toml.lines))

    assert {place: lines[place] for place in toml.places} == toml.places


@given(whole_sources)
def test_a_source_that_a_program_writes_is_read_again_field_by_field(source: Source) -> None:
    text = "\n".join(["schema = 1", *source_lines("runs", source)])

    found = claims_of(text.encode())

    assert dict(found.unwrap().sources) == {"runs": source}


@given(whole_sources.filter(lambda one: one.format != "conll"), paths)
def test_the_group_that_tells_rows_apart_is_written_beside_others(
    source: Source, path: str
) -> None:
    text = "\n".join(["schema = 1", *source_lines("runs", source, where="system", path=path)])

    found = claims_of(text.encode()).unwrap()

    groups = tuple({**dict(source.fields.groups), "system": path}.items())
    assert dict(found.sources)["runs"].fields.groups == groups


def harmless(found: Result[Claims, tuple[Fault, ...]], lines: int) -> None:
    """Hold a result to what every result is: claims, or faults that can be shown."""
    if isinstance(found, Failure):
        assert found.failure()
        assert all(fault.text().isprintable() for fault in found.failure())
        assert all(0 <= fault.line <= lines for fault in found.failure())


@given(st.binary())
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf")
@example(b"schema=1\ntable=[{columns={a={}}}]")
def test_any_bytes_give_a_result(raw: bytes) -> None:
    harmless(claims_of(raw), raw.count(b"\n") + 1)


HOSTILE = st.sampled_from(
    [
        b"",
        b"\n",
        b"\x00",
        b"\xff",
        b'"',
        b"[[",
        b"]",
        b"{",
        b"=",
        b"nan",
        b"-inf",
        b"1e999",
        b"0x" + b"f" * 5000,
        b"'unknown'",
        b"'\\ud800'",
        b"2020-01-01",
        b"true",
        b"[]",
        b"{}",
        b"table",
        b"columns",
        b"average",
        "맛".encode(),
    ]
)


@given(claims_values(), st.data())
def test_a_damaged_file_gives_a_result(claims: Claims, data: st.DataObject) -> None:
    raw = "\n".join(written(claims).lines).encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 12)))
        raw = raw[:start] + data.draw(HOSTILE) + raw[end:]

    harmless(claims_of(raw), raw.count(b"\n") + 1)


KEYS = st.sampled_from(
    (
        *("schema", "title", "data", "path", "sha256", "where", "fields", "id", "groups", "items"),
        *("format", "columns", "conll", "pattern", "table", "name", "options", "definition"),
        *("metric", "unit", "decimals", "rounding", "rows", "label", "cells", "space", "any"),
        *("average", "match.threshold", "beta", "f1", "claim", "left", "right", "is", "says"),
        *("value", "tolerance", "reason", "expect", "mismatch", "review", "at", "role", "of"),
        *("facts", "samples", "kind", "weights", "computed", "rules", "include", "pin"),
        *("definitions", "a"),
    )
)
LEAVES = st.one_of(
    st.sampled_from([1, 2, -1, 10**30, True]),
    st.sampled_from(["f", "unknown", "f1", "micro", "a", "jsonl", "%", "", "((", "column", "63.3"]),
    st.sampled_from(["@a", "@", "average", "greater", "about 11x", "a/f1/f1", "a.toml:3", ":0"]),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, TREES, max_size=6))
def test_any_tree_of_known_keys_gives_a_result(tree: dict[str, object]) -> None:
    lines = [f"{key} = {one_line(value)}" for key, value in tree.items() if key != "schema"]
    raw = "\n".join(["schema = 1", *lines]).encode()

    harmless(claims_of(raw), raw.count(b"\n") + 1)
