"""The self-running ladder: plays tournaments until every submitted bot has played."""
