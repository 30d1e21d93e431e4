"""The number of threads that the linear algebra runs on moves no bit of an interval."""

import os
import subprocess
import sys

PROGRAM = """
from fractions import Fraction
from math import sqrt

from measurand import Sample, parse, pool
from measurand.evidence.observation import ColumnOf
from measurand.inference import Plan, estimate

values = [sqrt(number) for number in range(17000)]
samples = [Sample(id=str(v), amounts=(("c", Fraction(v)),)) for v in values]
held = pool(ColumnOf("c"), samples)
found = estimate(parse("column(name=c,reduce=mean)"), held, Plan(replicates=5)).interval
print(found.low.hex(), found.high.hex())
"""


def printed(threads: int) -> str:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "OPENBLAS_NUM_THREADS": str(threads), "OMP_NUM_THREADS": str(threads)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_threads_move_no_bit_of_an_interval() -> None:
    # More rows than one product of a matrix may have: their sums are whole numbers all the same.
    assert printed(1) == printed(2)
