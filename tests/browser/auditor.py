"""What a page would do: score samples and audit a table, with the core alone.

The file is run in three places: here, where a browser's limits are imposed, and in Pyodide. It
prints the same in all of them.
"""

import json
import sys

from measurand import Finaliser, Sample, Span, observing, parse, pool
from measurand.auditing.claims.audit import audit_needs, audit_table
from measurand.auditing.claims.judge import Judge
from measurand.auditing.claims.model import Choice, Claims, Column, Row, Space, Table
from measurand.metrics.definitions import group_keys
from measurand.metrics.grammar import read
from measurand.metrics.needs import Gathered, Reading
from measurand.values.printed import Printed, Unit

SAMPLES = (
    Sample(id="1", gold=("a", "b"), predicted=("a",), groups=(("document", "x"),)),
    Sample(id="2", groups=(("document", "x"),)),
    Sample(id="3", gold=("a",), predicted=("b", "c"), groups=(("document", "y"),)),
    Sample(id="4", gold=("a",), predicted=("a",), groups=(("document", "y"),)),
    Sample(id="5", gold=("c",), predicted=None, groups=(("document", "y"),)),
)
SPANS = (
    Sample(id="1", gold=(Span(0, 2, "PER"),), predicted=(Span(0, 3, "PER"), Span(4, 5, "LOC"))),
    Sample(id="2", gold=(Span(1, 4, "LOC"),), predicted=(Span(1, 4, "ORG"),)),
)
PLAIN = (
    "f(average=micro)",
    "f(average=macro[sample])",
    "f(average=macro[sample],both_empty=drop,aggregate=harmonic)",
    "f(average=macro[document])",
    "f(average=macro[class],class=item)",
    "precision(missing=empty)",
    "recall(match=multiset)",
    "jaccard",
    "exact_match",
    "f(average=macro[sample],statistic=population_stdev)",
    "total(of=fp)",
)
OF_SPANS = (
    "f(match=spans,average=micro)",
    "f(match=spans[mode=type],average=micro)",
    "f(match=spans[mode=partial],average=macro[class],class=label)",
)


def scores() -> list[str]:
    """Score the samples under every definition."""
    found = []
    for samples, texts in ((SAMPLES, PLAIN), (SPANS, OF_SPANS)):
        for text in texts:
            definition = parse(text)
            made = pool(observing(definition), samples, names=group_keys(definition))
            found.append(f"{text}: {Finaliser(made).score(definition).score}")
    return found


def audited() -> list[str]:
    """Say which definitions print 66.7."""
    call = read("f(average=macro[sample])")
    column = Column(name="F1", metric=call.name, options=call.options, unit=Unit.PERCENT)
    cell = Printed.parse("66.7", unit=Unit.PERCENT)
    choices = (
        Choice(option="average", values=("micro", "macro[sample]")),
        Choice(option="both_empty", values=("1+1", "0+0", "drop")),
        Choice(option="aggregate", values=("mean", "harmonic")),
    )
    table = Table(
        name="1",
        data="d",
        columns=(column,),
        rows=(Row(label="ours", cells=(("F1", cell),)),),
        space=Space(columns=("F1",), products=(choices,)),
    )
    claims = Claims(sources=(), tables=(table,))
    pools = {
        need.slice: pool(need.slice.observing, SAMPLES[:4], names=need.names)
        for need in audit_needs(claims)
    }
    result = audit_table(table, Judge(Gathered(pools, {"d": Reading(read=4)})))
    alive = [one.text for group in result.survivors for one in group.candidates]
    return [result.verdict.value, *alive]


if __name__ == "__main__":
    sys.stdout.write(json.dumps({"scores": scores(), "audited": audited()}, indent=1) + "\n")
