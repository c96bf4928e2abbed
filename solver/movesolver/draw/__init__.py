"""Pictures of tables and moves."""
