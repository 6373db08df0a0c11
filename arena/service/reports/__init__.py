"""Reports on tournaments and bots: tables, ratings, exports."""
