"""Verdicts against what is true: rules in many spellings, linear graphs, signs, no rules."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from measurand.studies.causal.equations import Equations
from measurand.studies.causal.judging import Decided, Kind, Question, Undecided, Verdict
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.text import GREEK_NAMES, PROSE
from measurand.studies.causal.rules.tree import Equation, Reason, Unread
from measurand.studies.causal.rules.value import approximate
from measurand.values.reasoning import Known, Link, Problem, ReasoningGraph
from properties.strategies.effort import third

LETTERS = (
    "a",
    "c",
    "d",
    "g",
    "h",
    "k",
    "m",
    "q",
    "s",
    "w",
    "y",
    "A",
    "E",
    "K",
    "M",
    "V",
    "λ",
    "ρ",
    "T_1",
)
OPERATORS = frozenset("dδΔ")


def asked(graph: ReasoningGraph, name: str) -> Verdict:
    question = Question(problem=Problem(id="1", graph=graph), kind=Kind.ABDUCTION, subject=name)
    return Equations()(question)


def graph_of(rule: str, knowns: Sequence[Known]) -> ReasoningGraph:
    link = Link(causes=tuple(known.name for known in knowns), effects=("P",), rule=rule)
    return ReasoningGraph(targets=("P",), knowns=tuple(knowns), links=(link,))


def reads_as_words(glued: str) -> bool:
    words = glued.lower() in PROSE or glued in GREEK_NAMES or glued in {"pi", "ln", "lg"}
    return words or any(letter in OPERATORS for letter in glued[:-1])


@st.composite
def products(draw: st.DrawFn, names: Sequence[str], times: str) -> str:
    """Write a product of powers as people do."""
    powers = {name: draw(st.sampled_from([1, 1, 1, 2, 3])) for name in names}
    below = names[-1] if len(names) > 1 and draw(st.booleans()) else ""
    text = draw(st.sampled_from(["", "", "2 ", "2", "½ ", "1/2 ", "20% ", "20% of ", "15%*", "3*"]))
    before = ""
    for name in names:
        if name == below:
            continue
        sign = draw(st.sampled_from(["*", " * ", times, f" {times} ", " ", ""])) if before else ""
        plain = all(len(one) == 1 and powers[one] == 1 for one in (before, name) if one)
        if sign == "" and before and (not plain or reads_as_words(before + name)):
            sign = " "
        text += sign + name
        # Three letters and more may be words; two are read as they stand.
        before = name
        if powers[name] > 1:
            raised = str(powers[name])
            text += draw(st.sampled_from(["^", "**", "^{"])) + raised if raised else ""
            text += "}" if text.endswith("^{" + raised) else ""
            before = name + raised
    if below:
        raised = f"^{powers[below]}" if powers[below] > 1 else ""
        text += draw(st.sampled_from(["/", " / ", " ÷ "])) + below + raised
    return text


@st.composite
def true_rules(draw: st.DrawFn) -> tuple[str, tuple[Known, ...]]:
    """Write a rule for P as a sum of products, each name of it once."""
    names = draw(st.lists(st.sampled_from(LETTERS), min_size=1, max_size=5, unique=True))
    cut = draw(st.integers(1, len(names)))
    parts = [one for one in (names[:cut], names[cut:]) if one]
    times = draw(st.sampled_from("·×⋅"))
    written = [draw(products(part, times)) for part in parts]
    joined = draw(st.sampled_from([" + ", " - ", "+", "-"])).join(written)
    sign = draw(st.sampled_from(["", "-"])) if not joined.startswith("20% of") else ""
    left = draw(st.sampled_from(["P = ", "P=", "By the law: P = ", ""]))
    numbers = st.integers(1, 40).map(lambda one: Fraction(one, 4))
    knowns = tuple(Known(name=name, number=draw(numbers)) for name in names)
    return f"{left}{sign}{joined}", knowns


@given(true_rules())
def test_no_spelling_of_a_true_rule_is_refused(case: tuple[str, tuple[Known, ...]]) -> None:
    rule, knowns = case
    at = {known.name: float(known.number or 0) for known in knowns}
    read = read_rule(rule, [*at, "P"])
    assert isinstance(read, Equation), (rule, read)
    made = approximate(read.right, at)
    assert isinstance(made, float)

    for known in knowns:
        found = asked(graph_of(rule, knowns), known.name)
        assert isinstance(found, Decided), (rule, known.name, found)
        assert found.level == "recoverable"
        formula = read_rule(found.because, [*at, "P"])
        assert isinstance(formula, Equation)
        back = approximate(formula.right, {**at, "P": made})
        assert isinstance(back, float)
        assert back == pytest.approx(at[known.name], rel=1e-6)


WORDS = st.sampled_from(
    [
        "",
        "z",
        "momentum of the mass",
        "charge",
        "angular velocity",
        "change of length",
        "-L",
        "1, 2",
    ]
)
ABOVE = st.sampled_from(
    [
        *("width of the well", "Mass of the box", "distance from A to B", "the initial speed"),
        *("speed of light", "reduced Planck's constant", "Boltzmann constant", "radius r"),
    ]
)


@given(st.integers(1, 5), WORDS, ABOVE, st.sampled_from(["{}**{}", "k*{}^{}", "k/{}^{} + k"]))
def test_a_mirror_decides_nothing_where_the_sign_is_not_known(
    power: int, words: str, above: str, shape: str
) -> None:
    rule = f"P = {shape.format('x', power)}"
    there = (Known(name="k", number=Fraction(3)),)

    unknown = asked(graph_of(rule, (Known(name="x", text=words), *there)), "x")
    positive = asked(graph_of(rule, (Known(name="x", text=above), *there)), "x")
    number = asked(graph_of(rule, (Known(name="x", number=Fraction(2)), *there)), "x")
    below = asked(graph_of(rule, (Known(name="x", number=Fraction(-2)), *there)), "x")

    assert isinstance(positive, Decided)
    assert isinstance(number, Decided)
    assert isinstance(below, Decided)
    assert positive.level == number.level == "recoverable"
    assert below.level == ("recoverable" if power % 2 else "not recoverable")
    if power % 2:
        assert isinstance(unknown, Decided)
        assert unknown.level == "recoverable"
    else:
        assert isinstance(unknown, Undecided)
        assert unknown.reason == "sign not known"


DERIVATIVES = (
    *("d{0}/d{1}", "d{0} / d{1}", "d {0}/d {1}", "d {0} / d {1}", "d/d{1} ({0})", "d({0})/d{1}"),
    *("d²{0}/d{1}²", "d^2{0}/d{1}^2", "d**2 {0} / d{1}**2", "d^2 {0}/d {1}^2", "∂{0}/∂{1}"),
    *("(d{0}/d{1})", "d{0}/(d{1})", "d {0} / (d {1})", "{0} d{1}", "∫{0}d{1}"),
)


@given(
    st.sampled_from(DERIVATIVES),
    st.lists(
        st.sampled_from(("E", "t", "x", "m", "θ", "T", "r")), min_size=2, max_size=2, unique=True
    ),
    st.sampled_from(["{}", "-{}", "k*{}", "k {}", "k + {}", "2{}"]),
    st.sets(st.sampled_from(("∂", "δ", "k", "d_t", "d_E", "dim"))),
)
def test_a_derivative_is_calculus_whatever_nodes_are_called(
    shape: str, over: list[str], around: str, more: set[str]
) -> None:
    rule = f"P = {around.format(shape.format(*over))}"

    found = read_rule(rule, {"P", "d", *over, *more})

    assert isinstance(found, Unread), rule
    assert found.reason in {Reason.CALCULUS, Reason.OPAQUE}


@given(
    st.lists(st.sampled_from(LETTERS[:14]), min_size=3, max_size=4, unique=True),
    st.sampled_from([" ", ""]),
    st.data(),
)
def test_a_product_without_a_sign_is_of_declared_nodes_alone(
    names: list[str], sign: str, data: st.DataObject
) -> None:
    assume(not reads_as_words("".join(names)))
    lost = data.draw(st.sampled_from(names))
    knowns = tuple(Known(name=name, number=Fraction(3)) for name in names)
    link = Link(
        causes=tuple(name for name in names if name != lost),
        effects=("P",),
        rule=f"P = {sign.join(names)}",
    )
    graph = ReasoningGraph(targets=("P",), knowns=knowns, links=(link,))
    subject = next(name for name in names if name != lost)

    found = asked(graph, subject)

    assert isinstance(found, Undecided)
    assert found.reason == "undeclared factor"


@given(
    st.sampled_from(["F", "p", "u"]),
    st.sampled_from(["r", "B", "w"]),
    st.sampled_from(["{} × {}", "k {} × {}", "k * ({}×{})", "{} · {}", "k + {}·{}"]),
    st.sampled_from(["force vector", "magnetic field", "velocity of A", "[1, 2, 3]", "2i + 3j"]),
)
def test_vectors_have_no_product_of_numbers(one: str, other: str, shape: str, words: str) -> None:
    knowns = (
        *(Known(name=one, text=words), Known(name=other, text="the momentum")),
        Known(name="k", number=Fraction(2)),
    )
    rule = f"P = {shape.format(one, other)}"

    for known in knowns[:2]:
        found = asked(graph_of(rule, knowns), known.name)
        assert isinstance(found, Undecided), rule
        assert found.reason == "product of vectors"


NODES = ("n0", "n1", "n2", "n3", "n4", "n5", "n6")
Row = Mapping[str, int]


@st.composite
def linear_graphs(draw: st.DrawFn) -> tuple[ReasoningGraph, list[Row]]:
    """Draw linear rules, some of which hang on another effect than the one they make.

    In every other graph two of them cancel n3 out of the target n0.
    """
    links, rows = [], list[Row]()
    cancelled = draw(st.booleans())
    if cancelled:
        links += [
            Link(causes=("n3", "n2"), effects=("n1",), rule="n1 = n3 + n2"),
            Link(causes=("n1", "n3"), effects=("n0",), rule="n0 = n1 - n3"),
        ]
        rows += [{"n3": 1, "n2": 1, "n1": -1}, {"n1": 1, "n3": -1, "n0": -1}]
    for _ in range(draw(st.integers(1, 5))):
        some = draw(st.lists(st.sampled_from(NODES), min_size=2, max_size=4, unique=True))
        effect, *causes = some
        row = {name: draw(st.sampled_from([-2, -1, 1, 2])) for name in causes}
        right = " + ".join(f"({factor})*{name}" for name, factor in row.items())
        hung = draw(st.sampled_from([effect, effect, effect, *NODES]))
        links.append(Link(causes=(*causes, effect), effects=(hung,), rule=f"{effect} = {right}"))
        if hung == effect:
            links[-1] = Link(causes=tuple(causes), effects=(effect,), rule=links[-1].rule)
        rows.append({**row, effect: -1})
    target, *given_ = draw(st.lists(st.sampled_from(NODES), min_size=2, max_size=5, unique=True))
    if cancelled:
        target, given_ = "n0", sorted({*given_, "n2", "n3"} - {"n0", "n1"})
    knowns = tuple(
        Known(name=name, number=draw(st.none() | st.just(Fraction(3)))) for name in given_
    )
    graph = ReasoningGraph(targets=(target,), knowns=knowns, links=tuple(links))
    return graph, rows


def is_determined(rows: Sequence[Row], free: Sequence[str], name: str) -> bool:
    """Tell whether equations leave one value for a name, all but `free` being fixed: by ranks."""
    columns = [*free, name]
    matrix = [[Fraction(row.get(one, 0)) for one in columns] for row in rows]
    unit = [Fraction(one == name) for one in columns]
    return rank(matrix) == rank([*matrix, unit])


def rank(matrix: Sequence[Sequence[Fraction]]) -> int:
    left, found = [list(row) for row in matrix], 0
    for column in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        found += 1
        left = [
            [
                one - row[column] / pivot[column] * other
                for one, other in zip(row, pivot, strict=True)
            ]
            for row in left
        ]
    return found


@given(linear_graphs())
def test_linear_graphs_are_judged_as_linear_algebra_has_it(
    case: tuple[ReasoningGraph, list[Row]],
) -> None:
    graph, rows = case
    given_ = {*graph.targets, *(known.name for known in graph.knowns)}
    made = {link.effects[0] for link in graph.links or ()}
    for known in graph.knowns:
        found = asked(graph, known.name)
        # What no link makes counts as given, so that the rest is what the rules make.
        free = [name for name in NODES if name in made and name not in given_]
        if isinstance(found, Decided) and found.layer == "equations":
            right = is_determined(rows, free, known.name)
            assert (found.level == "recoverable") == right, (graph, known.name, found)


@third
@given(
    rule=st.sampled_from(["y = w*m/V", "y = (w + m) - V", "y = w**m"]),
    effect=st.sampled_from(["z", "tan(w)", "w²", "1/V", "tan(V)", "w m"]),
    told=st.booleans(),
)
def test_nothing_cancels_out_where_another_rule_names_it(
    rule: str, effect: str, *, told: bool
) -> None:
    # V cancels in the two rules for w and y; a third one may hang anywhere.
    back = {"y = w*m/V": "w = x*V/m", "y = (w + m) - V": "w = x - m + V", "y = w**m": "w = x + 0*V"}
    links = [
        Link(causes=("w", "V", "m"), effects=("y",), rule=rule),
        Link(causes=("x", "V", "m"), effects=("w",), rule=back[rule]),
    ]
    if told:
        said = f"{effect} = 2*p" if effect != "z" else "w = 2*p"
        links.append(Link(causes=("p",), effects=(effect,), rule=said))
    numbers = {"V": 5, "m": 2, "p": 3, "x": 7}
    knowns = tuple(Known(name=name, number=Fraction(one)) for name, one in numbers.items())

    found = asked(ReasoningGraph(targets=("y",), knowns=knowns, links=tuple(links)), "V")

    assert isinstance(found, Undecided if told else Decided)


def test_percentages_are_hundredths_of_what_follows() -> None:
    at = {"tax": 5.0, "cost": 100.0}
    for rule, wanted in (
        ("t = cost + 20% tax", 101),
        ("t = cost + 20% of tax", 101),
        ("t = 20% tax", 1),
        ("t = cost / 20% tax", 100),
        ("t = cost*(1 - 20%)", 80),
        ("t = sqrt(20% tax)", 1),
        ("t = cost*110%", 110),
        ("t = 2*20%*tax", 2),
        ("t = cost % 3", 1),
        ("t = 17 % 5", 2),
    ):
        read = read_rule(rule, [*at, "t"])
        assert isinstance(read, Equation), rule
        value = approximate(read.right, at)
        assert isinstance(value, float)
        assert math.isclose(value, wanted), rule
