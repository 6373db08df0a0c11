"""Games of people against bots: the games, and the messages between their pages and the referee."""
