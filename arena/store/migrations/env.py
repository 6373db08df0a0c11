"""Alembic's entry point: runs the migrations on the connection that `upgrade` provides."""

from alembic import context

from arena.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
