"""Changes from earlier answers to later ones."""
