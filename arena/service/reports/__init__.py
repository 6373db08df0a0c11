"""What is told of tournaments and bots: tables, ratings, documents. Derived from the store each time."""
