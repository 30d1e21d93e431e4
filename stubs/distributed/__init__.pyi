from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Generic, Literal, Self, TypeVar

T = TypeVar("T")

class Loop: ...

class KilledWorker(Exception):
    task: str

class Future(Generic[T]):
    key: str
    @property
    def status(self) -> Literal["pending", "cancelled", "finished", "lost", "error"] | None: ...
    def result(self, timeout: float | None = None) -> T: ...
    def exception(self, timeout: float | None = None) -> BaseException | None: ...
    def release(self) -> None: ...

class LocalCluster:
    scheduler_address: str
    def __init__(
        self,
        *,
        n_workers: int,
        threads_per_worker: int,
        processes: bool,
        host: str,
        dashboard_address: str | None,
        silence_logs: int,
        scheduler_kwargs: Mapping[str, object],
        protocol: str | None = None,
    ) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

class Client:
    loop: Loop
    def __init__(
        self, address: str | LocalCluster, *, timeout: float = 30, set_as_default: bool = True
    ) -> None: ...
    def submit(
        self, func: Callable[..., T], *args: object, pure: bool = True, retries: int | None = None
    ) -> Future[T]: ...
    def nthreads(self) -> dict[str, int]: ...
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

class as_completed(Generic[T]):
    def __init__(self, *, loop: Loop) -> None: ...
    def add(self, future: Future[T]) -> None: ...
    def __next__(self) -> Future[T]: ...
