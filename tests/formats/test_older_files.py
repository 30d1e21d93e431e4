"""What earlier releases kept in files, byte by byte as they wrote it, is still read.

The texts were made by those releases and stay as they are: the lock by the last one that wrote
`measurand-lock/1`, the rest by the last one whose rows had floats.
"""

import json
from fractions import Fraction

from measurand.edges.files.events import ReadOptions
from measurand.edges.files.json.value import decode
from measurand.edges.files.lines import Line
from measurand.edges.files.locks import lock_of, lock_text
from measurand.edges.judges.envelope import Tokens
from measurand.studies.causal.asking.prompts import Limits
from measurand.studies.causal.edge.files import scores as causal
from measurand.studies.causal.edge.judges.records import Place as Asked
from measurand.studies.causal.edge.judges.records import Record, read_record, record_line
from measurand.studies.causal.edge.judges.settings import Run
from measurand.studies.causal.judging import Kind
from measurand.studies.causal.rows import CausalRow, VerdictCount
from measurand.studies.counterfactual.asking import GivenAnswer, Place
from measurand.studies.counterfactual.edge.answers.wire import answer_line, read_answer
from measurand.studies.counterfactual.edge.files import scores as counterfactual
from measurand.studies.counterfactual.evaluate import ScoreRow, Status
from measurand.values.frames import Frame, Generation
from measurand.values.score import Defined, Undefined
from measurand.values.share import Share, share
from measurand.values.tally import Tally

CF_ROW = (
    b'{"schema":"cf-score/2","sample_id":"scan-1","group_id":"patient-17","key":"orig",'
    b'"status":"ok","metrics":{"iou_union":0.16896551724137931,"hit":null,'
    b'"bleu":0.3333333333333333},"exact":{"iou_union":[49,290],"bleu":["1/3",1]},'
    b'"undefined":{"hit":"no positive frame"},"issues":[],"note":"swapped"}'
)
CAUSAL_ROW = (
    b'{"schema":"causal-score/1","id":"7","group":"a","is_correct":true,"band":"good",'
    b'"metrics":{"cf":0.6666666666666666,"reach":null,"edge_f1":0.5},'
    b'"exact":{"cf":[2,3],"edge_f1":[1,2]},"undefined":{"reach":"no edge"},'
    b'"edges":{"edge":[1,2,2]},"verdicts":[{"part":"causal_intervention","outcome":"unscored",'
    b'"layer":"model","reason":"call failed","count":2}],"findings":["cycle"],"note":"n"}'
)
CF_ANSWER = (
    b'{"schema":"cf-answer/1","sample_id":"1","key":"token_perm","seed":7,"digest":"4f53",'
    b'"by":"small/1","gen":{"frames":[{"finding":"nodule","polarity":"present",'
    b'"laterality":"unspecified","location":"unspecified","size_bin":"unspecified",'
    b'"severity":"unspecified","uncertain":false,"confidence":1.0}],"text":"a nodule"}}'
)
CAUSAL_ANSWER = (
    b'{"schema":"causal-answer/1","sample_id":"1","kind":"abductive","subject":"F","vote":1,'
    b'"model":"small-1","endpoint":"localhost:1","prompts":"1","digest":"4f53",'
    b'"temperature":0.5,"seed":4,"max_tokens":64,"structured":"",'
    b'"limits":{"text":900,"reasoning":60000,"graph":60000},"answered_by":"small-1-b",'
    b'"reply":"{\\"verdict\\": true}","finish":"stop",'
    b'"usage":{"prompt_tokens":20,"completion_tokens":5}}'
)
ASKED = Asked(sample_id="1", kind=Kind.ABDUCTION, subject="F")
LOCK = b"""\
{
 "schema": "measurand-lock/1",
 "sample_ids": "plain",
 "environment": {
  "measurand": "0.1.0",
  "python": "3.11.7"
 },
 "sources": {
  "runs": {
   "sha256": "ddae9387896be81e9bf4013ae1219be3dd70d179efbe8961c9b4f7106139147d",
   "predictions_sha256": "",
   "read": 4,
   "dropped": 0,
   "skipped": 0,
   "settings": {}
  }
 },
 "numbers": {
  "1/ours/F1": {
   "value": "1/2",
   "definition": "f/1(beta=1,unit=whole,normalise=none,passes=settle,match=set,wildcard=off,\
credit=similarity,charge=gold,class=none,missing=skip,gold=gold,answer=predicted,\
answer_unit=same,gold_keep=all,answer_keep=all,dropped_hits=count,average=micro,only=all,\
over=union,undefined=propagate,statistic=mean,both_empty=1+1,gold_empty=0+0,pred_empty=0+0,\
aggregate=mean)",
   "printed": "50.0%",
   "data": "runs",
   "evidence": "3c372f941059ba10",
   "where": {},
   "denominators": {"read": 4, "dropped": 0, "skipped": 0, "scored": 4, "excluded": {},\
 "units": 1, "left_out": 0}
  },
  "1/ours/n": {
   "value": "4",
   "definition": "total/1(of=samples,unit=whole,normalise=none,passes=settle,match=set,\
wildcard=off,credit=similarity,charge=gold,class=none,missing=skip,gold=gold,answer=predicted,\
answer_unit=same,gold_keep=all,answer_keep=all,dropped_hits=count,only=all)",
   "printed": "4",
   "data": "runs",
   "evidence": "3c372f941059ba10",
   "where": {},
   "denominators": {"read": 4, "dropped": 0, "skipped": 0, "scored": 4, "excluded": {},\
 "units": 4, "left_out": 0}
  }
 },
 "evidence": {
  "3c372f941059ba10": {
   "digest": "bfbcdf0e86b88ab19caf5c9a6d7205688a4522621dd9b79b88462dec9b79a36e",
   "count": 4,
   "samples": [
    ["s1", "1,1,2"],
    ["s2", "1,2,1"],
    ["s3", "0,1,1"],
    ["s4", "-"]
   ]
  }
 }
}
"""


def line(raw: bytes) -> Line:
    return Line(1, b"", raw)


def test_a_lock_of_schema_1_is_read_with_all_that_it_holds() -> None:
    lock = lock_of(LOCK).unwrap()

    assert [(name, one.score) for name, one in lock.numbers.items()] == [
        ("1/ours/F1", Defined(Fraction(1, 2))),
        ("1/ours/n", Defined(Fraction(4))),
    ]
    again = json.loads(lock_text(lock))
    before = json.loads(LOCK)
    assert again["schema"] == "measurand-lock/2"
    assert again["numbers"] == before["numbers"]
    assert again["evidence"] == before["evidence"]


def test_a_row_of_counterfactual_scores_with_floats_is_read() -> None:
    row = counterfactual.read_row(decode(CF_ROW, max_depth=9))

    assert row == ScoreRow(
        sample="scan-1",
        group="patient-17",
        key="orig",
        status=Status.OK,
        metrics=(
            ("iou_union", share(49, 290)),
            ("hit", Undefined("no positive frame")),
            ("bleu", Share(Fraction(1, 3))),
        ),
        note="swapped",
    )
    assert counterfactual.read_row(decode(counterfactual.row_text(row), max_depth=9)) == row


def test_a_row_of_causal_scores_with_floats_is_read() -> None:
    row = causal.read_row(decode(CAUSAL_ROW, max_depth=9))

    assert row == CausalRow(
        sample="7",
        group="a",
        metrics=(("cf", share(2, 3)), ("reach", Undefined("no edge")), ("edge_f1", share(1, 2))),
        edges=(("edge", Tally(1, 2, 2)),),
        verdicts=(
            VerdictCount(
                part="causal_intervention",
                outcome="unscored",
                layer="model",
                reason="call failed",
                count=2,
            ),
        ),
        correct=True,
        band="good",
        findings=("cycle",),
        note="n",
    )
    assert causal.read_row(decode(causal.row_text(row), max_depth=9)) == row


def test_a_kept_answer_is_read_and_written_as_it_was() -> None:
    answer = read_answer(line(CF_ANSWER), "a.jsonl", ReadOptions())

    place = Place(sample_id="1", key="token_perm", seed=7, digest="4f53")
    generation = Generation((Frame(finding="nodule", polarity="present"),), text="a nodule")
    assert answer == GivenAnswer(
        place=place, generation=generation, by="small/1", file="a.jsonl", line=1
    )
    assert answer_line(place, generation, by="small/1") == CF_ANSWER + b"\n"


def test_a_kept_reply_of_a_model_is_read_and_written_as_it_was() -> None:
    record = read_record(line(CAUSAL_ANSWER), "a.jsonl", ReadOptions())

    assert record == Record(
        place=ASKED,
        run=Run(model="small-1", temperature=Fraction(1, 2), seed=3, host="localhost:1"),
        vote=1,
        digest="4f53",
        max_tokens=64,
        answered_by="small-1-b",
        reply='{"verdict": true}',
        finish="stop",
        tokens=Tokens(prompt=20, completion=5),
        limits=Limits(text=900),
    )
    assert record_line(record) == CAUSAL_ANSWER + b"\n"


def test_a_kept_call_that_failed_is_read() -> None:
    raw = (
        b'{"schema":"causal-answer/1","sample_id":"1","kind":"abductive","subject":"F","vote":0,'
        b'"model":"small-1","endpoint":"localhost:1","prompts":"1","digest":"4f53",'
        b'"temperature":0.5,"seed":3,"max_tokens":64,"structured":"",'
        b'"error":"no reply within 5 s"}'
    )

    record = read_record(line(raw), "a.jsonl", ReadOptions())

    assert isinstance(record, Record)
    assert (record.place, record.error) == (ASKED, "no reply within 5 s")
    assert record_line(record) == raw + b"\n"
