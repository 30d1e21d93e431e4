"""Which words the report page needs; each language gives every one."""

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
