"""The words of the report page, and what each metric says, in English, Korean and Chinese.

Each word stands beside its other two: one that lacks a language does not construct, so that no page
mixes two.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from attrs import field, fields, frozen

Lang = Literal["en", "ko", "zh"]
_LANGS: tuple[Lang, ...] = get_args(Lang)


def words(english: str, korean: str, chinese: str) -> str:
    """Give a word of the page in every language."""
    word: str = field(metadata=dict(zip(_LANGS, (english, korean, chinese), strict=True)))
    return word


@frozen(kw_only=True)
class Labels:
    """Every word of the page that is not data; `{...}` are filled in.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> LABELS["ko"].samples
    '샘플'
    """

    title: str = words("Metric report", "메트릭 보고서", "指标报告")
    subtitle: str = words(
        "Two-stage review: what the first stage said, and what the review made of it",
        "2단계 검토: 1단계의 출력과 검토 후의 변화",
        "两阶段审查：第一阶段的输出与审查后的变化",
    )
    run: str = words("Run", "실행", "运行")
    profile: str = words("Profile", "프로필", "配置")
    digest: str = words("Data digest", "데이터 다이제스트", "数据摘要")
    contents: str = words("Contents", "목차", "目录")
    key_numbers: str = words("Key numbers", "핵심 수치", "关键数字")
    outcome: str = words("Outcome metrics", "결과 메트릭", "结果指标")
    outcome_note: str = words(
        "How well the stages agree with gold.",
        "각 단계가 정답과 얼마나 일치하는지 나타냅니다.",
        "各阶段与标准答案的一致程度。",
    )
    process: str = words("Process metrics", "과정 메트릭", "过程指标")
    process_note: str = words(
        "What the review did on the way.",
        "검토 과정에서 일어난 일을 나타냅니다.",
        "审查过程中发生的事情。",
    )
    counts: str = words("Counts", "개수", "计数")
    metric: str = words("Metric", "메트릭", "指标")
    value: str = words("Value", "값", "值")
    percent: str = words("Percent", "백분율", "百分比")
    interval: str = words("Interval", "구간", "区间")
    interval_note: str = words(
        "{level} intervals: percentiles of {replicates} resamples of the samples (bootstrap, seed "
        "{seed}). Where all resamples have one score there is no interval, which says nothing of "
        "certainty.",
        "{level} 구간: 샘플을 {replicates}회 재추출한 값의 백분위수(부트스트랩, 시드 {seed}). "
        "모든 재추출의 값이 같으면 구간이 없으며, 이는 확실하다는 뜻이 아닙니다.",
        "{level} 区间：对样本重抽样 {replicates} 次所得值的百分位数（自助法，种子 "
        "{seed}）。所有重抽样的值都相同时没有区间，这并不表示确定。",
    )
    interval_none: str = words("resamples alike", "재추출 값이 모두 같음", "重抽样的值都相同")
    p_note: str = words(
        "p of delta_f1: the stages of samples exchanged, {how} (sign-flip test). p of net_gain: "
        "fixed against broken (McNemar's exact test). Two-sided, not adjusted for being several.",
        "delta_f1의 p: 샘플마다 두 단계를 맞바꾸는 부호 뒤집기 검정({how}). net_gain의 p: 교정과 "
        "훼손을 견주는 맥니마 정확 검정. 양측이며, 여러 검정에 대한 보정은 하지 않았습니다.",
        "delta_f1 的 p：逐样本交换两个阶段的符号翻转检验（{how}）。net_gain 的 "
        "p：修正与破坏的麦克尼马尔精确检验。双侧，未因多个检验而校正。",
    )
    every_pattern: str = words("in every pattern", "모든 경우", "全部情形")
    random_patterns: str = words(
        "in {replicates} random patterns", "무작위 {replicates}가지 경우", "{replicates} 种随机情形"
    )
    denominator: str = words("Denominator", "분모", "分母")
    undefined: str = words("n/a", "해당 없음", "不适用")
    no_metrics: str = words(
        "No metric was computed.", "계산된 메트릭이 없습니다.", "没有计算任何指标。"
    )
    pictures: str = words("Pictures", "그림", "图")
    flow_title: str = words("Before and after the review", "검토 전과 후", "审查前后")
    flow_text: str = words(
        "{graded} graded: {before} right at stage 1, {after} right at the end; {fixed} fixed, "
        "{broken} broken, {kept} kept right, {still} still wrong.",
        "채점된 샘플 {graded}개 중 1단계에서 {before}개, 최종에서 {after}개가 정답입니다: 교정 "
        "{fixed}, 훼손 {broken}, 유지 {kept}, 여전히 오답 {still}.",
        "在 {graded} 个已评分样本中，第一阶段正确 {before} 个，最终正确 {after} 个：修正 "
        "{fixed}，破坏 {broken}，保持正确 {kept}，仍然错误 {still}。",
    )
    flow_none: str = words("No sample was graded.", "채점된 샘플이 없습니다.", "没有已评分的样本。")
    before: str = words("Stage 1", "1단계", "第一阶段")
    after: str = words("Final", "최종", "最终")
    right: str = words("right", "정답", "正确")
    wrong: str = words("wrong", "오답", "错误")
    fixed: str = words("fixed", "교정", "修正")
    broken: str = words("broken", "훼손", "破坏")
    kept: str = words("kept", "유지", "保持")
    still: str = words("still wrong", "여전히 오답", "仍然错误")
    ungraded: str = words("not graded", "채점 안 됨", "未评分")
    outcome_of: str = words("Outcome", "결과", "结果")
    share: str = words("Share", "비율", "占比")
    stages_title: str = words("F1 by stage", "단계별 F1", "各阶段 F1")
    stages_text: str = words(
        "Each bar runs from 0 to 1; longer is better.",
        "막대는 0에서 1까지이며, 길수록 좋습니다.",
        "条形从 0 到 1，越长越好。",
    )
    stages_none: str = words(
        "No stage was scored.", "채점된 단계가 없습니다.", "没有已评分的阶段。"
    )
    stage: str = words("Stage", "단계", "阶段")
    edits_title: str = words(
        "What each kind of edit adds to F1", "수정 종류별 F1 기여", "各类修改对 F1 的贡献"
    )
    edits_text: str = words(
        "The change of the mean F1, shared out over the edits between the stages (Shapley "
        "values). The parts add up to it exactly.",
        "평균 F1의 변화를 단계 사이의 수정에 나눈 값(섀플리 값)이며, 합은 변화량과 정확히 "
        "같습니다.",
        "平均 F1 的变化按阶段间的修改分摊（沙普利值），各部分之和与变化量完全相等。",
    )
    edits_none: str = words(
        "Not shared out: no sample has both stages and gold, or one has too many edits.",
        "나눌 수 없습니다: 두 단계와 정답이 있는 샘플이 없거나 수정이 너무 많습니다.",
        "没有可分摊的变化：没有同时具有两个阶段和标准答案的样本，或修改过多。",
    )
    edit: str = words("Edit", "수정", "修改")
    edit_share: str = words("Part of the change", "변화 중 몫", "变化中的份额")
    remove_hit: str = words("Right prediction removed", "맞는 예측 제거", "删除正确预测")
    remove_miss: str = words("Wrong prediction removed", "틀린 예측 제거", "删除错误预测")
    add_hit: str = words("Right prediction added", "맞는 예측 추가", "添加正确预测")
    add_miss: str = words("Wrong prediction added", "틀린 예측 추가", "添加错误预测")
    edits_sum: str = words("Sum", "합계", "合计")
    conflicts_title: str = words(
        "Polarity conflict by aspect", "속성별 극성 충돌", "各方面的极性冲突"
    )
    conflicts_text: str = words(
        "In how many samples an aspect has polarities that disagree, most first; {aspects} "
        "aspects in all.",
        "한 속성에 서로 다른 극성이 있는 샘플 수를 많은 순으로 보입니다. 속성은 모두 "
        "{aspects}개입니다.",
        "同一方面出现不同极性的样本数，从多到少排列；共 {aspects} 个方面。",
    )
    conflicts_none: str = words(
        "No aspect was counted.", "집계된 속성이 없습니다.", "没有统计任何方面。"
    )
    aspect: str = words("Aspect", "속성", "方面")
    no_term: str = words("(no term)", "(용어 없음)", "（无词）")
    conflicting: str = words("Conflicts", "충돌", "冲突")
    other_aspects: str = words("other aspects: {n}", "그 밖의 속성 {n}개", "其他 {n} 个方面")
    all_aspects: str = words("all aspects: {n}", "속성 {n}개 전체", "全部 {n} 个方面")
    m_of_n: str = words("{m} of {n}", "{n}개 중 {m}개", "{m} / {n}")
    causes_title: str = words("Hallucination by cause", "원인별 환각", "各原因的幻觉")
    causes_text: str = words(
        "How often each cause was found, {total} in all.",
        "원인별로 발견된 횟수이며, 모두 {total}건입니다.",
        "每种原因出现的次数，共 {total} 次。",
    )
    causes_none: str = words(
        "No cause was counted.", "집계된 원인이 없습니다.", "没有统计任何原因。"
    )
    cause: str = words("Cause", "원인", "原因")
    out_of_text: str = words("not in the text", "본문에 없음", "不在原文中")
    span_misalignment: str = words(
        "span does not fit the term", "위치와 용어 불일치", "位置与词不符"
    )
    target_filter: str = words("not a valid target", "유효한 대상이 아님", "不是有效目标")
    samples: str = words("Samples", "샘플", "样本")
    samples_text: str = words(
        "“+” marks what the final list adds, “−” what it drops of stage 1.",
        "“+”는 최종 목록에 추가된 항목, “−”는 1단계에서 제거된 항목입니다.",
        "“+” 表示最终列表新增的项，“−” 表示从第一阶段删除的项。",
    )
    samples_none: str = words("No sample is listed.", "표시할 샘플이 없습니다.", "没有列出样本。")
    listed: str = words(
        "{listed} of {total} samples are listed.",
        "전체 {total}개 중 {listed}개 샘플을 표시합니다.",
        "共 {total} 个样本，列出 {listed} 个。",
    )
    search: str = words("Search", "검색", "搜索")
    all: str = words("all", "전체", "全部")
    showing: str = words("Shown:", "표시:", "显示：")
    sample: str = words("Sample", "샘플", "样本")
    gold: str = words("Gold", "정답", "标准答案")
    stage1: str = words("Stage 1", "1단계", "第一阶段")
    final: str = words("Final", "최종", "最终")
    change: str = words("Change", "변경", "变化")
    changed: str = words("changed", "변경됨", "有变化")
    unchanged: str = words("unchanged", "변경 없음", "无变化")
    change_unknown: str = words("change not known", "변경 여부 모름", "变化未知")
    added: str = words("added", "추가됨", "新增")
    removed: str = words("removed", "제거됨", "删除")
    absent: str = words("not there", "목록 없음", "无列表")
    nothing: str = words("empty", "빈 목록", "空列表")
    definitions: str = words("Definitions", "정의", "定义")
    definitions_text: str = words(
        "The full signature of every metric above: all options, none left out.",
        "위 모든 메트릭의 전체 서명입니다. 생략된 옵션은 없습니다.",
        "以上每个指标的完整签名：列出全部选项。",
    )
    definitions_none: str = words("There is no definition.", "정의가 없습니다.", "没有定义。")


LABELS: Mapping[Lang, Labels] = {
    lang: Labels(**{one.name: one.metadata[lang] for one in fields(Labels)}) for lang in _LANGS
}


GLOSSES: dict[str, tuple[str, str, str]] = {
    "n": ("samples", "샘플 수", "样本数"),
    "N_gold": ("samples with gold", "정답이 있는 샘플", "有标准答案的样本"),
    "tuple_f1_s1": ("F1 of stage 1", "1단계 F1", "第一阶段 F1"),
    "tuple_f1_s2": ("F1 at the end", "최종 F1", "最终 F1"),
    "delta_f1": ("F1 gained by the review", "검토로 얻은 F1", "审查带来的 F1 变化"),
    "triplet_f1_s1": ("same as tuple_f1_s1", "tuple_f1_s1과 같음", "同 tuple_f1_s1"),
    "triplet_f1_s2": ("same as tuple_f1_s2", "tuple_f1_s2와 같음", "同 tuple_f1_s2"),
    "tuple_f1_s2_overall": ("over all gold", "전체 정답 기준", "基于全部标准答案"),
    "tuple_f1_s2_explicit_only": ("explicit gold", "명시적 정답", "显式标准答案"),
    "tuple_f1_s2_implicit_only": ("implicit gold", "암시적 정답", "隐式标准答案"),
    "tuple_f1_s2_raw": ("before representatives", "대표 선택 전", "选取代表之前"),
    "tuple_f1_s2_after_rep": ("after representatives", "대표 선택 후", "选取代表之后"),
    "fix_rate": ("wrong answers put right", "오답이 교정된 비율", "错误被修正的比例"),
    "break_rate": ("right answers made wrong", "정답이 훼손된 비율", "正确被破坏的比例"),
    "net_gain": ("fixed less broken", "교정에서 훼손을 뺀 값", "修正减去破坏"),
    "n_fix": ("fixed", "교정", "修正"),
    "n_break": ("broken", "훼손", "破坏"),
    "n_still": ("still wrong", "여전히 오답", "仍然错误"),
    "n_keep": ("kept right", "정답 유지", "保持正确"),
    "polarity_conflict_rate_raw": (
        "one aspect, several polarities; all items",
        "한 속성에 여러 극성, 모든 항목",
        "同一方面多种极性，全部项",
    ),
    "polarity_conflict_rate": (
        "one aspect, several polarities",
        "한 속성에 여러 극성",
        "同一方面多种极性",
    ),
    "polarity_conflict_rate_after_rep": (
        "conflict after representatives",
        "대표 선택 후의 충돌",
        "选取代表之后的冲突",
    ),
    "implicit_gold_sample_n": (
        "samples with implicit gold",
        "암시적 정답이 있는 샘플",
        "有隐式标准答案的样本",
    ),
    "implicit_invalid_sample_n": (
        "of these without a valid answer",
        "그중 유효한 답이 없는 샘플",
        "其中没有有效答案的样本",
    ),
    "implicit_invalid_pred_rate": (
        "implicit gold without a valid answer",
        "암시적 정답에 유효한 답 없음",
        "隐式标准答案无有效答案",
    ),
    "pre_to_post_change_rate": ("changed by the review", "검토로 변경됨", "被审查改变"),
    "changed_samples_rate": ("changed by the review", "검토로 변경됨", "被审查改变"),
    "changed_and_improved_rate": ("changed for the better", "변경되어 개선됨", "改变且改善"),
    "changed_and_degraded_rate": ("changed for the worse", "변경되어 악화됨", "改变且恶化"),
    "review_action_rate": ("reviewers acted", "검토자 조치 있음", "审查者有动作"),
    "arb_intervention_rate": ("arbiter acted", "중재자 조치 있음", "仲裁者有动作"),
    "guided_by_review_rate": (
        "changes that the review led to",
        "검토가 이끈 변경",
        "由审查引导的改变",
    ),
    "validator_clear_rate": ("risks cleared", "해소된 위험", "已消除的风险"),
    "risk_resolution_rate": ("risks resolved", "해결된 위험", "已解决的风险"),
    "validator_residual_risk_rate": (
        "validator risk left",
        "남은 검증기 위험",
        "剩余的验证器风险",
    ),
    "outcome_residual_risk_rate": ("risk left at the end", "최종에 남은 위험", "最终剩余的风险"),
    "negation_contrast_failure_rate": (
        "negation or contrast missed",
        "부정·대조 처리 실패",
        "否定或对比处理失败",
    ),
    "N_pred_final_tuples": ("read from final tuples", "final tuples에서 읽음", "取自 final tuples"),
    "N_pred_final_aspects": (
        "read from final aspects",
        "final aspects에서 읽음",
        "取自 final aspects",
    ),
    "N_pred_inputs_aspect_sentiments": (
        "read from the inputs",
        "입력에서 읽음",
        "取自输入",
    ),
    "N_pred_used": ("predicted items counted", "집계된 예측 항목", "计入的预测项"),
    "N_agg_fallback_used": ("read from a fallback", "대체 출처에서 읽음", "取自后备来源"),
    "aspect_hallucination_rate": ("aspects made up", "지어낸 속성", "虚构的方面"),
    "hallucination_out_of_text_rate": ("not in the text", "본문에 없음", "不在原文中"),
    "hallucination_span_misalignment_rate": (
        "span does not fit the term",
        "위치와 용어 불일치",
        "位置与词不符",
    ),
    "hallucination_target_filter_rate": (
        "not a valid target",
        "유효한 대상이 아님",
        "不是有效目标",
    ),
}


def gloss(name: str, lang: Lang) -> str:
    """Say what a metric is; empty where its name is not known.

    >>> gloss("fix_rate", "en"), gloss("fix_rate", "ko"), gloss("mine", "en")
    ('wrong answers put right', '오답이 교정된 비율', '')
    """
    known = GLOSSES.get(name)
    return known[_LANGS.index(lang)] if known else ""
