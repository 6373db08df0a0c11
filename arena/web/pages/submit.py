"""The pages to submit a bot, and to follow its trial (checks and games before it is registered)."""

from typing import Final

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from arena.service.submission.enqueue import MAX_PER_OWNER
from arena.service.submission.status import UnknownUpload, list_uploads, read_upload
from arena.service.submission.upload_dir import MAX_BYTES
from arena.web.errors import Refused, not_found
from arena.web.http.api_auth import check_may_submit, find_token
from arena.web.http.sessions import Visit, Visiting, sessions_of, set_cookie
from arena.web.http.upload_request import check_pace, read_form, receive_form, text_of
from arena.web.page import render
from arena.web.site import Site, Sited

SEE_OTHER: Final = 303
CSRF: Final = "csrf"

router = APIRouter()


@router.get("/submit")
def submit(request: Request, site: Sited, visit: Visiting) -> Response:
    """Show how to submit a bot. A signed-in visitor also sees their uploads."""
    return _page(request, site, visit)


@router.post("/submit/session")
async def sign_in(request: Request, site: Sited, visit: Visiting) -> Response:
    """Sign a visitor in by the token in a form, then redirect to the page for submitting bots."""
    async with read_form(request, max_files=0) as form:
        _check_form(request, visit, form)
        secret = text_of(form, "token")
    try:
        token = await run_in_threadpool(find_token, request, site, secret)
    except Refused as refused:
        return _page(request, site, visit, refused)
    if token is None:
        wrong = Refused(401, "Unknown or expired token.", "Copy all of it.")
        return _page(request, site, visit, wrong)
    sessions = sessions_of(request)
    sessions.end(visit.id)
    response = RedirectResponse("/submit", SEE_OTHER)
    set_cookie(response, site, sessions.begin(token.key))
    return response


@router.post("/submit/sign-out")
async def sign_out(request: Request, visit: Visiting) -> Response:
    """End the visitor's session, then redirect to the page for submitting bots."""
    async with read_form(request, max_files=0) as form:
        _check_form(request, visit, form)
    sessions_of(request).end(visit.id)
    return RedirectResponse("/submit", SEE_OTHER)


@router.post("/submit/bot")
async def send(request: Request, site: Sited, visit: Visiting) -> Response:
    """Receive a bot in a signed-in visitor's form, then redirect to the page of the new upload."""
    if visit.token is None:
        error = Refused(401, "You are signed out.", "Sign in, then submit again.")
        return _page(request, site, visit, error)
    token = visit.token
    try:
        check_pace(request, site, check_may_submit(token))
        async with read_form(request) as form:
            _check_form(request, visit, form)
            upload = await receive_form(site, token, form)
    except Refused as refused:
        return await run_in_threadpool(_page, request, site, visit, refused)
    return RedirectResponse(f"/submit/{upload.ticket}", SEE_OTHER)


@router.get("/submit/{id}")
def upload(request: Request, site: Sited, visit: Visiting, id: str) -> Response:
    """Show an upload and the steps of its trial to its owner."""
    if visit.token is None:
        error = Refused(401, "Only its owner may see an upload.", "Sign in to see it.")
        return _page(request, site, visit, error)
    try:
        found = read_upload(site.store, id, visit.token.owner)
    except UnknownUpload:
        raise not_found("You have no such upload.") from None
    return render(request, "upload.html", upload=found)


def _check_form(request: Request, visit: Visit, form: FormData) -> None:
    """Raise Refused unless the form contains the secret of the visitor's session."""
    if not sessions_of(request).is_form_token(visit.id, text_of(form, CSRF)):
        raise Refused(403, "This form is too old, or from another site.", "Reload the page, then submit it.")


def _page(request: Request, site: Site, visit: Visit, refused: Refused | None = None) -> Response:
    token = visit.token
    made = render(
        request,
        "submit.html",
        status=refused.status_code if refused else 200,
        headers=refused.headers if refused else None,
        csrf=sessions_of(request).form_token(visit.id),
        token=token,
        uploads=list_uploads(site.store, token.owner) if token else (),
        settings=site.settings,
        most_mb=MAX_BYTES // 1_000_000,
        most_waiting=MAX_PER_OWNER,
        refused=refused,
    )
    return visit.remember(made, site)
