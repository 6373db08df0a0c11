"""Reports on tournaments and bots: standings, ratings, pairings, faults and exports."""
