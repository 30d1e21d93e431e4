"""Who answers again when the evidence was changed: a callable, files, another program."""
