"""Health checks, for programs that monitor the site."""

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from arena.service.admin.health import check_health
from arena.web.site import Sited

router = APIRouter()


@router.get("/healthz")
def ready(site: Sited) -> Response:
    """Return status 200 if the database and the disks are in order, else 503 with the reason.

    Raise StoreFailed if the database does not answer; the response is then also 503.
    """
    health = check_health(site.store)
    status = "ok" if health.is_healthy else "unwell"
    return JSONResponse({"status": status} | asdict(health), 200 if health.is_healthy else 503)


@router.get("/healthz/live")
async def live() -> dict[str, str]:
    """Return status 200 as long as this process answers, even without a database."""
    return {"status": "ok"}
