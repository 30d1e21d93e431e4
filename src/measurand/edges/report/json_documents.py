"""What each command of ours prints as JSON, for its schema: with all that may stand in it.

A command makes less of it where less is printed: an interval that nobody asks for loads no
resampling.
"""

from measurand.edges.files.json.shapes import JsonDocument
from measurand.edges.files.sources.sniff import Sniffed
from measurand.edges.report.arena_view import ARENA
from measurand.edges.report.claims_json import AUDIT, of_files, with_rules
from measurand.edges.report.formats_view import FORMATS_SHOWN
from measurand.edges.report.gate_view import GATED
from measurand.edges.report.inference_json import COMPARE
from measurand.edges.report.judge_json import JUDGE, JUDGE_SYSTEMS
from measurand.edges.report.labels_view import LABELS
from measurand.edges.report.laws_view import LAW, LAW_KINDS
from measurand.edges.report.leaderboard_view import RANKED
from measurand.edges.report.methods import Citation
from measurand.edges.report.metrics_view import METRICS
from measurand.edges.report.paper_view import TABLE, TABLE_TESTED
from measurand.edges.report.prove_json import CERTIFICATE_FILE, PROVED
from measurand.edges.report.runs_json import RUNS_CHECKED
from measurand.edges.report.score_json import with_intervals
from measurand.edges.report.source_view import DryRun
from measurand.edges.report.verified_view import VERIFIED

_CHECK = with_rules()
DOCUMENTS = (
    _CHECK,
    of_files(_CHECK),
    RUNS_CHECKED,
    AUDIT,
    *PROVED.values(),
    CERTIFICATE_FILE,
    VERIFIED,
    TABLE,
    TABLE_TESTED,
    with_intervals(),
    COMPARE,
    RANKED,
    GATED,
    ARENA,
    LABELS,
    JUDGE,
    JUDGE_SYSTEMS,
    *(
        JsonDocument(command, {}, version=0, body=DryRun)
        for command in ("check", "audit", "score", "compare")
    ),
    LAW,
    LAW_KINDS,
    METRICS,
    JsonDocument("sniff", {}, version=0, body=Sniffed),
    JsonDocument("cite", {}, version=0, body=Citation),
    FORMATS_SHOWN,
)
