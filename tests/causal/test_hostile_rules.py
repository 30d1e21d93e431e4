"""Rules that somebody wrote to break their reader: no exception, and little work each."""

import sys
from collections.abc import Callable
from fractions import Fraction
from time import perf_counter
from types import FrameType

import pytest

from measurand.studies.causal.rules.printing import print_rule
from measurand.studies.causal.rules.read import read_rule
from measurand.studies.causal.rules.tokens import Grammar
from measurand.studies.causal.rules.tree import (
    Equation,
    Reason,
    Rule,
    Unread,
    Unvalued,
    names_in,
    sides,
)
from measurand.studies.causal.rules.value import approximate, value

NAMES = ("a", "b", "x", "m", "g", "net force", "a + b", "v_0", "μ", "x, y", "f(x)")

CODE = (
    "__import__('os').getpid()",
    "x = __import__('os').system('id')",
    "().__class__.__base__.__subclasses__()",
    "x = ''.__class__.__mro__[1]",
    "x = a.__globals__",
    "x = getattr(a, 'b')",
    "x = eval('1')",
    "x = exec('1')",
    "x = compile('1', '', 'eval')",
    "x = open('/etc/passwd').read()",
    "x = globals()",
    "x = vars(a)",
    "x = lambda: 0",
    "x = (lambda y: y)(1)",
    "x = [a for a in b]",
    "x = {a: b}",
    "x = {a}",
    "x = a if b else x",
    "x = not a",
    "x = a and b",
    "x = a is b",
    "x = a in b",
    "x = (y := 5)",
    "x := 5",
    "x = f'{a}'",
    "x = f'{__import__(\"os\")}'",
    "x = b'a'",
    "x = r'a'",
    "x = 'a' * 10**9",
    'x = "a"',
    "x = '''a",
    "x = a; import os",
    "import os",
    "x = a\nimport os",
    "x = await a",
    "x = yield a",
    "x = *a",
    "x = **a",
    "x = a @ b",
    "x = a.b",
    "x = a[0]",
    "x = a[:, 1]",
    "x = a...b",
    "x = ...",
    "x = ~a",
    "x = a << 10**9",
    "x = a & b | m",
    "x = print(a)",
    "x = sqrt(a)(b)",
    "x = sqrt(*a)",
    "x = sqrt(a=1)",
    "x = max(a, key=b)",
    "x = __a__",
    "x = _",
    "x = __builtins__",
    "x = None",
    "x = True + False",
    "x = nan",
    "x = inf - inf",
    "x = 1j",
)
LARGE = (
    "9**9**9**9",
    "x = 9**9**9**9",
    "x = 9^9^9^9",
    "x = 10**(10**10)",
    "x = 2**-(10**9)",
    "x = a**99999999",
    "x = a**1e400",
    "x = a**0.0000001",
    "x = (((a**64)**64)**64)**64",
    "x = 1e400**64",
    "x = (1e400**b)**64",
    "x = factorial(10**8)",
    "x = factorial(factorial(factorial(9)))",
    "x = a!!!!!!",
    "x = 99999999999!",
    "x = C(10**9, 5*10**8)",
    "x = binomial(1e300, 1e299)",
    "x = lcm(" + ", ".join(f"1e{n}+1" for n in range(50, 90)) + ")",
    "x = gcd()",
    "x = 1e999",
    "x = 1e-999",
    "x = 1e99999999999999999999",
    "x = " + "9" * 41,
    "x = " + "9" * 390,
    "x = 0." + "0" * 380 + "1",
    "x = exp(exp(exp(exp(9))))",
    "x = sinh(1e300) / tanh(1e-300)",
    "x = log(1 + 1e-39, 1 + 1e-38)",
    "x = log(1e400, 1 + 1e-39)",
    "x = 1 / (a - a)",
    "x = 0**-1",
    "x = 0**0",
    "x = 1 % 0 // 0",
    "x = tan(pi / 2)",
    "x = sqrt(-1)**a",
    "x = (-8)**(1/3)",
    "x = floor(1e308) + ceil(-1e308)",
)
DEEP = (
    "x = " + "(" * 198 + "a" + ")" * 198,
    "x = " + "(" * 396,
    "x = " + ")" * 396,
    "x = " + "[" * 198 + "]" * 198,
    "x = " + "{" * 396,
    "x = " + "-" * 395 + "a",
    "x = " + "+" * 395 + "a",
    "x = " + "-+" * 190 + "a",
    "x = " + "- " * 190 + "a",
    "x = " + "|" * 396,
    "|||||",
    "x = " + "|a" * 190,
    "x = " + "|a|" * 130,
    "x = " + "√" * 390 + "a",
    "x = " + "sqrt(" * 75 + "a" + ")" * 20,
    "x = " + "sin " * 98,
    "x = " + "abs(" * 60 + "a" + ")" * 60,
    "x = a" + "**a" * 130,
    "x = a" + "^-a" * 130,
    "x = a" + "²" * 390,
    "x = a" + "!" * 390,
    "x = a" + "+a" * 197,
    "x = a" + " a" * 190,
    "x = a" + "/b x" * 90,
    "=".join("a" * 200),
    "=" * 400,
    "x = max(" + "a," * 180 + "a)",
    "x = a, " * 56,
    "x = " + "½" * 100,
    "x = " + "`" * 390,
    "x = a_" + "{" * 390,
    "x = a" + "_{a}" * 90,
    "x = a" + "'" * 390,
    "x = a where a = b where " * 16,
    ": ".join("a" * 130),
    "x = a (" * 56,
    "x = " + "mg" * 190,
    "x = " + "a b " * 5000,
    "a" * 400,
    "a" * 100_000,
    " " * 100_000,
    "(" * 100_000,
)
LETTERS = (
    "x = \u0430",
    "х = a + b",
    "x = ａ + ｂ",
    "x = １２",
    "x = ١٢",
    "x = १ + a",
    "x = a\u0301",
    "x = \u0301",
    "x = a\u200db",
    "x = a\u200b b",
    "x = a\u202eb",
    "x = \u2066a\u2069",
    "\ufeffx = a",
    "x = a\x00",
    "x\x00= a",
    "x = a\x1b[31m",
    "x = a\x7f",
    "x = a\x85b",
    "x = a\u2028b",
    "x = a\ud800",
    "x = a\udfff\ud800",
    "x = \U000e0041",
    "x = \ue000",
    "x = \U0001d465²",
    "x = ℯ^a",
    "x = ⅷ",
    "x = ①",
    "x = ㎏",
    "x = ﬁ",
    "x = İ",
    "x = ẞ",
    "x = 质量 * 加速度",
    "x = a　b",
    "x = a\tb",
    "x = a\rb",
    "x = a\n+ b",
    "x = a \\\n + b",
    "x = a \\",
    "x = a # b",
    "# x = a",
    "x = a // b /* c */",
    "x = a <!-- b -->",
    "x = 0xff",
    "x = 0b11",
    "x = 0o17",
    "x = 1_000",
    "x = 1__0",
    "x = 007",
    "x = 1.2.3",
    "x = 1..2",
    "x = .",
    "x = 1e",
    "x = 1e+",
    "x = e1",
    "x = 1ee1",
    "x = $a",
    "x = a ? b : m",
    "x = %s",
    "x = a %",
    "x = {0.__class__}",
    "x = \\frac{a}{b}",
    "x = \\input{/etc/passwd}",
    "x = $$a$$",
    "x = <script>alert(1)</script>",
    "x = a ⁻⁻¹",
    "x = a⁺",
    "x = ²",
    "x = ∞ - ∞",
    "x = ‖a‖",
    "x = ⟨a⟩",
    "x = ∑_{i} a",
    "'; DROP TABLE rules; --",
    "",
    "=",
    "x =",
    "= x",
    "x = =",
    ",",
    "x = ()",
    "x = sqrt()",
    "x = ,",
    "`",
    "``",
    "x = `a",
    "x = `a` `b`",
    "where",
    " where ",
    "x = a where",
    ":",
    ": :",
    "x: ",
)
HOSTILE = tuple(dict.fromkeys((*CODE, *LARGE, *DEEP, *LETTERS)))
AT = {name: Fraction(place, 3) for place, name in enumerate(NAMES, start=1)}
MOST_CALLS = 40_000
"""How many function calls a rule costs: about 10 ms on a slow machine."""


def asked(text: str, grammar: Grammar) -> Rule:
    """Read a rule and ask all that can be asked of it."""
    rule = read_rule(text, NAMES, grammar)
    if isinstance(rule, Equation):
        at = {name: Fraction(3, 2) for name in names_in(rule)} | AT
        for side in sides(rule):
            value(side, at)
            approximate(side, at)
        print_rule(rule)
    return rule


def calls_of(run: Callable[[], object]) -> int:
    """Count the function calls of a run."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        run()
    finally:
        sys.setprofile(before)
    return count


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE) > 200


@pytest.mark.parametrize("grammar", list(Grammar))
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:30]))
def test_a_hostile_rule_is_a_result_and_little_work(text: str, grammar: Grammar) -> None:
    asked(text, grammar)

    assert calls_of(lambda: asked(text, grammar)) < MOST_CALLS


def test_all_of_them_together_take_no_time() -> None:
    start = perf_counter()
    for text in HOSTILE:
        for grammar in Grammar:
            asked(text, grammar)

    assert perf_counter() - start < 0.05 * len(HOSTILE)


@pytest.mark.parametrize("text", CODE)
def test_no_code_is_a_strict_rule_but_plain_names(text: str) -> None:
    harmless = {"x = __a__", "x = _", "x = __builtins__", "x = nan", "x = inf - inf"}

    assert isinstance(read_rule(text, NAMES, Grammar.STRICT), Equation) is (text in harmless)


def test_names_of_code_are_names_without_a_meaning() -> None:
    rule = read_rule("x = __builtins__")

    assert isinstance(rule, Equation)
    assert names_in(rule) == ("x", "__builtins__")
    assert approximate(rule.right, {}) == approximate(rule.right, {"a": 1.0})


@pytest.mark.parametrize("text", [text for text in LARGE if "**9**9" in text or "10**8" in text])
def test_powers_of_powers_are_refused_before_they_are_computed(text: str) -> None:
    for grammar in Grammar:
        rule = read_rule(text, NAMES, grammar)
        if isinstance(rule, Equation):
            assert isinstance(value(rule.right, AT), Unvalued)
            assert isinstance(approximate(rule.right, AT), Unvalued)


@pytest.mark.parametrize(
    "text",
    [text for text in LETTERS if any(ord(letter) > 0x2FF for letter in text) and "x = " in text],
)
def test_characters_that_look_alike_are_not_taken_for_what_they_look_like(text: str) -> None:
    rule = read_rule(text, NAMES)

    assert isinstance(rule, Unread)
    assert rule.reason in (
        Reason.CHARACTER,
        Reason.CALCULUS,
        Reason.PROSE,
        Reason.SYNTAX,
    )


def test_many_names_cost_no_more_than_few() -> None:
    text = "x = " + "v_1 + " * 60 + "v_2"
    names = [f"v_{number}" for number in range(20_000)]
    read_rule(text, names)

    assert calls_of(lambda: read_rule(text, names)) < 2 * calls_of(
        lambda: read_rule(text, names[:50])
    )
