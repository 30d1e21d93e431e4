"""What test files import: assertions about numbers and claims."""

from measurand.edges.testing.assertions import NotReproducedError, assert_reproduces, differ

__all__ = ["NotReproducedError", "assert_reproduces", "differ"]
