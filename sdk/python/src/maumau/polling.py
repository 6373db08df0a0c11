"""How gRPC is told to wait for messages, in a bot and in the referee."""

from typing import Final

# The value of GRPC_EXPERIMENTS. Whoever waits for a message reads it from the socket himself: gRPC with its
# event engine hands it from thread to thread, which is half as dear again where messages are small.
POLLING: Final = "-event_engine_client,-event_engine_listener"
