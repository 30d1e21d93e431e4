from collections.abc import Callable, Mapping
from typing import Literal, ParamSpec, Protocol

from inspect_ai.solver import TaskState

_P = ParamSpec("_P")

class Score:
    value: object
    answer: str | None
    explanation: str | None
    metadata: dict[str, object] | None

class SampleScore:
    score: Score
    sample_id: str | int | None
    sample_metadata: dict[str, object] | None

class Target:
    def __len__(self) -> int: ...
    def __getitem__(self, at: int) -> str: ...

class Scorer(Protocol):
    async def __call__(self, state: TaskState, target: Target) -> Score | None: ...

class Metric(Protocol):
    def __call__(self, scores: list[SampleScore]) -> Mapping[str, float]: ...

def metric(
    name: str | None = None, *, scores: Literal["auto", "reduced", "unreduced"] = "auto"
) -> Callable[[Callable[_P, Metric]], Callable[_P, Metric]]: ...
