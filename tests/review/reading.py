"""Short records for the tests of the reader."""

from measurand.edges.files.json.value import Json
from measurand.studies.review.edge.files.scorecards import read_scorecard, scorecard
from measurand.studies.review.scorecard import Mention, Scorecard

TRACES = ("runtime.process_trace", "process_trace", "runtime.parsed_output.process_trace")


def nested(path: str, value: Json) -> Json:
    """Put a value at the end of a chain of keys."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return value


def merged(*records: Json) -> Json:
    """Put records over one another."""
    result: dict[str, Json] = {}
    for record in records:
        assert isinstance(record, dict)
        for key, value in record.items():
            below = result.get(key)
            both = isinstance(below, dict) and isinstance(value, dict)
            result[key] = merged(below, value) if both else value
    return result


def of(**places: Json) -> Json:
    """Make a record from values by their place, dots written as two underscores."""
    return merged(*(nested(path.replace("__", "."), value) for path, value in places.items()))


def read(path: str, value: Json) -> Scorecard:
    return scorecard(nested(path, value))


def final(value: Json) -> Mention:
    """Read one tuple of the final list."""
    found = read("runtime.parsed_output.final_result.final_tuples", [value]).final
    assert found is not None
    return found[0]


def fault(record: Json) -> str:
    """Give the one fault of a record."""
    found = read_scorecard(record)
    assert not isinstance(found, Scorecard)
    assert len(found) == 1
    return found[0].text()


TUPLE: Json = {"aspect_term": "맛", "polarity": "positive"}
READ = (Mention(aspect_term="맛", polarity="positive"),)


def entry(values: Json, *, stage: str = "stage1", agent: str = "ATSA", notes: Json = None) -> Json:
    return {
        "stage": stage,
        "agent": agent,
        "output": {"aspect_sentiments": values},
        "notes": notes,
    }
