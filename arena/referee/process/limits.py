"""How much memory the process of a match may use: a bot that makes it need more ends only that."""

import resource


def bound_memory(data_bytes: int) -> None:
    """From now on this process gets no more than so many bytes for data: heap, stacks and the like.

    Not of addresses, of which gRPC reserves many and uses few. Bots are not bound: their runners see to that.
    """
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    if most == resource.RLIM_INFINITY or data_bytes < most:
        resource.setrlimit(resource.RLIMIT_DATA, (data_bytes, most))
