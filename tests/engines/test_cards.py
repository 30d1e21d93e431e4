"""Scorecards counted by their codes: each different line is read once, and nothing else differs."""

from pathlib import Path

import pytest
from attrs import evolve, frozen
from returns.result import Failure, Success

from measurand.edges.engines.serial import Run, gather
from measurand.edges.files import Bad, ReadOptions, Rest
from measurand.edges.files.json.value import Json
from measurand.evidence.observation import ColumnOf, Missing, Observation, Observing
from measurand.evidence.sides import Sides
from measurand.evidence.source import Source
from measurand.metrics.definitions import observing
from measurand.metrics.grammar import SignatureError
from measurand.metrics.needs import Gathered, Need, Slice, merged
from measurand.studies.review.edge.files import card_counts as cards
from measurand.studies.review.edge.files.card_counts import coded
from measurand.studies.review.metrics import definitions
from measurand.studies.review.options import PROFILES, with_values
from measurand.values.fault import Fault
from properties.review.records import FULL, Place, line, removed, replaced

FILE = "cards.jsonl"
PLAIN = Source(path=FILE, format="scorecards")
# A filter that every row passes: for it each line is read by itself.
WHERE = Source(path=FILE, format="scorecards", where=(("profile", ("main",)),))
STRICT = ReadOptions(strict=True)
STRICTLY = Run(root=Path(), options=STRICT)
SKIPPING = Run(root=Path(), skip=True)
RESULT: Place = ("runtime", "parsed_output", "final_result")
KINDS: tuple[Json, ...] = (
    FULL,
    replaced(FULL, (*RESULT, "final_tuples"), []),
    replaced(FULL, (*RESULT, "stage1_tuples"), []),
    replaced(FULL, ("stage_delta", "changed"), value=False),
    replaced(FULL, ("gold_tuples",), [{"aspect_term": "", "polarity": "negative"}]),
    replaced(FULL, ("validator",), []),
    removed(FULL, ("debate",)),
    removed(FULL, ("inputs", "ate_debug")),
    removed(removed(FULL, ("gold_tuples",)), ("gold_triplets",)),
    replaced(FULL, (*RESULT, "final_tuples", 0, "polarity"), "great"),
    removed(FULL, ("stage_delta",)),
)
NAMES = ("documented", "as-run", "recommended")


def named(record: Json, number: int) -> bytes:
    """Write a record under an id of its own, as runs do."""
    return line(replaced(record, ("meta", "text_id"), f"row {number}"))


ROWS = b"".join(named(KINDS[number % len(KINDS)], number) for number in range(60))


@frozen
class Read:
    """What reading a file gave."""

    found: Gathered | tuple[Fault, ...]
    kept: bytes
    ticks: tuple[int, ...]


def read(
    folder: Path,
    raw: bytes,
    profile: str = "documented",
    *,
    source: Source = PLAIN,
    how: Run | None = None,
) -> Read:
    """Gather all that the review metrics observe of a file."""
    (folder / FILE).write_bytes(raw)
    kept: list[bytes] = []
    ticks: list[int] = []

    def keep(event: Bad | Rest) -> None:
        kept.append(event.raw)

    parts = {observing(one) for one in definitions(PROFILES[profile]).values()}
    needs = merged(Need(Slice("run", (), part)) for part in parts)
    run = evolve(how or Run(root=folder), root=folder, sink=keep, tick=ticks.append)
    match gather({"run": source}, needs, run):
        case Success(found):
            return Read(found, b"".join(kept), tuple(ticks))
        case Failure(faults):
            return Read(faults, b"".join(kept), tuple(ticks))
        case _:
            pytest.fail("a result")


def gathered(read_: Read) -> Gathered:
    assert isinstance(read_.found, Gathered), read_.found
    return read_.found


@pytest.mark.parametrize("profile", NAMES)
def test_pools_are_those_of_reading_every_line(tmp_path: Path, profile: str) -> None:
    by_codes = gathered(read(tmp_path, ROWS, profile))

    one_by_one = gathered(read(tmp_path, ROWS, profile, source=WHERE))
    assert by_codes.pools == one_by_one.pools
    assert by_codes.readings == one_by_one.readings


@pytest.mark.parametrize("profile", NAMES)
def test_pools_are_those_of_strict_reading(tmp_path: Path, profile: str) -> None:
    by_codes = gathered(read(tmp_path, ROWS, profile))

    assert by_codes.pools == gathered(read(tmp_path, ROWS, profile, how=STRICTLY)).pools


def test_every_line_is_counted(tmp_path: Path) -> None:
    reading = gathered(read(tmp_path, ROWS)).readings["run"]

    assert (reading.read, reading.kept, reading.skipped) == (60, 60, 0)


def test_the_order_of_lines_plays_no_part(tmp_path: Path) -> None:
    turned = b"".join(reversed(ROWS.splitlines(keepends=True)))

    assert gathered(read(tmp_path, turned)).pools == gathered(read(tmp_path, ROWS)).pools


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("most", [1, 2, 3])
def test_what_is_remembered_is_bounded_and_nothing_else_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str, most: int
) -> None:
    plain = gathered(read(tmp_path, ROWS, profile))
    monkeypatch.setattr(cards, "_MOST", most)

    assert gathered(read(tmp_path, ROWS, profile)) == plain


def test_the_bound_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "_MOST", 2)
    codes = cards.Codes()

    for number in range(5):
        codes.add(bytes([number]), (number,))

    assert codes.counts == {(number,): 1 for number in range(5)}
    assert [codes.again(bytes([number])) for number in range(5)] == [False] * 4 + [True]


# What is wrong with a line that says, where it is read, what the line before says.
WRONG: dict[str, bytes] = {
    "an id that is true": line(replaced(FULL, ("meta", "text_id"), value=True)),
    "an id that is a list": line(replaced(FULL, ("meta", "text_id"), ["a"])),
    "bytes that are no text": line(FULL).replace(b'"fallback_used":', b'"\xff":'),
    "a field twice, the last at fault": line(FULL).rstrip(b"}\n") + b'}}},"ate":3}\n',
    "an end that is missing": line(FULL)[:-3] + b"\n",
    "something behind the end": line(FULL).rstrip(b"\n") + b" {}\n",
    "another shape": line(replaced(FULL, ("runtime",), "x")),
    "no record": b"[]\n",
    "no JSON": b"{broken\n",
    "a field that is no number": line(replaced(FULL, ("memory",), "N")).replace(b'"N"', b"NaN"),
    "no line": b"",
    "a blank line": b" \t\r\n",
    "a line with a byte order mark": b"\xef\xbb\xbf" + line(FULL),
}


@pytest.mark.parametrize("name", WRONG)
def test_faults_are_those_of_reading_every_line(tmp_path: Path, name: str) -> None:
    raw = named(FULL, 1) + WRONG[name] + named(FULL, 2) + WRONG[name]

    by_codes, one_by_one = read(tmp_path, raw), read(tmp_path, raw, source=WHERE)

    assert by_codes == one_by_one


@pytest.mark.parametrize("name", WRONG)
def test_skipped_lines_are_those_of_reading_every_line(tmp_path: Path, name: str) -> None:
    raw = named(FULL, 1) + WRONG[name] + named(FULL, 2) + WRONG[name]

    by_codes = read(tmp_path, raw, how=SKIPPING)

    assert by_codes == read(tmp_path, raw, source=WHERE, how=SKIPPING)
    assert isinstance(by_codes.found, Gathered)


def test_a_line_that_is_too_long_is_a_fault_wherever_it_stands(tmp_path: Path) -> None:
    long = line(replaced(FULL, ("memory",), "x" * 20_000))
    short = Run(root=tmp_path, options=ReadOptions(max_line_bytes=10_000), skip=True)
    raw = named(FULL, 1) + long + named(FULL, 2)

    by_codes = read(tmp_path, raw, how=short)

    assert by_codes == read(tmp_path, raw, how=short, source=WHERE)
    assert gathered(by_codes).readings["run"].skipped == 1


def test_a_last_line_without_its_end_counts(tmp_path: Path) -> None:
    assert gathered(read(tmp_path, ROWS[:-1])) == gathered(read(tmp_path, ROWS))


def test_a_scorecard_that_an_option_refuses_is_refused_every_time(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(ROWS)
    options = with_values(PROFILES["documented"], {"unknown_polarity": "error"})
    parts = {observing(one) for one in definitions(options).values()}
    needs = merged(Need(Slice("run", (), part)) for part in parts)
    told: list[object] = []

    for source in (PLAIN, WHERE):
        how = Run(root=tmp_path, skip=True)
        found = gather({"run": source}, needs, how).unwrap()
        told.append((found.pools, found.readings))

    assert told[0] == told[1]
    # One of the eleven kinds is refused: rows 9, 20, 31, 42 and 53.
    assert (
        gather({"run": PLAIN}, needs, Run(root=tmp_path, skip=True))
        .unwrap()
        .readings["run"]
        .skipped
        == 5
    )


def need(how: Observing | None = None, *names: str, profile: str = "") -> Need:
    where = (("profile", profile),) if profile else ()
    return Need(Slice("run", where, how or ColumnOf("rows")), names)


@pytest.mark.parametrize(
    ("source", "wanted", "options"),
    [
        (Source(path=FILE), (need(),), ReadOptions()),
        (WHERE, (need(),), ReadOptions()),
        (PLAIN, (need(),), STRICT),
        (PLAIN, (need(None, "profile"),), ReadOptions()),
        (PLAIN, (need(profile="main"),), ReadOptions()),
        (PLAIN, (need(), need(None, "profile")), ReadOptions()),
    ],
    ids=["other records", "filtered", "strict", "grouped", "a part", "one of two grouped"],
)
def test_lines_are_read_one_by_one_where_more_than_codes_is_wanted(
    source: Source, wanted: tuple[Need, ...], options: ReadOptions
) -> None:
    assert coded(source, wanted, options) is None


@pytest.mark.parametrize("profile", NAMES)
def test_all_that_the_review_metrics_observe_has_codes(profile: str) -> None:
    parts = {observing(one) for one in definitions(PROFILES[profile]).values()}

    assert coded(PLAIN, [need(part) for part in parts], ReadOptions()) is not None


NAMED = Observation(sides=Sides(gold="gold_tuples", answer="final_tuples"))


def test_a_plain_observation_of_scorecards_has_codes() -> None:
    assert coded(PLAIN, [need(NAMED)], ReadOptions()) is not None


def test_an_observation_that_takes_no_answer_as_empty_has_none() -> None:
    assert coded(PLAIN, [need(evolve(NAMED, missing=Missing.EMPTY))], ReadOptions()) is None


def test_scorecards_have_no_lists_without_a_name() -> None:
    with pytest.raises(SignatureError, match="a scorecard has no 'gold'"):
        coded(PLAIN, [need(Observation())], ReadOptions())
