"""The tables in the browser: the server draws, the store remembers, the pages and the API share the same services."""
