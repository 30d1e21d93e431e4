"""A plain test file: laws of one function, for people who take pytest and Hypothesis alone."""

import ast
import sys
from collections.abc import Iterator

from measurand.edges.trials.load import Loaded
from measurand.edges.trials.shake import ShakeError, Shaken, renamed, shake
from measurand.edges.trials.source import source
from measurand.edges.trials.suite import Trying
from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.values.fault import visible

_KINDS = "measurand.laws.kinds."
_SUITES = "measurand.edges.trials.suites"
_LAW = "measurand.algebra.law"
_ALWAYS = ((_LAW, "Broken"), (_LAW, "Holds"), (_LAW, "Silent"), (f"{_KINDS}subject", "Subject"))
_WIDTH = 100
_HOLD = '''\
trial = settings(deadline=None, suppress_health_check=list(HealthCheck))


def hold(law, case):
    """Fail where a case breaks a law; a case of which it says nothing is left out."""
    outcome = law.check(SUBJECT, case)
    if isinstance(outcome, Silent):
        reject()
    if isinstance(outcome, Broken):
        raise AssertionError("\\n".join([law.says, *outcome.calls, f"# {outcome.because}"]))
    if not isinstance(outcome, Holds):
        raise TypeError(f"law {law.id}: a check gives Holds, Broken or Silent: got {outcome!r}")'''


def plain_tests(
    suite: Trying, judgement: Judgement, loaded: Loaded, batched: Loaded | None = None
) -> str:
    """Write a file of tests: a test for each law that applies, and the source of all it needs.

    Laws that could not be judged are named in a comment. Raises ShakeError where the suite is none
    of the library's own.

    >>> from measurand.edges.trials.search import Effort
    >>> from measurand.edges.trials.suites import SET_F1_2026_1
    >>> from measurand.laws.kinds.subject import Subject
    >>> one = Loaded("my_metrics", "one", lambda gold, predicted: 1.0)
    >>> found = SET_F1_2026_1.judge(Subject("one", one.function), Effort(seed=0))
    >>> "def test_range(case):" in plain_tests(SET_F1_2026_1, found, one).splitlines()
    True
    """
    rows = [row for row in judgement.laws if row.fate in {Fate.HELD, Fate.BROKEN}]
    where = {row.law: _place(suite.value(row.law), row.law) for row in rows}
    cases, used = _cases(suite.name)
    shaken = shake([*_ALWAYS, *((module, name) for module, name, _ in where.values()), *used])
    return "\n".join(
        (
            *_head(judgement, loaded),
            *_imports(shaken, loaded, batched),
            *_sources(shaken),
            "",
            "",
            "# --- the function, and the cases that it is tried on",
            "",
            *_subject(judgement, loaded, batched),
            f"CASES = {renamed(cases, {name: shaken.names[at, name] for at, name in used})}",
            _HOLD,
            *(line for row in rows for line in _test(row, _called(where[row.law], shaken))),
            *_left(judgement),
            "",
        )
    )


def _called(where: tuple[str, str, str], shaken: Shaken) -> str:
    """Write a law as it is called in the file."""
    module, name, text = where
    return text.replace(name, shaken.names[module, name], 1)


def _head(judgement: Judgement, loaded: Loaded) -> Iterator[str]:
    claims = ", ".join(sorted(judgement.claims)) or "nothing"
    yield f'"""Laws of {loaded.module}.{loaded.path}, tried by Hypothesis.'
    yield ""
    yield f"Suite {judgement.suite} of the kind {judgement.kind}; the function claims {claims}."
    yield "Written by `measurand laws --write`, and yours to edit: it needs pytest and hypothesis,"
    yield "and nothing else. Run it as `python -m pytest` from the folder of the function's module."
    yield "The tests are at the end; above them is what they are made of:"
    yield "source of measurand, under the Apache License 2.0."
    yield '"""'
    yield ""


def _imports(shaken: Shaken, loaded: Loaded, batched: Loaded | None) -> Iterator[str]:
    more = "from hypothesis import HealthCheck, given, reject, settings"
    yield from shaken.imports
    yield ""
    yield more
    yield ""
    yield f"{loaded.importing} as the_function"
    if batched is not None:
        yield f"{batched.importing} as the_batched"


def _sources(shaken: Shaken) -> Iterator[str]:
    yield from ("", *shaken.stand_ins)
    for module, parts in shaken.parts.items():
        yield from ("", "", f"# --- {source(module).says}")
        before = False
        for part in parts:
            long = part.startswith(("def ", "class ", "@"))
            yield from ("", "") if long or before else ("",)
            yield part
            before = long


def _subject(judgement: Judgement, loaded: Loaded, batched: Loaded | None) -> Iterator[str]:
    claims = "".join(f"    {claim!r},\n" for claim in sorted(judgement.claims))
    yield f"CLAIMS = frozenset([\n{claims}])" if claims else "CLAIMS = frozenset()"
    call = f"SUBJECT = Subject({judgement.subject!r}, the_function{_rest(loaded)}, CLAIMS"
    yield f"{call}, the_batched{_rest(batched)})" if batched is not None else f"{call})"


def _rest(loaded: Loaded) -> str:
    _, mark, rest = loaded.path.partition(".")
    return mark + rest


def _test(row: Judged, law: str) -> Iterator[str]:
    yield from ("", "", "@trial", "@given(CASES)")
    yield f"def test_{''.join(char if char.isalnum() else '_' for char in row.law)}(case):"
    yield from _commented(row.says)
    yield f"    hold({law}, case)"


def _commented(text: str) -> Iterator[str]:
    words, line = text.split(), "    #"
    for word in words:
        if len(line) + len(word) >= _WIDTH:
            yield line
            line = "    #"
        line += f" {word}"
    yield line


def _left(judgement: Judgement) -> Iterator[str]:
    left = judgement.of(Fate.UNTESTED)
    if left:
        yield from ("", "", "# Not tested, as no case had anything to say:")
    for row in left:
        yield f"# - {row.law}: {visible(row.because)}"


def _place(law: object, name: str) -> tuple[str, str, str]:
    """Find a law as a constant of a module, or in a tuple or a table of them."""
    modules = sorted(name for name in sys.modules if name.startswith(_KINDS))
    for module in modules:
        for top in source(module).tops:
            found: object = getattr(sys.modules[module], top, None)
            if found is law:
                return module, top, top
    for module in modules:
        for top in source(module).tops:
            key = _within(getattr(sys.modules[module], top, None), law)
            if key:
                return module, top, f"{top}[{key}]"
    raise ShakeError(f"law {name} is no constant of a module of {_KINDS[:-1]}")


def _within(found: object, law: object) -> str:
    if isinstance(found, tuple | list):
        return next((str(at) for at, one in enumerate(found) if one is law), "")
    if isinstance(found, dict):
        return next((repr(key) for key, one in found.items() if one is law), "")
    return ""


def _cases(suite: str) -> tuple[str, list[tuple[str, str]]]:
    """Read in the module of suites what draws the cases of one: an expression, and its names."""
    here = source(_SUITES)
    if suite not in here.tops:
        raise ShakeError(f"{suite} is no suite of the library: its source is not known")
    node = ast.parse(here.tops[suite].text, mode="exec").body[0]
    match node:
        case (
            ast.Assign(value=ast.Call(args=[_, _, cases, *_]))
            | ast.AnnAssign(value=ast.Call(args=[_, _, cases, *_]))
        ):
            names = sorted({one.id for one in ast.walk(cases) if isinstance(one, ast.Name)})
            used = [here.imports[name] for name in names if name in here.imports]
            return ast.unparse(cases), [(one.module, one.name) for one in used if one.ours]
        case _:
            raise ShakeError(f"{suite} is not written as Suite(name, kind, cases, laws)")
