"""Run scikit-learn's own tests of its scores of classes, with our numbers in the place of its own.

`python -m properties.compat.sklearn_suite` runs `test_classification.py`, and what `test_common.py`
says of these scores, from the installed package. A call of a score is answered by the tool, whose
warnings and errors the tests look at, and by ours; where ours takes it, the test goes on with our
number. Then it says how many calls were of equal bits, how many were refused and why, and what
became of the tests; it exits with 1 where one number was another.
"""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module

import numpy as np
import pytest
from attrs import evolve

from measurand.metrics.compat.sklearn import as_sklearn
from measurand.metrics.compat.sklearn_labels import samples_of_indicators, samples_of_labels
from measurand.values.items import item_text
from measurand.values.sample import Sample

SUITES = ("sklearn.metrics.tests.test_classification", "sklearn.metrics.tests.test_common")
_NAMED = "not test_common or " + " or ".join(
    f"{name}_score" for name in ("f1", "f2", "f0.5", "precision", "recall", "jaccard", "accuracy")
)
_SCORES = ("f1", "fbeta", "precision", "recall", "jaccard", "accuracy")


def _samples(y_true: object, y_pred: object, weights: object, kept: object) -> Sequence[Sample]:
    true, predicted = _listed(y_true), _listed(y_pred)
    labels = None if kept is None else _listed(kept)
    sets = bool(true) and isinstance(true[0], list)
    make: Callable[..., Sequence[Sample]] = samples_of_indicators if sets else samples_of_labels
    made = make(true, predicted, labels=labels)
    if weights is None:
        return made
    exact = [Fraction(str(weight)) for weight in _listed(weights)]
    return [evolve(one, weight=weight) for one, weight in zip(made, exact, strict=True)]


def _listed(side: object) -> list[object]:
    dense = getattr(side, "toarray", None)
    found = np.asarray(dense() if dense else side).tolist()
    if not isinstance(found, list):
        raise TypeError
    return found


class Suite:
    """A plugin of pytest that answers for scikit-learn, and keeps count."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.tests: Counter[str] = Counter()
        self.failed: list[str] = []

    def patched(self, metric: str, original: Callable[..., object]) -> Callable[..., object]:
        """Give the function that asks both."""

        def asked(*given: object, **options: object) -> object:
            try:
                theirs = original(*given, **options)
            except Exception:
                try:
                    ours = self._ours(metric, given, options)
                except Exception:  # noqa: BLE001 - whatever is raised is a refusal
                    self.calls["refused by both"] += 1
                else:
                    self.calls["a number of ours alone"] += 1
                    self.failed.append(f"{metric}{given!r:.300} {options!r:.200}: {ours}")
                raise
            try:
                ours = self._ours(metric, given, options)
            except Exception as error:  # noqa: BLE001
                self.calls["refused by ours alone"] += 1
                self.reasons[f"{error!s:.60}"] += 1
                return theirs
            same = np.asarray(theirs, dtype=float).tobytes() == np.asarray(ours).tobytes()
            self.calls["equal bits" if same else "different"] += 1
            if not same:
                self.failed.append(f"{metric}{given!r:.300} {options!r:.200}: {theirs} {ours}")
            return ours

        return asked

    def _ours(self, metric: str, given: Sequence[object], options: dict[str, object]) -> object:
        said = {**dict(zip(("y_true", "y_pred"), given, strict=False)), **options}
        weights = said.pop("sample_weight", None)
        # Under these averages the tool leaves out other labels; so do we, when samples are made.
        kept = said.pop("labels", None) if said.get("average") in {"micro", "samples"} else None
        samples = _samples(said.pop("y_true"), said.pop("y_pred"), weights, kept)
        if said.pop("normalize", True) is not True:
            raise TypeError
        if metric == "accuracy":
            several = any(len(one.gold) != 1 or len(one.predicted or ()) != 1 for one in samples)
            return as_sklearn("subset_accuracy" if several else metric, **said).number(samples)  # type: ignore[arg-type]
        listed = said.pop("labels", None)
        labels = None if listed is None else _listed(listed)
        if said.get("average", "binary") is None:
            alone = [{**said, "labels": [one]} for one in labels or _seen(samples)]
            return np.array([as_sklearn(metric, **one).number(samples) for one in alone])  # type: ignore[arg-type]
        said["labels"] = labels
        return as_sklearn(metric, **said).number(samples)  # type: ignore[arg-type]

    def pytest_configure(self) -> None:
        """Answer before the tests import what they test."""
        metrics = import_module("sklearn.metrics")
        for metric in _SCORES:
            name = f"{metric}_score"
            setattr(metrics, name, self.patched(metric, getattr(metrics, name)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count what became of the tests."""
        if report.when == "call" or report.outcome == "skipped":
            self.tests[report.outcome] += 1
            if report.failed:
                self.failed.append(report.nodeid)


def _seen(samples: Sequence[Sample]) -> list[object]:
    numbers = any("number" in value for one in samples for _, value in one.groups)
    columns = next((value for one in samples for name, value in one.groups if "col" in name), None)
    if columns is not None:
        return list(range(int(columns)))
    seen = {item_text(item) for one in samples for item in (*one.gold, *(one.predicted or ()))}
    return [*sorted(map(int, seen))] if numbers else [*sorted(seen)]


def main(arguments: Sequence[str]) -> int:
    """Run the tests, and say what came of them."""
    suite = Suite()
    quiet = ("-q", "-p", "no:cacheprovider", "--no-header", "-W", "ignore", "--tb=line")
    words = ["--pyargs", *SUITES, "-k", _NAMED, *quiet, *arguments]
    code = pytest.main(words, plugins=[suite])
    for title, counts in (("calls", suite.calls), ("tests", suite.tests), ("why", suite.reasons)):
        told = "; ".join(f"{number} {what}" for what, number in counts.most_common())
        sys.stdout.write(f"{title}: {told}\n")
    sys.stdout.writelines(f"  {line}\n" for line in suite.failed)
    return int(code) or int(bool(suite.failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
