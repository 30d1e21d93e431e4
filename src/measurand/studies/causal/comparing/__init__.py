"""A graph beside a reference, beside its own plan, and beside the stated answer."""
