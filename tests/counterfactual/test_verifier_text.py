"""Rule I1.4 of the counterfactual appendix, section 1.5: the text says what the frames say."""

import pytest
from attrs import evolve

from measurand.studies.counterfactual.rules import Numbers
from measurand.studies.counterfactual.rules_claims import TextDiffers, read_lines
from measurand.studies.counterfactual.verifier import RuleSet, verify
from measurand.values.frames import Frame
from tests.counterfactual.judged import answered, broken, token

FRAME = Frame(
    finding="effusion",
    polarity="present",
    laterality="right",
    confidence=0.843866361760316,
    citations=(1, 0),
    q=0.8750930894082529,
)
LINE = (
    "FRAME 0 finding=effusion polarity=present laterality=right location=unspecified "
    "size_bin=unspecified severity=unspecified uncertain=0 confidence=0.843866361760316 "
    "q=0.8750930894082529 refusal=0 cites=[1,0]"
)
SECOND = LINE.replace("FRAME 0", "FRAME 1")


def evidence(text: str, *frames: Frame) -> tuple[str, tuple[tuple[str, Numbers], ...]]:
    [issue] = verify(RuleSet((TextDiffers(),)), answered([token()], *frames, text=text)).issues
    return issue.message, issue.evidence


@pytest.mark.parametrize("text", ["", " \n", LINE, f"\n {LINE} \n"])
def test_a_blank_text_and_the_lines_of_the_frames_keep_the_rule(text: str) -> None:
    assert broken(TextDiffers(), answered([token()], FRAME, text=text)) == []


def test_an_answer_without_frames_is_not_judged() -> None:
    assert broken(TextDiffers(), answered([token()], text="No finding.")) == []


@pytest.mark.parametrize(
    "text",
    [
        "Right upper lobe nodule. No effusion.",
        LINE.replace("FRAME 0", "FRAME"),
        SECOND,
        LINE.replace("cites=[1,0]", "cites=1,0"),
        LINE.replace("cites=[1,0]", "cites=[1,,0]"),
        LINE.replace("confidence=0.843866361760316 ", ""),
        LINE.replace("confidence=0.8", "confidence=x0.8"),
        LINE.replace("confidence=0.843866361760316", "confidence=nan"),
        LINE.replace("finding=effusion", "finding=pleural effusion"),
        f"{LINE}\nThat is all.",
        "FRAME 0",
    ],
)
def test_a_text_that_is_not_made_of_lines_breaks_the_rule(text: str) -> None:
    assert read_lines(text) is None
    assert evidence(text, FRAME) == ("the text is not made of lines of frames", ())


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("finding=effusion", "finding=mass"),
        ("polarity=present", "polarity=absent"),
        ("laterality=right", "laterality=left"),
        ("location=unspecified", "location=RUL"),
        ("size_bin=unspecified", "size_bin=<3mm"),
        ("severity=unspecified", "severity=mild"),
        ("uncertain=0", "uncertain=1"),
        ("confidence=0.843866361760316", "confidence=0.843866"),
        ("q=0.8750930894082529", "q=0.875"),
        ("refusal=0", "refusal=1"),
        ("cites=[1,0]", "cites=[0,1]"),
        ("cites=[1,0]", "cites=[]"),
    ],
)
def test_every_field_of_every_line_is_compared(said: str, instead: str) -> None:
    text = f"{LINE}\n{SECOND.replace(said, instead)}"

    expected = ("the text says something else than its frames", (("frames", (1,)),))
    assert text != f"{LINE}\n{SECOND}"
    assert evidence(text, FRAME, FRAME) == expected


def test_a_text_of_more_frames_breaks_the_rule() -> None:
    expected = (("frames_of_text", 2), ("frames", 1))

    assert evidence(f"{LINE}\n{SECOND}", FRAME) == (
        "the text has another number of frames",
        expected,
    )


def test_what_a_frame_does_not_have_is_not_what_is_nought() -> None:
    nought = evolve(FRAME, citations=(), q=0.0)
    found = [
        broken(TextDiffers(), answered([token()], frame, text=_nought()))
        for frame in (nought, evolve(nought, citations=None), evolve(nought, q=None))
    ]

    assert found == [[], [0], [0]]


def _nought() -> str:
    return LINE.replace("cites=[1,0]", "cites=[]").replace("q=0.8750930894082529", "q=0.0")


def test_words_that_are_left_out_are_unspecified() -> None:
    text = "FRAME 0 finding=mass polarity=absent laterality=left confidence=0.5"

    expected = Frame(
        finding="mass", polarity="absent", laterality="left", confidence=0.5, citations=(), q=0.0
    )
    assert read_lines(text) == (expected,)


@pytest.mark.parametrize(("off", "expected"), [(5e-9, []), (2e-8, [0])])
def test_numbers_may_differ_by_the_tolerance(off: float, expected: list[int]) -> None:
    assert FRAME.q is not None
    moved = (evolve(FRAME, confidence=FRAME.confidence + off), evolve(FRAME, q=FRAME.q - off))
    for frame in moved:
        sample = answered([token()], frame, text=LINE)

        assert broken(TextDiffers(), sample) == expected
        assert broken(TextDiffers(tolerance=1e-6), sample) == []


def test_a_refused_first_frame_does_not_stop_the_rule() -> None:
    sample = answered([token()], evolve(FRAME, refused=True), text="Prose.")

    assert broken(TextDiffers(), sample) == [0]
