"""The store's history: Alembic runs these when a store is opened."""
