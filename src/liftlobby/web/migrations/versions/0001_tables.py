"""Tables, seats, holders, moves, notes and records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The first layout."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("is_public", sa.Boolean, nullable=False),
        sa.Column("has_spectators", sa.Boolean, nullable=False),
        sa.Column("has_memory_aid", sa.Boolean, nullable=False),
        sa.Column("bank", sa.Integer),
        sa.Column("increment", sa.Integer),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("server_seed", sa.LargeBinary(32), nullable=False),
        sa.Column("next_id", sa.String(12)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(32), nullable=False),
        sa.Column("stand_in", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("taken_back", sa.Integer, nullable=False),
        sa.Column("bank", sa.Float),
    )
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True, index=True),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("line", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(12), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
