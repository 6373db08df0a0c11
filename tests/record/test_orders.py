"""Secret orders: test vectors, uniform draws, and any sequence of takes."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.record.orders import OrderDealer, Orders, UsedOrder
from arena.rules.cards import Card, CardSet
from arena.rules.dealer import TABLE, cut
from tests.conftest import Scale

SECRET = bytes(range(32))
VECTORS = [
    (0, 0, 0, "15 28 14 16 0 20 6 12 1 11 10 5 21 19 3 2 18 23 30 9 22 17 8 29 13 31 26 27 7 25 4 24"),
    (0, 1, TABLE, "25 27 31 23 13 2 28 11 8 14 30 12 15 3 21 6 22 29 19 26 9 0 20 24 16 7 5 17 18 10 4 1"),
]


@pytest.mark.rule("X-ORDER-0")
@pytest.mark.parametrize(("deal", "epoch", "who", "cards"), VECTORS)
def test_orders_match_the_published_vectors(deal: int, epoch: int, who: int, cards: str) -> None:
    assert Orders(SECRET, 32).of(deal, epoch, who) == tuple(map(int, cards.split()))


@pytest.mark.parametrize("cards", [1, 31, 32, 33, 52, 54, 104, 110])
@pytest.mark.parametrize(
    ("who", "name"), [(3, "3"), (10, "10"), (TABLE, "table"), (cut(0), "cut0"), (cut(12), "cut12")]
)
def test_order_follows_the_scheme(cards: int, who: int, name: str) -> None:
    def key(card: int) -> tuple[bytes, int]:
        block = hmac_digest(SECRET, f"maumau-order-1/7/11/{name}/{card // 4}".encode(), "sha256")
        return block[card % 4 * 8 :][:8], card

    assert Orders(SECRET, cards).of(7, 11, who) == tuple(sorted(range(cards), key=key))


def test_secret_must_have_32_bytes() -> None:
    with pytest.raises(ValueError):
        OrderDealer(b"short", 32)


takers = st.sampled_from([0, 1, 2, TABLE, cut(0), cut(3)])
takes = st.tuples(takers, st.integers(1, 2**32 - 1), st.integers(0, 2), st.integers(0, 2))


@given(st.binary(min_size=32, max_size=32), st.lists(takes, max_size=30))
def test_take_returns_the_first_card_in_the_stock(
    secret: bytes, asked: list[tuple[int, int, int, int]]
) -> None:
    dealer, orders = OrderDealer(secret, 32), Orders(secret, 32)
    for who, stock, deal, epoch in asked:
        first = next(card for card in orders.of(deal, epoch, who) if stock >> card & 1)
        assert dealer.take(who, stock, deal, epoch) == first


def test_returned_card_is_drawn_again() -> None:
    dealer, order = OrderDealer(SECRET, 32), Orders(SECRET, 32).of(0, 0, TABLE)
    everything = (1 << 32) - 1
    assert dealer.take(TABLE, everything, 0, 0) == order[0]
    assert dealer.take(TABLE, everything ^ 1 << order[0], 0, 0) == order[1]
    assert dealer.take(TABLE, everything, 0, 0) == order[0]


# All histories of a tiny game: four cards, two seats with an order each; the cards drawn determine who draws.
# When the stock is empty, all cards but the last one return.
Order = tuple[int, ...]
Draw = tuple[Order, int]  # the cards drawn before, and the card
CARDS = range(4)
FIRST = tuple(product(permutations(CARDS), permutations(CARDS)))
FRESH = tuple(product(permutations(range(3)), permutations(range(3))))


def draws(orders: tuple[Order, Order], stock: CardSet, before: Order = ()) -> list[Draw]:
    """Return every draw until the stock is empty."""
    used = [UsedOrder(tuple(map(Card, order))) for order in orders]
    made = []
    while stock:
        card = used[sum(before) % 2].first(stock)
        made.append((before, int(card)))
        stock ^= 1 << card
        before = (*before, card)
    return made


def drawn_cards(orders: tuple[Order, Order]) -> Order:
    return tuple(card for _, card in draws(orders, 0b1111))


def draw_again(orders: tuple[Order, Order], before: Order) -> list[Draw]:
    return draws(orders, sum(1 << card for card in before[:-1]), before)


def map_order(cards: Order, orders: tuple[Order, Order]) -> tuple[Order, Order]:
    """Turn orders of places into orders of these cards."""
    first, second = (tuple(cards[place] for place in order) for order in orders)
    return first, second


def unfair(made: Iterable[Draw]) -> int:
    """Count the histories after which the next card is not uniform."""
    counts: dict[Order, Counter[int]] = {}
    for before, card in made:
        counts.setdefault(before, Counter())[card] += 1
    left = {before: (4 if len(before) < 4 else 7) - len(before) for before in counts}
    return sum(len(cards) != left[before] or len(set(cards.values())) > 1 for before, cards in counts.items())


def test_every_draw_is_uniform() -> None:
    assert not unfair(draw for orders in FIRST for draw in draws(orders, 0b1111))


@pytest.mark.dear
def test_draws_after_a_reshuffle_are_uniform() -> None:
    pairs = ((drawn_cards(orders), fresh) for orders in FIRST for fresh in FRESH)
    assert not unfair(
        draw for before, fresh in pairs for draw in draw_again(map_order(before[:-1], fresh), before)
    )


def test_reusing_orders_after_a_reshuffle_would_be_unfair() -> None:
    assert unfair(draw for orders in FIRST for draw in draw_again(orders, drawn_cards(orders)))


def test_draws_are_uniform_by_chi_square(scale: Scale) -> None:
    """Test the drawn card's rank in the stock, before and after a reshuffle."""
    boards = scale.pick(quick=400, ci=6_000, full=100_000)
    seen: dict[tuple[int, int], Counter[int]] = {}
    for board in range(boards):
        dealer = OrderDealer(sha256(f"chi {board}".encode()).digest(), 32)
        for epoch, whole in ((0, 0xFFFF_FFFF), (1, 0x00FF_F0FF)):
            stock = whole
            for draw in range(12):
                card = dealer.take(draw % 2, stock, 0, epoch)
                rank = (stock & ((1 << card) - 1)).bit_count() * 10 // stock.bit_count()
                seen.setdefault((epoch, draw), Counter())[rank] += 1
                stock ^= 1 << card
    sizes = {(epoch, draw): (32, 20)[epoch] - draw for epoch, draw in seen}
    assert max(chi_square(ranks, sizes[key]) for key, ranks in seen.items()) < 45, "p < 1e-6 with 9 degrees"


def chi_square(ranks: Counter[int], stock: int) -> float:
    expected = Counter(place * 10 // stock for place in range(stock))
    total = ranks.total()
    return sum(
        (ranks[rank] - total * share / stock) ** 2 / (total * share / stock)
        for rank, share in expected.items()
    )
