"""Keeps the tables of large tournaments: `python -m arena.service.ladder.tournament_worker`.

The database is that of ARENA_DB. It ends when its stdin does.
"""

from arena.service.ladder.worker import main
from arena.service.reports.tournament_cache import keep_figures

if __name__ == "__main__":
    main(keep_figures)
