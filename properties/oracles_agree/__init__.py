"""measurand against the oracles: the same numbers on random corpora, exactly."""
