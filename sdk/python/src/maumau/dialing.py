"""The connection to the referee: one gRPC stream, opened by the bot."""

import sys
from queue import SimpleQueue
from typing import Final

import grpc

from maumau.bots import Bot
from maumau.failures import BotError, RefereeFault
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb
from maumau.v1.referee_pb2_grpc import RefereeServiceStub

_OPTIONS: Final = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", 4 << 20))
_GONE: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


def dial(player: Bot | type[Bot], target: str, token: str, max_games: int) -> int:
    """Play for the referee at `target` until the connection closes, and return the exit code.

    0: no more games; 1: the bot raised an exception; 2: the referee ended the bot; 130: interrupted.
    """
    session = Session(player, _IllegalAnswers())
    try:
        _talk(session, target, session.hello(token, max_games))
    except BotError:
        return 1
    except RefereeFault as fault:
        print(f"maumau: the referee ended this bot: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        session.close()
    return 0


class _IllegalAnswers:
    """A reporter that prints the bot's first illegal choice and ignores later illegal choices."""

    def __init__(self) -> None:
        self._is_first = True

    def __call__(self, error: BotError) -> None:
        if self._is_first:
            _print(error)
        self._is_first = False


def _print(error: BotError) -> None:
    print(error.report(), file=sys.stderr, end="", flush=True)


def _talk(session: Session, target: str, hello: pb.PlayRequest) -> None:
    requests: SimpleQueue[pb.PlayRequest | None] = SimpleQueue()
    requests.put(hello)
    welcomed = False
    with grpc.insecure_channel(target, _OPTIONS) as channel:
        call = RefereeServiceStub(channel).Play(iter(requests.get, None))
        try:
            for message in call:
                welcomed = True
                if answers := session.reply(message, requests.put):
                    requests.put(answers)
        except BotError as error:
            _print(error)  # before the stream ends, as the referee then ends the process
            raise
        except grpc.RpcError as error:
            if not welcomed or error.code() not in _GONE:
                raise RefereeFault(f"{error.code().name}: {error.details()}") from None
        finally:
            requests.put(None)
            call.cancel()
