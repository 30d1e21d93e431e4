"""A reasoning graph as somebody wrote it: target, known values, links with rules, and a plan."""

from fractions import Fraction

from attrs import field, frozen, validators

_NAMES = validators.deep_iterable(
    validators.instance_of(str), iterable_validator=validators.instance_of(tuple)
)


@frozen(kw_only=True)
class Known:
    """A given quantity: its name, how its value was written, and the number in it, if any.

    `text` is empty where no value was given (a symbol). `unit` is what follows the number.

    >>> Known(name="v", text="20.3 m/s", number=Fraction(203, 10), unit="m/s").number
    Fraction(203, 10)
    """

    name: str = field(validator=validators.instance_of(str))
    text: str = field(default="", validator=validators.instance_of(str))
    number: Fraction | None = None
    unit: str = ""


@frozen(kw_only=True)
class Link:
    """What follows from what, and by which rule; names may be blank, repeated or missing.

    >>> Link(causes=("F", "m"), effects=("a",), rule="a = F/m").effects
    ('a',)
    """

    causes: tuple[str, ...] = field(default=(), validator=_NAMES)
    effects: tuple[str, ...] = field(default=(), validator=_NAMES)
    rule: str = field(default="", validator=validators.instance_of(str))


@frozen(kw_only=True)
class Step:
    """One step of a computation plan; `refs` are the ids of earlier steps that it takes up.

    >>> Step(id="step2", targets=("a",), inputs=("F",), refs=("step1",)).refs
    ('step1',)
    """

    id: str = ""
    targets: tuple[str, ...] = field(default=(), validator=_NAMES)
    inputs: tuple[str, ...] = field(default=(), validator=_NAMES)
    refs: tuple[str, ...] = field(default=(), validator=_NAMES)
    description: str = ""


@frozen(kw_only=True, cache_hash=True)
class ReasoningGraph:
    """A reasoning graph as given: it may have cycles, blanks, and no target at all.

    `targets` is empty where no target was named; `links` is None where there is no causal graph,
    which is not a graph of no links. Knowns have names that differ.

    >>> graph = ReasoningGraph(
    ...     targets=("a",),
    ...     knowns=(Known(name="F"), Known(name="m")),
    ...     links=(Link(causes=("F", "m"), effects=("a",), rule="a = F/m"),),
    ... )
    >>> graph.known("F").text
    ''

    Raises ValueError where two knowns have one name.
    """

    targets: tuple[str, ...] = field(default=(), validator=_NAMES)
    knowns: tuple[Known, ...] = ()
    links: tuple[Link, ...] | None = None
    plan: tuple[Step, ...] = ()
    answer_type: str = ""

    def __attrs_post_init__(self) -> None:
        names = [known.name for known in self.knowns]
        if len(set(names)) < len(names):
            message = f"knowns have names that differ: got {names}"[:200]
            raise ValueError(message)

    def known(self, name: str) -> Known:
        """Find a known by its name.

        Raises KeyError where there is none.
        """
        return {known.name: known for known in self.knowns}[name]


@frozen(kw_only=True)
class Problem:
    """A reasoning graph with what it is about: the item of a batch.

    `group` names the problem that several graphs answer (a cluster); `correct` says whether the
    answer was right, None where nobody said; `answer` is the answer as it was stated.

    >>> Problem(id="1", graph=ReasoningGraph()).correct is None
    True
    """

    id: str = field(validator=validators.instance_of(str))
    graph: ReasoningGraph = field(validator=validators.instance_of(ReasoningGraph))
    text: str = ""
    reasoning: str = ""
    group: str | None = None
    correct: bool | None = None
    answer: str | None = None
    reference: ReasoningGraph | None = None
