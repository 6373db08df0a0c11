"""Guess a tournament's seed from the first hand of a game, knowing everything but the seed."""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from struct import unpack

from arena.tournament.secrets import board_secret, tournament_secret


def matching_seeds(
    dealt: tuple[set[int], int], seat: int, cards: int, versions: Sequence[str], seeds: Iterable[str]
) -> Iterator[str]:
    """Yield the seeds that would have dealt this hand and turned this card on the first board of two bots."""
    hand, turned = dealt
    for seed in seeds:
        secret = board_secret(tournament_secret(seed).value, versions, 0, 0)
        own = order(secret, str(seat), cards)
        if own[0] in hand and (hand, turned) == first_deal(secret, seat, len(hand), cards):
            yield seed


def first_deal(secret: bytes, seat: int, size: int, cards: int) -> tuple[set[int], int]:
    """Return a seat's hand, dealt one by one in turns, and the turned card."""
    stock = set(range(cards))
    hands: tuple[list[int], list[int]] = ([], [])
    orders = [order(secret, who, cards) for who in ("0", "1", "table")]
    for _ in range(size):
        for hand, its in zip(hands, orders, strict=False):
            hand.append(next(card for card in its if card in stock))
            stock.remove(hand[-1])
    return set(hands[seat]), next(card for card in orders[2] if card in stock)


def order(secret: bytes, who: str, cards: int) -> list[int]:
    """Return a seat's or the table's card order in the first deal (see `arena.record.orders`)."""
    label = f"maumau-order-1/0/0/{who}/".encode()
    blocks = b"".join(hmac.digest(secret, label + b"%d" % block, "sha256") for block in range(-(-cards // 4)))
    keys = unpack(f">{len(blocks) // 8}Q", blocks)
    return sorted(range(cards), key=keys.__getitem__)
