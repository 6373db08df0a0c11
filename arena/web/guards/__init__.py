"""What stands before all pages, a module for each thing that is refused or seen to.

`guarded` puts them before an app, the first of these outermost:

============  =================================================================================
`proxies`     the visitor's address is taken from a trusted proxy
`requests`    each is told as an event, with its route and how it was answered
`headers`     (beside this package) what browsers are told not to do
`caching`     how long an answer may be kept
`heads`       HEAD is answered as GET is, without the body
`failures`    a fault of ours is answered by its number, which is in the log
`hosts`       names that this site is not known by are refused
`sizes`       addresses and headers that are too long are refused
`crowds`      who asks too often waits
`origins`     other sites do not write here with a visitor's browser
`bodies`      what is sent is neither too long nor too slow
============  =================================================================================
"""

from fastapi import FastAPI

from arena.web.guards.body_limits import Bodies
from arena.web.guards.caching import Caching
from arena.web.guards.failures import Failures
from arena.web.guards.head_requests import Heads
from arena.web.guards.hosts import Hosts, allowed_hosts
from arena.web.guards.origins import Origins
from arena.web.guards.proxies import Proxies
from arena.web.guards.rate_limit import Crowds
from arena.web.guards.requests import Requests, Routed
from arena.web.guards.url_limits import Sizes
from arena.web.http.headers import Headers
from arena.web.site import Settings


def guarded(app: FastAPI, settings: Settings) -> None:
    """Let all of them stand before the app. What is added last is outermost."""
    app.add_middleware(Routed)
    app.add_middleware(Bodies)
    app.add_middleware(Origins, address=settings.address)
    app.add_middleware(Crowds)
    app.add_middleware(Sizes)
    app.add_middleware(Hosts, names=allowed_hosts(settings))
    app.add_middleware(Failures)
    app.add_middleware(Heads)
    app.add_middleware(Caching)
    app.add_middleware(Headers)
    app.add_middleware(Requests)
    app.add_middleware(Proxies, trusted=settings.trusted_proxies)
