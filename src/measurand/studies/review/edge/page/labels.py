"""The words of the report page in English, Korean and Chinese."""

from collections.abc import Mapping
from typing import Literal

from measurand.studies.review.edge.page.labels_ko import KOREAN
from measurand.studies.review.edge.page.labels_zh import CHINESE
from measurand.studies.review.edge.page.words import Labels

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
