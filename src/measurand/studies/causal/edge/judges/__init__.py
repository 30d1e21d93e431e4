"""Language models as judges of causal questions, and records of what they said."""
