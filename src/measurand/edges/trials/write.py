"""A plain test file: laws of one function, for people who take pytest and Hypothesis alone.

The file is made of three pieces: modules of ours copied whole (`source`), the function that is
tried, and a test for each law that applies. No statement of ours is changed on the way.
"""

import sys
from collections.abc import Iterator

from measurand.edges.trials.load import Loaded
from measurand.edges.trials.source import (
    FROZEN,
    NotShippedError,
    Source,
    import_lines,
    shipped,
    source,
)
from measurand.edges.trials.suite import Trying
from measurand.edges.trials.suites import DRAWN_BY
from measurand.laws.kinds.judged import Fate, Judged, Judgement
from measurand.values.fault import visible

_KINDS = "measurand.laws.kinds."
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

    Laws that could not be judged are named in a comment. Raises NotShippedError where the suite is
    none of the library's own.

    >>> from measurand.edges.trials.search import Effort
    >>> from measurand.edges.trials.suites import SET_F1_2026_1
    >>> from measurand.laws.kinds.subject import Subject
    >>> one = Loaded("my_metrics", "one", lambda gold, predicted: 1.0)
    >>> judgement = SET_F1_2026_1.judge(Subject("one", one.function), Effort(seed=0))
    >>> "def test_range(case):" in plain_tests(SET_F1_2026_1, judgement, one).splitlines()
    True
    """
    rows = [row for row in judgement.laws if row.fate in {Fate.HELD, Fate.BROKEN}]
    home, laws = _laws(suite, [row.law for row in judgement.laws])
    draw = DRAWN_BY[suite.kind_name]
    sources = shipped(home, draw.__module__)
    return "\n".join(
        (
            *_head(judgement, loaded),
            *_imports(sources, loaded, batched),
            *_sources(sources),
            "",
            "",
            "# --- the function, and the cases that it is tried on",
            "",
            *_subject(judgement, loaded, batched),
            f"CASES = {draw.__name__}()",
            f"LAWS = {{law.id: law for law in {laws}}}",
            _HOLD,
            *(line for row in rows for line in _test(row)),
            *_left(judgement),
            "",
        )
    )


def _laws(suite: Trying, names: list[str]) -> tuple[str, str]:
    """Find the laws of a suite's kind as a constant: its module, and its name.

    Where several constants have them all, the shortest is that of the kind.
    """
    wanted = {id(suite.value(name)) for name in names}
    constants = [
        (len(laws), module, name)
        for module in sorted(sys.modules)
        if module.startswith(_KINDS)
        for name in sorted(source(module).names)
        if isinstance(laws := getattr(sys.modules[module], name, None), tuple)
        if wanted <= {id(law) for law in laws}
    ]
    if not constants:
        raise NotShippedError(f"law {names[0]} is no constant of a module of {_KINDS[:-1]}")
    _, module, name = min(constants)
    return module, name


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


def _imports(sources: tuple[Source, ...], loaded: Loaded, batched: Loaded | None) -> Iterator[str]:
    yield from import_lines(sources)
    yield ""
    yield "from hypothesis import HealthCheck, given, reject, settings"
    yield ""
    yield f"{loaded.importing} as the_function"
    if batched is not None:
        yield f"{batched.importing} as the_batched"


def _sources(sources: tuple[Source, ...]) -> Iterator[str]:
    """Write the modules one after another; what two of them say alike is said once."""
    yield from ("", "", FROZEN)
    said: set[str] = set()
    for one in sources:
        yield from ("", "", f"# --- {one.says}")
        before = False
        for text in (text for text, _ in one.parts if text not in said):
            said.add(text)
            long = text.startswith(("def ", "class ", "@"))
            yield from ("", "") if long or before else ("",)
            yield text
            before = long


def _subject(judgement: Judgement, loaded: Loaded, batched: Loaded | None) -> Iterator[str]:
    claims = "".join(f"    {claim!r},\n" for claim in sorted(judgement.claims))
    yield f"CLAIMS = frozenset([\n{claims}])" if claims else "CLAIMS = frozenset()"
    call = f"SUBJECT = Subject({judgement.subject!r}, the_function{_rest(loaded)}, CLAIMS"
    yield f"{call}, the_batched{_rest(batched)})" if batched is not None else f"{call})"


def _rest(loaded: Loaded) -> str:
    _, mark, rest = loaded.path.partition(".")
    return mark + rest


def _test(row: Judged) -> Iterator[str]:
    yield from ("", "", "@trial", "@given(CASES)")
    yield f"def test_{''.join(char if char.isalnum() else '_' for char in row.law)}(case):"
    yield from _commented(row.says)
    yield f"    hold(LAWS[{row.law!r}], case)"


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
