"""What Alembic runs for each command: on the connection that is handed over, in its transaction."""

from alembic import context

from ledger.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    # SQLite can undo a change of tables as well, once the transaction is ours and not its driver's.
    transactional_ddl=True,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
