"""The terminal: what the `lift` command shows, and the tables that are played and replayed with the keyboard."""
