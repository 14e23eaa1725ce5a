"""The lab: many matches, and what they show."""
