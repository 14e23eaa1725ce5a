"""Alembic runs the migrations on the connection it is given."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
