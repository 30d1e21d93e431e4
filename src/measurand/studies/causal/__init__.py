"""Causal faithfulness of reasoning graphs: from problems to components, rows and a study."""
