"""Whether the site is well, for whoever watches over it."""

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from arena.service.admin.health import examine
from arena.web.site import Sited

router = APIRouter()


@router.get("/healthz")
def ready(site: Sited) -> Response:
    """Whether it can do its work: 503 where not, with what is wrong. StoreFailed if nobody can be asked."""
    health = examine(site.store)
    status = "ok" if health.well else "unwell"
    return JSONResponse({"status": status} | asdict(health), 200 if health.well else 503)


@router.get("/healthz/live")
async def live() -> dict[str, str]:
    """That the process answers; whoever starts it anew for a database that is gone helps nobody."""
    return {"status": "ok"}
