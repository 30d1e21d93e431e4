"""The kind `signature`: a score with options, and the line that says which ones."""

from measurand.laws.kinds.kind import Kind
from measurand.laws.kinds.signatures.cases import (
    CANONICAL,
    COMPLETE,
    DATA_FREE,
    DEFAULTS,
    EFFECTIVE,
    PARSED,
    REFUSING,
    STRICT,
    UNDEFINED,
    VERSIONED,
    Lines,
    Options,
    SignatureCase,
)
from measurand.laws.kinds.signatures.options import OPTION_LAWS
from measurand.laws.kinds.signatures.right import RIGHT_SIGNATURES
from measurand.laws.kinds.signatures.told import TOLD_LAWS
from measurand.laws.kinds.signatures.wrong import WRONG_SIGNATURES

SIGNATURE: Kind[[Options | str | None, Lines, Lines], SignatureCase] = Kind(
    name="signature",
    takes=(
        "options (a dict of option to value), references and hypotheses (equally long lists of "
        "texts), and gives a pair: the signature and the score; asked with None for options it "
        "gives a dict of each option to the list of values to try, its default first"
    ),
    claims={
        UNDEFINED: "some texts may have no score: None or NaN",
        REFUSING: "some choices of listed options are refused: it raises",
        COMPLETE: "every option stands in the signature",
        DEFAULTS: "an option that is left out has its first listed value",
        DATA_FREE: "the signature does not depend on the texts",
        VERSIONED: "the signature names a version: version:2.6.0, v1, /1 or @1",
        PARSED: "the signature can be given for the options",
        STRICT: "an option that is not known is refused",
        CANONICAL: "equal numbers have one signature: 1 and 1.0",
        EFFECTIVE: "every option changes some score, or stands in the signature",
    },
    laws=(*TOLD_LAWS, *OPTION_LAWS),
    right=RIGHT_SIGNATURES,
    wrong=WRONG_SIGNATURES,
)
