"""The words of the report page in English, Korean and Chinese: a class of all, a value a language.

A language that lacks a word does not construct, so that no page mixes two.
"""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen


@frozen(kw_only=True)
class Labels:
    """Every word of the page that is not data; `{...}` are filled in.

    >>> from measurand.studies.review.edge.page.labels import LABELS
    >>> LABELS["ko"].samples
    '샘플'
    """

    title: str
    subtitle: str
    run: str
    profile: str
    digest: str
    contents: str
    key_numbers: str
    outcome: str
    outcome_note: str
    process: str
    process_note: str
    counts: str
    metric: str
    value: str
    percent: str
    interval: str
    interval_note: str
    interval_none: str
    p_note: str
    every_pattern: str
    random_patterns: str
    denominator: str
    undefined: str
    no_metrics: str
    pictures: str
    flow_title: str
    flow_text: str
    flow_none: str
    before: str
    after: str
    right: str
    wrong: str
    fixed: str
    broken: str
    kept: str
    still: str
    ungraded: str
    outcome_of: str
    share: str
    stages_title: str
    stages_text: str
    stages_none: str
    stage: str
    edits_title: str
    edits_text: str
    edits_none: str
    edit: str
    edit_share: str
    remove_hit: str
    remove_miss: str
    add_hit: str
    add_miss: str
    edits_sum: str
    conflicts_title: str
    conflicts_text: str
    conflicts_none: str
    aspect: str
    no_term: str
    conflicting: str
    other_aspects: str
    all_aspects: str
    m_of_n: str
    causes_title: str
    causes_text: str
    causes_none: str
    cause: str
    out_of_text: str
    span_misalignment: str
    target_filter: str
    samples: str
    samples_text: str
    samples_none: str
    listed: str
    search: str
    all: str
    showing: str
    sample: str
    gold: str
    stage1: str
    final: str
    change: str
    changed: str
    unchanged: str
    change_unknown: str
    added: str
    removed: str
    absent: str
    nothing: str
    definitions: str
    definitions_text: str
    definitions_none: str


KOREAN = Labels(
    title="메트릭 보고서",
    subtitle="2단계 검토: 1단계의 출력과 검토 후의 변화",
    run="실행",
    profile="프로필",
    digest="데이터 다이제스트",
    contents="목차",
    key_numbers="핵심 수치",
    outcome="결과 메트릭",
    outcome_note="각 단계가 정답과 얼마나 일치하는지 나타냅니다.",
    process="과정 메트릭",
    process_note="검토 과정에서 일어난 일을 나타냅니다.",
    counts="개수",
    metric="메트릭",
    value="값",
    percent="백분율",
    interval="구간",
    interval_note="{level} 구간: 샘플을 {replicates}회 재추출한 값의 백분위수(부트스트랩, 시드 "
    "{seed}). 모든 재추출의 값이 같으면 구간이 없으며, 이는 확실하다는 뜻이 아닙니다.",
    interval_none="재추출 값이 모두 같음",
    p_note="delta_f1의 p: 샘플마다 두 단계를 맞바꾸는 부호 뒤집기 검정({how}). net_gain의 p: "
    "교정과 훼손을 견주는 맥니마 정확 검정. 양측이며, 여러 검정에 대한 보정은 하지 않았습니다.",
    every_pattern="모든 경우",
    random_patterns="무작위 {replicates}가지 경우",
    denominator="분모",
    undefined="해당 없음",
    no_metrics="계산된 메트릭이 없습니다.",
    pictures="그림",
    flow_title="검토 전과 후",
    flow_text="채점된 샘플 {graded}개 중 1단계에서 {before}개, 최종에서 {after}개가 정답입니다: "
    "교정 {fixed}, 훼손 {broken}, 유지 {kept}, 여전히 오답 {still}.",
    flow_none="채점된 샘플이 없습니다.",
    before="1단계",
    after="최종",
    right="정답",
    wrong="오답",
    fixed="교정",
    broken="훼손",
    kept="유지",
    still="여전히 오답",
    ungraded="채점 안 됨",
    outcome_of="결과",
    share="비율",
    stages_title="단계별 F1",
    stages_text="막대는 0에서 1까지이며, 길수록 좋습니다.",
    stages_none="채점된 단계가 없습니다.",
    edits_title="수정 종류별 F1 기여",
    edits_text=(
        "평균 F1의 변화를 단계 사이의 수정에 나눈 값(섀플리 값)이며, 합은 변화량과 정확히 같습니다."
    ),
    edits_none="나눌 수 없습니다: 두 단계와 정답이 있는 샘플이 없거나 수정이 너무 많습니다.",
    edit="수정",
    edit_share="변화 중 몫",
    remove_hit="맞는 예측 제거",
    remove_miss="틀린 예측 제거",
    add_hit="맞는 예측 추가",
    add_miss="틀린 예측 추가",
    edits_sum="합계",
    stage="단계",
    conflicts_title="속성별 극성 충돌",
    conflicts_text="한 속성에 서로 다른 극성이 있는 샘플 수를 많은 순으로 보입니다. "
    "속성은 모두 {aspects}개입니다.",
    conflicts_none="집계된 속성이 없습니다.",
    aspect="속성",
    no_term="(용어 없음)",
    conflicting="충돌",
    other_aspects="그 밖의 속성 {n}개",
    all_aspects="속성 {n}개 전체",
    m_of_n="{n}개 중 {m}개",
    causes_title="원인별 환각",
    causes_text="원인별로 발견된 횟수이며, 모두 {total}건입니다.",
    causes_none="집계된 원인이 없습니다.",
    cause="원인",
    out_of_text="본문에 없음",
    span_misalignment="위치와 용어 불일치",
    target_filter="유효한 대상이 아님",
    samples="샘플",
    samples_text="“+”는 최종 목록에 추가된 항목, “−”는 1단계에서 제거된 항목입니다.",
    samples_none="표시할 샘플이 없습니다.",
    listed="전체 {total}개 중 {listed}개 샘플을 표시합니다.",
    search="검색",
    all="전체",
    showing="표시:",
    sample="샘플",
    gold="정답",
    stage1="1단계",
    final="최종",
    change="변경",
    changed="변경됨",
    unchanged="변경 없음",
    change_unknown="변경 여부 모름",
    added="추가됨",
    removed="제거됨",
    absent="목록 없음",
    nothing="빈 목록",
    definitions="정의",
    definitions_text="위 모든 메트릭의 전체 서명입니다. 생략된 옵션은 없습니다.",
    definitions_none="정의가 없습니다.",
)


CHINESE = Labels(
    title="指标报告",
    subtitle="两阶段审查：第一阶段的输出与审查后的变化",
    run="运行",
    profile="配置",
    digest="数据摘要",
    contents="目录",
    key_numbers="关键数字",
    outcome="结果指标",
    outcome_note="各阶段与标准答案的一致程度。",
    process="过程指标",
    process_note="审查过程中发生的事情。",
    counts="计数",
    metric="指标",
    value="值",
    percent="百分比",
    interval="区间",
    interval_note="{level} 区间：对样本重抽样 {replicates} 次所得值的百分位数（自助法，种子 "
    "{seed}）。所有重抽样的值都相同时没有区间，这并不表示确定。",
    interval_none="重抽样的值都相同",
    p_note="delta_f1 的 p：逐样本交换两个阶段的符号翻转检验（{how}）。net_gain 的 p：修正与破坏的"
    "麦克尼马尔精确检验。双侧，未因多个检验而校正。",
    every_pattern="全部情形",
    random_patterns="{replicates} 种随机情形",
    denominator="分母",
    undefined="不适用",
    no_metrics="没有计算任何指标。",
    pictures="图",
    flow_title="审查前后",
    flow_text="在 {graded} 个已评分样本中，第一阶段正确 {before} 个，最终正确 {after} 个："
    "修正 {fixed}，破坏 {broken}，保持正确 {kept}，仍然错误 {still}。",
    flow_none="没有已评分的样本。",
    before="第一阶段",
    after="最终",
    right="正确",
    wrong="错误",
    fixed="修正",
    broken="破坏",
    kept="保持",
    still="仍然错误",
    ungraded="未评分",
    outcome_of="结果",
    share="占比",
    stages_title="各阶段 F1",
    stages_text="条形从 0 到 1，越长越好。",
    stages_none="没有已评分的阶段。",
    edits_title="各类修改对 F1 的贡献",
    edits_text="平均 F1 的变化按阶段间的修改分摊（沙普利值），各部分之和与变化量完全相等。",
    edits_none="没有可分摊的变化：没有同时具有两个阶段和标准答案的样本，或修改过多。",
    edit="修改",
    edit_share="变化中的份额",
    remove_hit="删除正确预测",
    remove_miss="删除错误预测",
    add_hit="添加正确预测",
    add_miss="添加错误预测",
    edits_sum="合计",
    stage="阶段",
    conflicts_title="各方面的极性冲突",
    conflicts_text="同一方面出现不同极性的样本数，从多到少排列；共 {aspects} 个方面。",
    conflicts_none="没有统计任何方面。",
    aspect="方面",
    no_term="（无词）",
    conflicting="冲突",
    other_aspects="其他 {n} 个方面",
    all_aspects="全部 {n} 个方面",
    m_of_n="{m} / {n}",
    causes_title="各原因的幻觉",
    causes_text="每种原因出现的次数，共 {total} 次。",
    causes_none="没有统计任何原因。",
    cause="原因",
    out_of_text="不在原文中",
    span_misalignment="位置与词不符",
    target_filter="不是有效目标",
    samples="样本",
    samples_text="“+” 表示最终列表新增的项，“−” 表示从第一阶段删除的项。",
    samples_none="没有列出样本。",
    listed="共 {total} 个样本，列出 {listed} 个。",
    search="搜索",
    all="全部",
    showing="显示：",
    sample="样本",
    gold="标准答案",
    stage1="第一阶段",
    final="最终",
    change="变化",
    changed="有变化",
    unchanged="无变化",
    change_unknown="变化未知",
    added="新增",
    removed="删除",
    absent="无列表",
    nothing="空列表",
    definitions="定义",
    definitions_text="以上每个指标的完整签名：列出全部选项。",
    definitions_none="没有定义。",
)

Lang = Literal["en", "ko", "zh"]

_ENGLISH = Labels(
    title="Metric report",
    subtitle="Two-stage review: what the first stage said, and what the review made of it",
    run="Run",
    profile="Profile",
    digest="Data digest",
    contents="Contents",
    key_numbers="Key numbers",
    outcome="Outcome metrics",
    outcome_note="How well the stages agree with gold.",
    process="Process metrics",
    process_note="What the review did on the way.",
    counts="Counts",
    metric="Metric",
    value="Value",
    percent="Percent",
    interval="Interval",
    interval_note="{level} intervals: percentiles of {replicates} resamples of the samples "
    "(bootstrap, seed {seed}). Where all resamples have one score there is no interval, which says "
    "nothing of certainty.",
    interval_none="resamples alike",
    p_note="p of delta_f1: the stages of samples exchanged, {how} (sign-flip test). p of net_gain: "
    "fixed against broken (McNemar's exact test). Two-sided, not adjusted for being several.",
    every_pattern="in every pattern",
    random_patterns="in {replicates} random patterns",
    denominator="Denominator",
    undefined="n/a",
    no_metrics="No metric was computed.",
    pictures="Pictures",
    flow_title="Before and after the review",
    flow_text="{graded} graded: {before} right at stage 1, {after} right at the end; "
    "{fixed} fixed, {broken} broken, {kept} kept right, {still} still wrong.",
    flow_none="No sample was graded.",
    before="Stage 1",
    after="Final",
    right="right",
    wrong="wrong",
    fixed="fixed",
    broken="broken",
    kept="kept",
    still="still wrong",
    ungraded="not graded",
    outcome_of="Outcome",
    share="Share",
    stages_title="F1 by stage",
    stages_text="Each bar runs from 0 to 1; longer is better.",
    stages_none="No stage was scored.",
    edits_title="What each kind of edit adds to F1",
    edits_text=(
        "The change of the mean F1, shared out over the edits between the stages (Shapley values). "
        "The parts add up to it exactly."
    ),
    edits_none="Not shared out: no sample has both stages and gold, or one has too many edits.",
    edit="Edit",
    edit_share="Part of the change",
    remove_hit="Right prediction removed",
    remove_miss="Wrong prediction removed",
    add_hit="Right prediction added",
    add_miss="Wrong prediction added",
    edits_sum="Sum",
    stage="Stage",
    conflicts_title="Polarity conflict by aspect",
    conflicts_text="In how many samples an aspect has polarities that disagree, most first; "
    "{aspects} aspects in all.",
    conflicts_none="No aspect was counted.",
    aspect="Aspect",
    no_term="(no term)",
    conflicting="Conflicts",
    other_aspects="other aspects: {n}",
    all_aspects="all aspects: {n}",
    m_of_n="{m} of {n}",
    causes_title="Hallucination by cause",
    causes_text="How often each cause was found, {total} in all.",
    causes_none="No cause was counted.",
    cause="Cause",
    out_of_text="not in the text",
    span_misalignment="span does not fit the term",
    target_filter="not a valid target",
    samples="Samples",
    samples_text="“+” marks what the final list adds, “−” what it drops of stage 1.",
    samples_none="No sample is listed.",
    listed="{listed} of {total} samples are listed.",
    search="Search",
    all="all",
    showing="Shown:",
    sample="Sample",
    gold="Gold",
    stage1="Stage 1",
    final="Final",
    change="Change",
    changed="changed",
    unchanged="unchanged",
    change_unknown="change not known",
    added="added",
    removed="removed",
    absent="not there",
    nothing="empty",
    definitions="Definitions",
    definitions_text="The full signature of every metric above: all options, none left out.",
    definitions_none="There is no definition.",
)

LABELS: Mapping[Lang, Labels] = {"en": _ENGLISH, "ko": KOREAN, "zh": CHINESE}
