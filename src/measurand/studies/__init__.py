"""The studies: each a composition of the rooms below."""
