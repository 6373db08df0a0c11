"""Sessions: what the cookie says is good for one browser, for a while, and is kept nowhere as it is."""

from arena.web.http.sessions import SESSION_S, Sessions
from tests.web.test_rate_limit import Clock


def test_session_knows_its_token_until_it_ends() -> None:
    clock = Clock()
    sessions = Sessions(clock=clock)
    one, other = sessions.begin(7), sessions.begin(8)
    assert (sessions.token_of(one), sessions.token_of(other), sessions.token_of("x")) == (7, 8, None)
    assert len(one) >= 43
    sessions.end(one)
    assert (sessions.token_of(one), sessions.token_of(other)) == (None, 8)
    clock.now = SESSION_S
    assert sessions.token_of(other) is None


def test_number_of_sessions_is_limited() -> None:
    sessions = Sessions(max_sessions=10)
    ids = [sessions.begin(number) for number in range(30)]
    assert sessions.token_of(ids[20]) == 20
    sessions.begin(30)
    assert [id for id in ids if sessions.token_of(id) is not None] == [ids[20], *ids[22:]]


def test_form_token_belongs_to_one_session() -> None:
    sessions = Sessions()
    form = sessions.form_token("me")
    assert sessions.is_form_token("me", form)
    for id, given in (
        ("you", form),
        ("me", ""),
        ("me", form[:-1]),
        ("me", "é"),
        ("", sessions.form_token("")),
    ):
        assert not sessions.is_form_token(id, given)
    assert not Sessions().is_form_token("me", form)
