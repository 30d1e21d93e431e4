from collections.abc import Callable
from typing import TypeVar

from inspect_ai.log import EvalLog

_H = TypeVar("_H", bound=Hooks)

class TaskEnd:
    log: EvalLog

class Hooks:
    def enabled(self) -> bool: ...
    async def on_task_end(self, data: TaskEnd) -> None: ...

def hooks(name: str, description: str) -> Callable[[type[_H]], type[_H]]: ...
