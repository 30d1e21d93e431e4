"""How a language model is asked: all that a run can set, none of it secret."""

from collections.abc import Mapping
from fractions import Fraction

from attrs import Attribute, asdict, field, frozen, validators

from measurand.edges.judges.settings import COUNT, EndpointSettings
from measurand.studies.causal.asking.prompts import PROMPTS, Canaries, Limits
from measurand.studies.causal.asking.replies import Average

_TOKENS = 10**6
MOST_VOTES = 99
"""So many votes are asked for at most, and read from a record."""


def _not_negative(_prices: object, attribute: "Attribute[Fraction]", value: Fraction) -> None:
    if value < 0:
        message = f"{attribute.name}: a price is not negative: got {value}"
        raise ValueError(message)


@frozen(kw_only=True)
class Prices:
    """What a million tokens cost, in whatever currency.

    >>> Prices(prompt=Fraction(1, 2), completion=Fraction(2)).cost(1_000_000, 500_000)
    Fraction(3, 2)
    """

    prompt: Fraction = field(validator=_not_negative)
    completion: Fraction = field(validator=_not_negative)

    def cost(self, prompt_tokens: int, completion_tokens: int) -> Fraction:
        """Price so many tokens."""
        return (self.prompt * prompt_tokens + self.completion * completion_tokens) / _TOKENS


@frozen(kw_only=True)
class ModelSettings(EndpointSettings):
    """One way to ask a model for votes; after `stop_after` failed calls in a row no more are made.

    >>> ModelSettings(model="small-1", votes=3).signature
    'llm/1(model=small-1,prompts=1,votes=3,average=median,temperature=0,seed=0,max_tokens=2000,\
structured=auto,text=20000,reasoning=60000,graph=60000)'

    Raises ValueError for numbers out of range, naming them.
    """

    votes: int = field(default=1, validator=[*COUNT, validators.le(MOST_VOTES)])
    average: Average = Average.MEDIAN
    concurrency: int = field(default=4, validator=[*COUNT, validators.le(256)])
    stop_after: int = field(default=20, validator=COUNT)
    canaries: Canaries = Canaries.OFF
    limits: Limits = field(factory=Limits)
    prices: Prices | None = None

    @property
    def signature(self) -> str:
        """Name the judge with all that its verdicts depend on."""
        options = {
            "max_tokens": str(self.max_tokens),
            "structured": self.structured.value,
            **shown_limits(self.limits),
        }
        return signature("llm/1", self.run, self.votes, self.average, options)

    @property
    def run(self) -> "Run":
        """Name what replies have in common that can stand in for each other."""
        return Run(model=self.model, temperature=self.temperature, seed=self.seed)


@frozen(kw_only=True)
class Run:
    """What replies have in common that can stand in for each other; `seed` is that of vote 0.

    `host` is that of the endpoint, with its port: two endpoints may call two models by one name.
    Empty where it is not known.
    """

    model: str
    temperature: Fraction | None
    seed: int | None
    prompts: str = PROMPTS
    host: str = ""


def signature(name: str, run: Run, votes: int, average: Average, options: Mapping[str, str]) -> str:
    """Write a judge with its options, in a fixed order.

    >>> run = Run(model="small-1", temperature=None, seed=7)
    >>> signature("replay/1", run, 1, Average.MEAN, {})
    'replay/1(model=small-1,prompts=1,votes=1,average=mean,temperature=none,seed=7)'
    """
    written = {
        "model": run.model,
        "prompts": run.prompts,
        "votes": str(votes),
        "average": average.value,
        "temperature": "none" if run.temperature is None else f"{float(run.temperature):g}",
        "seed": "none" if run.seed is None else str(run.seed),
        **options,
    }
    return f"{name}({','.join(f'{key}={value}' for key, value in written.items())})"


def shown_limits(limits: Limits) -> dict[str, str]:
    """Write the limits of prompts as options.

    >>> shown_limits(Limits(text=9))
    {'text': '9', 'reasoning': '60000', 'graph': '60000'}
    """
    return {name: str(most) for name, most in asdict(limits).items()}


@frozen(kw_only=True)
class Usage:
    """What asking took: calls that were made (and, of them, failed), replies that were at hand.

    A question that is put twice counts once. Canaries count apart: `canaries` calls were made for
    them, the replies to `canaries_kept` were at hand. `retries` were made beyond the first try of
    each call. Retries, tokens and `cost` are of all calls that were made now, those for canaries
    and those that failed among them. Tokens are by the endpoint's own count; `uncounted` answers
    came without a sound one, so that tokens and cost are at least these. No cost without prices.
    """

    calls: int = 0
    kept: int = 0
    failed: int = 0
    canaries: int = 0
    canaries_kept: int = 0
    retries: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    uncounted: int = 0
    cost: Fraction | None = None
