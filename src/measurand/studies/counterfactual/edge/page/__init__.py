"""The report page of a counterfactual study."""
