"""What a generator claims: frames with the tokens they cite, and the text around them."""

from math import isfinite

from attrs import Attribute, field, frozen, validators

UNSPECIFIED = "unspecified"


def _number(_frame: object, attribute: "Attribute[float]", value: float | None) -> None:
    if value is not None and not isfinite(value):
        message = f"{attribute.name} is a finite number: got {value}"
        raise ValueError(message)


@frozen(kw_only=True)
class Frame:
    """One finding that is claimed to be there or not, and the token ids that it cites.

    `citations` is None where the frame has no entry at all: that is not the empty list. Ids may
    repeat, and may name tokens that are not there. `q` is the probability that the generator
    accepts the frame, if it gives one.

    >>> Frame(finding="nodule", polarity="present", citations=(4, 1)).laterality
    'unspecified'

    Raises ValueError for a number that is not finite.
    """

    finding: str
    polarity: str
    laterality: str = UNSPECIFIED
    confidence: float = field(default=1.0, validator=_number)
    location: str = UNSPECIFIED
    size_bin: str = UNSPECIFIED
    severity: str = UNSPECIFIED
    uncertain: bool = False
    citations: tuple[int, ...] | None = None
    q: float | None = field(default=None, validator=_number)
    refused: bool = False

    @property
    def cited(self) -> tuple[int, ...]:
        """List the cited ids; a frame without an entry cites none."""
        return self.citations or ()


@frozen
class Generation:
    """Frames in the generator's order, and its text.

    >>> Generation((Frame(finding="nodule", polarity="present"),)).text
    ''
    """

    frames: tuple[Frame, ...] = field(default=(), validator=validators.instance_of(tuple))
    text: str = ""
