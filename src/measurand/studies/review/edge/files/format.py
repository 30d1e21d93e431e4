"""Scorecards as a format: read for the lists and numbers that definitions name."""

from measurand.edges.files.own_road import OwnRoad
from measurand.studies.review.edge.card_counts import card_counter
from measurand.studies.review.edge.files.cards import preview_cards, read_cards
from measurand.studies.review.quantities import Wanted

SCORECARDS = OwnRoad(check=Wanted.of, read=read_cards, preview=preview_cards, counter=card_counter)
