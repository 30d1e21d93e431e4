"""Claims and proofs: check, audit, lock, prove; pure, with evidence that others gather."""
