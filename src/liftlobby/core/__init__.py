"""The engine: fields, rulebooks, matches, records and chance, for any game."""
