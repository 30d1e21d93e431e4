"""What the logs of evaluation harnesses print, held against what is logged."""
