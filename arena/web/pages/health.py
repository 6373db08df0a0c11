"""Whether the site is well, for whoever watches over it."""

from fastapi import APIRouter
from sqlalchemy import text

from arena.web.site import Sited

router = APIRouter()


@router.get("/healthz")
def health(site: Sited) -> dict[str, str]:
    """That the database answers; DatabaseError otherwise."""
    with site.store.reading() as tx:
        tx.execute(text("SELECT 1"))
    return {"status": "ok"}
