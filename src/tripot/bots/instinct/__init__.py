"""Players by instinct: one file a game, a few habits that a player would say aloud, quick and without memory."""
