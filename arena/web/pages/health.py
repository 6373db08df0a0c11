"""Health checks for monitoring."""

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from arena.service.admin.health import examine
from arena.web.site import Sited

router = APIRouter()


@router.get("/healthz")
def ready(site: Sited) -> Response:
    """Return 200 if the site can work, else 503 with the reason. Raise StoreFailed without a database."""
    health = examine(site.store)
    status = "ok" if health.is_healthy else "unwell"
    return JSONResponse({"status": status} | asdict(health), 200 if health.is_healthy else 503)


@router.get("/healthz/live")
async def live() -> dict[str, str]:
    """Return 200 while the process answers. A restart would not bring back a lost database."""
    return {"status": "ok"}
