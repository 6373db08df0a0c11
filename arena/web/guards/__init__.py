"""Middleware that every request passes before it reaches a page, one module for each concern.

`add_guards` puts them before an app. A request passes them in this order:

===============  =====================================================================
`proxies`        take the visitor's address from a trusted proxy
`requests`       log each request with its route and status
`http.headers`   set the response's headers for security and caching
`head_requests`  answer HEAD like GET, without the body
`failures`       answer an unexpected exception with a number that is also in the log
`hosts`          refuse host names that are not this site's
`url_limits`     refuse URLs and headers that are too long
`rate_limit`     refuse visitors who send too many requests
`origins`        refuse changes that are requested by pages of other sites
`body_limits`    refuse bodies that are too long or too slow
===============  =====================================================================
"""

from fastapi import FastAPI

from arena.web.guards.body_limits import BodyLimits, UrlLimits
from arena.web.guards.failures import Failures
from arena.web.guards.head_requests import HeadRequests
from arena.web.guards.hosts import Hosts, Origins, allowed_hosts
from arena.web.guards.proxies import Proxies
from arena.web.guards.rate_limit import RateLimit
from arena.web.guards.requests import RequestLog, RouteLog
from arena.web.http.headers import CacheHeaders, SecurityHeaders
from arena.web.site import Settings


def add_guards(app: FastAPI, settings: Settings) -> None:
    """Put all guards (middleware) before the app."""
    # The guard that is added last is the first to see a request.
    app.add_middleware(RouteLog)
    app.add_middleware(BodyLimits)
    app.add_middleware(Origins, address=settings.address)
    app.add_middleware(RateLimit)
    app.add_middleware(UrlLimits)
    app.add_middleware(Hosts, names=allowed_hosts(settings))
    app.add_middleware(Failures)
    app.add_middleware(HeadRequests)
    app.add_middleware(CacheHeaders)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestLog)
    app.add_middleware(Proxies, trusted=settings.trusted_proxies)
