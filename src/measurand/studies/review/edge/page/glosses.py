"""What each metric of the review says, in a few words of each language."""

from measurand.studies.review.edge.page.labels import LABELS, Lang

_LANGS: tuple[Lang, ...] = tuple(LABELS)

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
