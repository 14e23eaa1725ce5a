"""The conformance suite: any game, ours or anybody's, can be put through it."""
