"""Words to use of a verdict: a question to the authors, and a sentence for the methods section.

A question says what did not come out, from what, and under which assumptions; it accuses nobody,
names what would make the numbers right, and ends with a question mark. Its frame is in several
languages (`WORDS`), and so is what a rule says and assumes, as far as its sentences are known
(`sentences`).
"""

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from measurand.auditing.claims.outcomes import Outcome
from measurand.edges.report.document import LANGUAGES, Language
from measurand.edges.report.doubts import Doubt, PrintedAgainst, doubts_of
from measurand.edges.report.prove_view import ProvedTable
from measurand.edges.report.sentences import translated
from measurand.values.english import counted
from measurand.values.fault import visible
from measurand.values.verdict import TableVerdict, Verdict

_MOST = 12

WORDS: Mapping[str, Mapping[Language, str]] = {
    "thanks": {
        "en": "Thank you for the work.",
        "ko": "좋은 연구에 감사드립니다.",
        "zh": "感谢您的工作。",
    },
    "refuted_ones": {
        "en": "Some numbers of {what} did not come out from the others:",
        "ko": "{what}의 일부 숫자가 다른 숫자들로부터 나오지 않았습니다:",
        "zh": "{what}中的一些数字无法由其他数字得出：",
    },
    "odd": {
        "en": "These of {what} are possible, but only in an unusual way, or unlike what stands "
        "beside them:",
        "ko": "{what}의 다음 숫자들은 가능하지만 드문 방식으로만, 또는 옆의 숫자들과 다르게만 "
        "가능합니다:",
        "zh": "{what}中的以下数字有可能，但只能以不寻常的方式，或与相邻数字不同：",
    },
    "clash": {
        "en": "{cell} is printed, so it lies from {low} to {high}{unit}; what stands beside it "
        "allows {allowed}{unit}.",
        "ko": "{cell}로 인쇄되어 있으므로 값은 {low}~{high}{unit}입니다. 옆의 숫자들이 허용하는 "
        "범위는 {allowed}{unit}입니다.",
        "zh": "印为 {cell}，即 {low} 至 {high}{unit}；相邻数字只允许 {allowed}{unit}。",
    },
    "range": {"en": "{a} to {b}", "ko": "{a}~{b}", "zh": "{a} 至 {b}"},
    "assumes": {"en": "This assumes: {what}.", "ko": "가정: {what}.", "zh": "假设：{what}。"},
    "only_if": {
        "en": "It could be if: {what}.",
        "ko": "다음의 경우 가능합니다: {what}.",
        "zh": "在以下情况有可能：{what}。",
    },
    "fits": {
        "en": "It would fit with {what}.",
        "ko": "다음 값이라면 맞습니다: {what}.",
        "zh": "若为以下值则吻合：{what}。",
    },
    "more": {
        "en": "... and {n} more of the kind.",
        "ko": "... 같은 종류가 {n}개 더 있습니다.",
        "zh": "……另有 {n} 处类似。",
    },
    "checked": {
        "en": "(Held to one another with {tool}. That says nothing of why.)",
        "ko": "({tool}(으)로 숫자들을 서로 맞추어 보았습니다. 이유에 대해서는 아무것도 말하지 "
        "않습니다.)",
        "zh": "（由 {tool} 相互核对；这并不说明原因。）",
    },
    "recomputed": {
        "en": "(Recomputed from the samples with {tool}. That says nothing of why.)",
        "ko": "({tool}(으)로 표본에서 다시 계산했습니다. 이유에 대해서는 아무것도 말하지 "
        "않습니다.)",
        "zh": "（由 {tool} 从样本重新计算；这并不说明原因。）",
    },
    "ask": {
        "en": "Does one of these assumptions not hold here, or is it a slip?",
        "ko": "여기에서 성립하지 않는 가정이 있는지, 아니면 오기인지 알려 주실 수 있을까요?",
        "zh": "请问是其中某个假设在此不成立，还是笔误？",
    },
    "nothing": {
        "en": "There is nothing to ask: no number of {what} was found that cannot be, or is odd.",
        "ko": "물을 것이 없습니다. {what}에서 불가능하거나 특이한 숫자를 찾지 못했습니다.",
        "zh": "没有要问的：{what}中没有发现不可能或异常的数字。",
    },
    "unasked": {
        "en": "Nothing was asked of {what}: no rule speaks of its numbers as they were read.",
        "ko": "{what}에 대해 아무것도 묻지 못했습니다. 읽은 대로의 숫자를 다루는 규칙이 없습니다.",
        "zh": "没有对{what}提出任何问题：没有规则涉及所读取的这些数字。",
    },
    "methods": {
        "en": "The numbers of {what} were held to one another with {tool}: of {n}, {parts}.",
        "ko": "{what}의 숫자들을 {tool}(으)로 서로 맞추어 보았습니다. 질문 {n}개 중 {parts}.",
        "zh": "使用 {tool} 对{what}中的数字进行了相互核对：{n} 个问题中，{parts}。",
    },
    "methods_checked": {
        "en": "The numbers of {what} were recomputed from the samples with {tool}: of {n}, "
        "{parts}.",
        "ko": "{what}의 숫자들을 {tool}(으)로 표본에서 다시 계산했습니다. 주장 {n}개 중 {parts}.",
        "zh": "使用 {tool} 从样本重新计算了{what}中的数字：{n} 项声明中，{parts}。",
    },
    "possible": {"en": "{n} possible", "ko": "가능 {n}", "zh": "{n} 个可能"},
    "not reproducible": {
        "en": "{n} not reproducible under the assumptions that are named",
        "ko": "명시된 가정 아래에서 재현 불가 {n}",
        "zh": "{n} 个在所列假设下不可复现",
    },
    "odd_count": {"en": "{n} odd", "ko": "특이 {n}", "zh": "{n} 个异常"},
    "undecided": {"en": "{n} undecided", "ko": "미결 {n}", "zh": "{n} 个未定"},
    "holds": {"en": "{n} reproduced", "ko": "재현 {n}", "zh": "{n} 项复现"},
    "refuted": {"en": "{n} not reproduced", "ko": "재현되지 않음 {n}", "zh": "{n} 项未复现"},
    "table": {"en": "the table", "ko": "표", "zh": "表格"},
    "tables": {"en": "the {n} tables", "ko": "표 {n}개", "zh": "{n} 张表"},
}
"""Each phrase in every language; what stands in braces is filled in."""


@frozen(kw_only=True)
class Told:
    """What is told of a verdict: of what, by which tool, which doubts, and how many came to what.

    `counts` are by the key of their phrase; `recomputed` tells a check against samples from what
    numbers alone say.
    """

    what: Mapping[Language, str]
    tool: str
    doubts: tuple[Doubt, ...]
    counts: tuple[tuple[str, int], ...]
    recomputed: bool = False


_COUNTED = {
    TableVerdict.POSSIBLE: "possible",
    TableVerdict.NOT_REPRODUCIBLE: "not reproducible",
    TableVerdict.ODD: "odd_count",
    TableVerdict.UNDECIDED: "undecided",
}
_OF_CLAIMS = {
    Verdict.HOLDS: "holds",
    Verdict.REFUTED: "refuted",
    Verdict.UNDECIDED: "undecided",
}


def told_of_tables(tables: Sequence[ProvedTable], *, tool: str) -> Told:
    """Gather what is told of tables.

    >>> told_of_tables((), tool="measurand 1").what["en"]
    'the 0 tables'
    """
    asked = [one.outcome for table in tables for one in table.proved.questions]
    return Told(
        what=_names([table.proved.sheet.name for table in tables]),
        tool=tool,
        doubts=tuple(doubt for table in tables for doubt in doubts_of(table)),
        counts=tuple((key, asked.count(outcome)) for outcome, key in _COUNTED.items()),
    )


def told_of_outcomes(outcomes: Sequence[Outcome], *, title: str, tool: str) -> Told:
    """Gather what is told of claims that were recomputed from samples.

    >>> told_of_outcomes((), title="", tool="measurand 1").counts
    (('holds', 0), ('refuted', 0), ('undecided', 0))
    """
    verdicts = [one.verdict for one in outcomes]
    return Told(
        what=_names([title]),
        tool=tool,
        doubts=tuple(_of_outcome(one) for one in outcomes if one.verdict is Verdict.REFUTED),
        counts=tuple((key, verdicts.count(verdict)) for verdict, key in _OF_CLAIMS.items()),
        recomputed=True,
    )


def _of_outcome(one: Outcome) -> Doubt:
    return Doubt(
        name=f"claim: {one.id}",
        verdict=TableVerdict.NOT_REPRODUCIBLE,
        rows=(),
        columns=(),
        because=(f"{one.printed} is printed; {one.because}" if one.printed else one.because,),
        assumes=(one.definition,) if one.definition else (),
    )


def _names(names: Sequence[str]) -> Mapping[Language, str]:
    """Name one table by its title, one without a title and several by what they are."""
    if len(names) == 1 and names[0] and not names[0].isdigit():
        return dict.fromkeys(LANGUAGES, f'"{names[0]}"')
    key = "table" if len(names) == 1 else "tables"
    return {one: _said(key, one, n=str(len(names))) for one in LANGUAGES}


def _said(key: str, language: Language, **values: str) -> str:
    """Fill in a phrase; what is filled in is never read as a phrase."""
    return WORDS[key][language].format_map(values)


def issue(told: Told, language: Language = "en") -> str:
    """Write a question to the authors; where nothing is odd, refuted or asked, say that.

    >>> print(issue(told_of_tables((), tool="measurand 1")), end="")
    Nothing was asked of the 0 tables: no rule speaks of its numbers as they were read.
    """
    parts = [
        (key, [one for one in told.doubts if one.verdict is verdict])
        for key, verdict in (
            ("refuted_ones", TableVerdict.NOT_REPRODUCIBLE),
            ("odd", TableVerdict.ODD),
        )
    ]
    what = told.what[language]
    if not any(doubts for _, doubts in parts):
        asked = told.recomputed or any(number for _, number in told.counts)
        return f"{visible(_said('nothing' if asked else 'unasked', language, what=what))}\n"
    lines = [_said("thanks", language), ""]
    for key, doubts in parts:
        if doubts:
            lines += [_said(key, language, what=what), "", *_listed(doubts, language), ""]
    checked = "recomputed" if told.recomputed else "checked"
    lines += [_said(checked, language, tool=told.tool), "", _said("ask", language)]
    return "".join(f"{visible(line)}\n" for line in lines)


def _listed(doubts: Sequence[Doubt], language: Language) -> Iterator[str]:
    for one in doubts[:_MOST]:
        why = [_clash(clash, language) for clash in one.clashes[:1] if clash.cell]
        why = why or [_sentence(one.because[:1], language)]
        yield f"- {one.where}: {' '.join(why)}"
        for key, words in (("assumes", one.assumes), ("only_if", one.only_if), ("fits", one.fits)):
            if words:
                what = "; ".join(translated(word, language) or word for word in words)
                yield f"  {_said(key, language, what=what)}"
    if len(doubts) > _MOST:
        yield _said("more", language, n=str(len(doubts) - _MOST))


def _sentence(because: Sequence[str], language: Language) -> str:
    if not because:
        return ""
    said = translated(because[0], language) or because[0]
    return f"{said.rstrip('.')}{_STOP[language]}"


def _clash(clash: PrintedAgainst, language: Language) -> str:
    a, b = clash.allowed
    return _said(
        "clash",
        language,
        cell=clash.cell,
        low=clash.printed[0],
        high=clash.printed[1],
        # Counts may leave one number.
        allowed=a if a == b else _said("range", language, a=a, b=b),
        unit=clash.unit and f" {clash.unit}",
    )


def methods(told: Told, language: Language = "en") -> str:
    """Write a sentence for a methods section: what was checked, with what, and what came out.

    >>> print(methods(told_of_tables((), tool="measurand 1")), end="")
    The numbers of the 0 tables were held to one another with measurand 1: of 0 questions, none.
    """
    counts = [(key, number) for key, number in told.counts if number]
    parts = [_said(key, language, n=str(number)) for key, number in counts] or [_NONE[language]]
    key = "methods_checked" if told.recomputed else "methods"
    asked = sum(number for _, number in counts)
    joined = _COMMA[language].join(parts)
    what = told.what[language]
    noun = "claim" if told.recomputed else "question"
    many = counted(asked, noun) if language == "en" else str(asked)
    sentence = _said(key, language, what=what, tool=told.tool, n=many, parts=joined)
    return f"{visible(sentence)}\n"


_NONE: Mapping[Language, str] = {"en": "none", "ko": "없음", "zh": "无"}
_STOP: Mapping[Language, str] = {"en": ".", "ko": ".", "zh": "。"}
_COMMA: Mapping[Language, str] = {"en": ", ", "ko": ", ", "zh": "，"}
