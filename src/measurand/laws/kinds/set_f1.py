"""The kind `set-f1`: F1 and its relatives over sets of items."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.sets import (
    DEFINED,
    IDENTITY,
    RANGE,
    SWAP,
    SYMMETRIC,
    UNDEFINED,
    SetsCase,
    Side,
)

SET_F1: Kind[[Side, Side], SetsCase] = Kind(
    name="set-f1",
    takes="two equally long sequences of sets, gold and predicted, and gives a number",
    claims={
        SYMMETRIC: "exchanging gold and predictions changes nothing",
        UNDEFINED: "some samples may have no number: None or NaN",
    },
    laws=(DEFINED, RANGE, IDENTITY, SWAP),
)
