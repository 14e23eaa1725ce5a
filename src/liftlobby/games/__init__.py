"""The games, one folder each; the folder's name is the game's slug with underscores."""
