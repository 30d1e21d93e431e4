"""Who pools which records: the same plan gives the same bits in every engine."""
