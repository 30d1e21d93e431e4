"""What became of laws, in every format; nothing that a function says is markup."""

import json
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from measurand.algebra.law import Algebra
from measurand.edges.report import to_json
from measurand.edges.report.laws_view import (
    badge_line,
    badge_picture,
    judged_json,
    judged_text,
    kinds_document,
    kinds_json,
)
from measurand.edges.report.laws_words import broken_text, nothing_text
from measurand.edges.report.render import Format, render
from measurand.laws.kinds.judged import Counterexample, Fate, Judged, Judgement, verdict_of
from measurand.laws.kinds.registry import KINDS
from measurand.values.verdict import Verdict

EVIL = "no\x1b[31m\n</title>`|&"


def row(law: str, fate: Fate, because: str = "") -> Judged:
    found = Counterexample(EVIL, ("f([1])  # 0", "f([2])  # Fraction(1, 2)"), ("from m import f",))
    return Judged(
        law=law,
        says="A sentence.",
        algebra=Algebra.SYMMETRY,
        fate=fate,
        examples=4,
        found=found if fate is Fate.BROKEN else None,
        because=because,
    )


def judgement(*rows: Judged, claims: frozenset[str] = frozenset()) -> Judgement:
    return Judgement(subject="f`|<b>", suite="S_1", kind="k", claims=claims, laws=rows)


MIXED = judgement(
    row("swap", Fate.BROKEN),
    row("range", Fate.HELD),
    row("merge", Fate.UNTESTED, because="no case spoke"),
    row("order", Fate.NOT_CLAIMED, because="needs"),
)


def test_the_counterexample_is_code_with_its_imports_and_the_reason_on_one_line() -> None:
    [broken] = MIXED.of(Fate.BROKEN)
    assert broken.found is not None

    assert broken.found.code().splitlines() == [
        "from fractions import Fraction",
        "from m import f",
        "f([1])  # 0",
        "f([2])  # Fraction(1, 2)",
        r"# no\x1b[31m\n</title>`|&",
    ]
    compile(broken.found.code(), "shown", "exec")


@pytest.mark.parametrize("fmt", ["text", "md", "csv", "latex"])
def test_every_format_has_fates_and_counterexamples_and_no_raw_control(
    fmt: Format, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    shown = judged_text(MIXED, {"swap": "by design"}, Verdict.UNDECIDED, fmt)

    assert "as expected: by design" in shown
    assert "untested" in shown
    assert "from m import f" in shown
    assert "\x1b" not in shown
    assert "\n</title>" not in shown


def test_a_fence_of_markdown_is_longer_than_any_in_the_code() -> None:
    ticks = Counterexample("````", ("f('```')",))
    broken = Judged(
        law="swap", says="", algebra=Algebra.ORDER, fate=Fate.BROKEN, examples=1, found=ticks
    )

    assert "`````python\nf('```')\n# ````\n`````\n" in judged_text(
        judgement(broken), {}, Verdict.REFUTED, "md"
    )


def test_the_verdict_is_what_was_not_expected() -> None:
    broken, held, untested = MIXED.laws[:3]

    assert verdict_of(judgement(broken, held), {}) is Verdict.REFUTED
    assert verdict_of(judgement(broken, held), {"swap": "why"}) is Verdict.HOLDS
    assert verdict_of(judgement(held), {"range": "why"}) is Verdict.REFUTED
    assert verdict_of(judgement(held, untested), {}) is Verdict.UNDECIDED
    needy = evolve(MIXED.laws[3], needs=frozenset({"idle", "other"}))
    idle = frozenset({"idle"})
    assert verdict_of(judgement(held, needy, claims=idle), {}) is Verdict.UNDECIDED
    assert verdict_of(judgement(held, claims=idle), {}) is Verdict.HOLDS
    assert verdict_of(judgement(), {}) is Verdict.UNDECIDED


def test_json_has_every_law_with_its_counterexample() -> None:
    tree = json.loads(to_json(judged_json(MIXED, {"swap": "why"}, Verdict.UNDECIDED, 3)))

    assert [law["fate"] for law in tree["laws"]] == ["broken", "held", "untested", "not claimed"]
    assert tree["laws"][0]["expected_to_break"] == "why"
    assert tree["laws"][0]["counterexample"]["calls"][0] == "f([1])  # 0"
    assert tree["untested"] == ["merge"]


def test_badges_say_the_same_in_words_and_in_a_picture() -> None:
    assert badge_line(MIXED, {"swap": "why"}) == (
        "**measurand laws** `f'|<b>` S_1: 1 hold, 1 broken as expected, 1 untested\n"
    )

    picture = ET.fromstring(badge_picture(MIXED, {}, Verdict.REFUTED))
    [title] = (part for part in picture if part.tag.endswith("title"))
    assert title.text == "measurand laws S_1: 1 hold, 1 broken, 1 untested"


def test_every_law_that_applies_is_counted_once_and_no_failing_badge_looks_fine() -> None:
    many = judgement(*(row(f"held{at}", Fate.HELD) for at in range(11)), claims=frozenset({"odd"}))
    needy = evolve(MIXED.laws[3], needs=frozenset({"odd"}))

    line = badge_line(evolve(many, laws=(*many.laws, needy)), {"held3": "why"})

    assert line.endswith(": 10 hold, 1 held though expected to break, 1 claim untested\n")
    assert badge_line(MIXED, {}).endswith(": 1 hold, 1 broken, 1 untested\n")
    shown = judged_text(MIXED, {}, Verdict.REFUTED, "text")
    assert "claimed. S_1: 1 hold, 1 broken, 1 untested." in " ".join(shown.split())


def test_the_failure_names_what_to_do_and_hides_no_control() -> None:
    said = broken_text(MIXED, {})

    assert said.startswith("f`|<b> breaks 1 of 2 laws of S_1\n\nswap: A sentence.\n")
    assert "expected_failures={'swap': 'the reason'}" in said
    assert "\x1b" not in said
    assert nothing_text(judgement(MIXED.laws[2])).endswith("\n  merge: no case spoke")


def test_every_kind_is_listed_with_claims_and_laws() -> None:
    shown = render(kinds_document(KINDS), "md")
    kinds = kinds_json(KINDS)["kinds"]

    for kind in KINDS:
        assert f"# kind {kind.name}\n" in shown
    assert shown.count("answers are equal to the last bit") == len(KINDS)
    assert all("exact" in kind["claims"] for kind in kinds)  # type: ignore[attr-defined]
    assert isinstance(kinds, list)
    assert [kind["kind"] for kind in kinds] == [kind.name for kind in KINDS]
