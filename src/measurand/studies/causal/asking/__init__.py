"""What a model is asked, how its replies are read, and how votes become a verdict."""
