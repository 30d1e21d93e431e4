"""The sample demo-0001 of the counterfactual appendix, section 5, without gold and lesions."""

from collections.abc import Sequence

from measurand.values.cells import read_cell
from measurand.values.frames import Frame, Generation
from measurand.values.grounded import Grounded, Token

ROWS = (
    ("L1:0,0,0", 0.12, 0.88, (0.2, -0.1, 0.4, 0.0)),
    ("L1:0,0,1", 0.61, 0.39, (1.5, -2.0, 1.1, 0.9)),
    ("L1:0,1,0", 0.33, 0.67, (-0.6, 0.3, 0.1, 0.2)),
    ("L1:0,1,1", 0.08, 0.92, (0.1, 0.1, -0.2, 0.5)),
    ("L1:1,0,0", 0.84, 0.16, (2.2, -1.4, 1.9, 1.6)),
    ("L1:1,0,1", 0.27, 0.73, (-0.3, 0.8, 0.4, -1.0)),
    ("L1:1,1,0", 0.19, 0.81, (0.0, 0.6, -0.5, 0.3)),
    ("L2:2,2,2", 0.72, 0.28, (0.9, -0.9, 1.2, 0.4)),
    ("L2:3,2,2", 0.41, 0.59, (-1.1, 0.2, 0.6, -0.4)),
    ("L2:2,3,3", 0.55, 0.45, (0.5, -0.3, 0.2, 1.0)),
)
DEMO = Grounded(
    id="demo-0001",
    group="patient-17",
    seed=7,
    shape=(8, 8, 8),
    tokens=tuple(
        Token(id=at, cell=read_cell(cell), score=score, uncertainty=doubt, embedding=row)
        for at, (cell, score, doubt, row) in enumerate(ROWS)
    ),
    generation=Generation(
        (
            Frame(
                finding="nodule",
                polarity="present",
                laterality="right",
                confidence=0.91,
                location="RUL",
                size_bin="6-8mm",
                citations=(4, 1),
                q=0.88,
            ),
            Frame(
                finding="effusion",
                polarity="absent",
                confidence=0.74,
                location="pleura",
                citations=(5,),
                q=0.7,
            ),
            Frame(
                finding="opacity",
                polarity="present",
                laterality="left",
                confidence=0.58,
                severity="mild",
                uncertain=True,
                citations=(2, 7, 3),
                q=0.52,
            ),
        ),
        "Right upper lobe nodule. No effusion. Possible mild left opacity.",
    ),
)


def cell_ids(sample: Grounded) -> list[str]:
    """List the ids of the tokens' cells."""
    return [token.cell.id for token in sample.tokens]


def citations(sample: Grounded) -> list[tuple[int, ...] | None]:
    """List the citations of the frames."""
    return [frame.citations for frame in sample.generation.frames]


def citing(*lists: Sequence[int] | None, polarity: str = "present", text: str = "") -> Generation:
    """Make an answer of frames with these citations."""
    frames = tuple(
        Frame(finding="nodule", polarity=polarity, citations=None if one is None else tuple(one))
        for one in lists
    )
    return Generation(frames, text)


def with_cells(*cells: str, name: str = "one") -> Grounded:
    """Make a sample of tokens in these cells, with ids 5, 6, 7 and so on, and one number each."""
    return Grounded(
        id=name,
        shape=(8, 8, 8),
        tokens=tuple(
            Token(id=at, cell=read_cell(cell), score=0.5, uncertainty=0.5, embedding=(float(at),))
            for at, cell in enumerate(cells, 5)
        ),
    )
