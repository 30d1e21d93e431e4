"""What a generator claims: frames with the tokens they cite, and the text around them."""

from math import isfinite

from attrs import Attribute, field, frozen, validators

UNSPECIFIED = "unspecified"


def _number(_frame: object, attribute: "Attribute[float]", value: float | None) -> None:
    if value is not None and not isfinite(value):
        message = f"{attribute.name} is a finite number: got {value}"
        raise ValueError(message)


_text = validators.instance_of(str)


def _ids(_frame: object, _attribute: object, value: tuple[int, ...] | None) -> None:
    """Accept a tuple of whole numbers, or None."""
    listed: object = value
    if listed is None:
        return
    if not isinstance(listed, tuple) or not all(type(one) is int for one in listed):
        message = f"citations are a tuple of token ids, or None: got {value!r:.60}"
        raise TypeError(message)


@frozen(kw_only=True)
class Frame:
    """One finding that is claimed to be there or not, and the token ids that it cites.

    `citations` is None where the frame has no entry at all: that is not the empty list. Ids may
    repeat, and may name tokens that are not there. `q` is the probability that the generator
    accepts the frame, if it gives one.

    >>> Frame(finding="nodule", polarity="present", citations=(4, 1)).laterality
    'unspecified'

    Raises ValueError for a number that is not finite, and TypeError for a value of another type.
    """

    finding: str = field(validator=_text)
    polarity: str = field(validator=_text)
    laterality: str = field(default=UNSPECIFIED, validator=_text)
    confidence: float = field(default=1.0, validator=_number)
    location: str = field(default=UNSPECIFIED, validator=_text)
    size_bin: str = field(default=UNSPECIFIED, validator=_text)
    severity: str = field(default=UNSPECIFIED, validator=_text)
    uncertain: bool = False
    citations: tuple[int, ...] | None = field(default=None, validator=_ids)
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

    frames: tuple[Frame, ...] = field(
        default=(),
        validator=validators.deep_iterable(
            validators.instance_of(Frame), validators.instance_of(tuple)
        ),
    )
    text: str = field(default="", validator=_text)
