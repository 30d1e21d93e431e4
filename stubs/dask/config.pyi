from collections.abc import Mapping
from contextlib import AbstractContextManager

def set(arg: Mapping[str, object]) -> AbstractContextManager[object]: ...  # noqa: A001 (its name)
