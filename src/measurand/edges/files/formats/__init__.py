"""The formats of samples that are read: one module and one value each."""
