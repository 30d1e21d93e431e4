"""How an endpoint is asked: the model, what is sent with a question, and how long is waited.

None of it is secret; the key is in `secret`. A call may fail for reasons that pass, so it is tried
again, but within bounds that are known before: `tries` calls, and at most the sum of the waits.
"""

from enum import Enum
from fractions import Fraction
from typing import Protocol

from attrs import Attribute, field, frozen, validators

COUNT = [validators.instance_of(int), validators.ge(1)]
"""What a count is: a whole number from 1 on."""


class Prompt(Protocol):
    """What a model is asked: two messages, the JSON schema of the reply, a digest of it all."""

    @property
    def system(self) -> str:
        """Give the message that says what the task is."""

    @property
    def user(self) -> str:
        """Give the message that has the material."""

    @property
    def schema(self) -> str:
        """Give the JSON schema of the reply."""

    @property
    def digest(self) -> str:
        """Give the digest, by which waits of different questions are spread."""


class Structured(Enum):
    """How the reply's form is asked for: by JSON schema, as a JSON object, or in words alone.

    `AUTO` begins with the schema and goes on to the next where the endpoint refuses it (400, 422).
    """

    AUTO = "auto"
    SCHEMA = "schema"
    OBJECT = "object"
    PLAIN = "plain"


class Ceiling(Enum):
    """How the endpoint calls the bound on the length of a reply."""

    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"


def _decimal(_settings: object, _attribute: object, value: Fraction | None) -> None:
    if value is not None and not (value >= 0 and Fraction(repr(float(value))) == value):
        message = f"temperature: expected a decimal that is not negative, got {value}"
        raise ValueError(message)


def _seconds(_settings: object, attribute: "Attribute[Fraction]", value: Fraction) -> None:
    if value <= 0:
        message = f"{attribute.name}: expected a positive number of seconds, got {value}"
        raise ValueError(message)


@frozen(kw_only=True)
class EndpointSettings:
    """One way to ask an endpoint.

    `base_url` empty means MEASURAND_BASE_URL, or else the endpoint of OpenAI. Vote k (from 0) is
    asked with `seed` + k; a `seed` or `temperature` of None is not sent. `timeout` bounds a call
    from its start to its last byte, in seconds. A call that fails for reasons that may pass is
    tried again, `tries` times in all, after `wait_first` seconds, then twice as many each time, at
    most `wait_most`; a server that asks for a longer wait is not asked again.

    >>> EndpointSettings(model="small-1").tries
    5

    Raises ValueError for numbers out of range, naming them.
    """

    model: str = field(validator=validators.min_len(1))
    base_url: str = field(default="", repr=False)
    temperature: Fraction | None = field(default=Fraction(0), validator=_decimal)
    seed: int | None = 0
    max_tokens: int = field(default=2000, validator=COUNT)
    ceiling: Ceiling = Ceiling.MAX_TOKENS
    structured: Structured = Structured.AUTO
    timeout: Fraction = field(default=Fraction(60), validator=_seconds)
    tries: int = field(default=5, validator=[*COUNT, validators.le(20)])
    wait_first: Fraction = field(default=Fraction(1), validator=_seconds)
    wait_most: Fraction = field(default=Fraction(60), validator=_seconds)
