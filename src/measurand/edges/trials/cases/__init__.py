"""One module a kind: the cases on which its laws are tried."""
