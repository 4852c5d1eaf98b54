"""A language model's server, real and on this machine, that answers as such servers do."""

import json
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from daybook.errors import ModelFault
from daybook.fetch import chat
from daybook.fetch.chat import Chat

from tests.cases import Patch, for_each
from tests.model_server import MODEL, Asked, ModelServer, Reply, serving

SAID: list[str] = []
"""What the servers of a test did not know, as the user is told."""
SPENT: list[int] = []
"""One for each request that was counted."""
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: Patch) -> None:
    monkeypatch.setattr(chat, "WAITS", (0.0, 0.0))
    monkeypatch.setattr(chat, "_MOST_BYTES", 300_000)
    SAID.clear()


def ask(
    server: ModelServer, times: int = 1, *, model: str | None = MODEL, key: str = "", seconds: float = 20
) -> list[tuple[str, int]]:
    """What the server answers to so many questions."""
    with closing(Chat(server.url, model, key, seconds, SAID.append)) as open_chat:
        return [open_chat.ask("You are asked.", '{"n": 0}', SCHEMA, lambda: SPENT.append(1)) for _ in range(times)]


def answer(behave: Callable[[Asked], Reply | str]) -> tuple[str, int]:
    with serving(behave) as server:
        return ask(server)[0]


def fault(reply: Reply, **more: Any) -> tuple[str, list[Asked]]:
    """The error that a question ends in, and the requests until then."""
    with serving(lambda asked: reply) as server, pytest.raises(ModelFault) as raised:
        ask(server, **more)
    return str(raised.value), server.asked


def whole(text: str, **more: object) -> Reply:
    """An answer in one piece, as servers send it that do not stream."""
    choices = [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]
    return Reply(raw=json.dumps({"choices": choices, **more}).encode())


def test_a_streamed_answer() -> None:
    """Put together from its pieces, with the tokens that the server counted; over one connection."""
    with serving(lambda asked: "word " * 3_000) as server:
        assert ask(server, 2) == [("word " * 3_000, 350)] * 2
    body = server.asked[0].body
    assert (body["model"], body["stream"], body["temperature"]) == (MODEL, True, 0)
    assert body["response_format"]["json_schema"]["strict"]
    assert server.asked[0].form == SCHEMA
    assert SAID == []


EVENT = b'data:{"choices":[{%s}]}\r\n\r\n'


@for_each(
    "reply, text, tokens",
    [
        (whole("yes"), "yes", (14 + 8 + 3) // 4),
        (whole("yes", usage={"total_tokens": 9}), "yes", 9),
        (whole("yes", usage=None), "yes", 6),
        (Reply(raw=b"\r\n: ping\r\n\r\n" + EVENT % b'"delta":{"content":"y"},"finish_reason":"stop"'), "y", 5),
        (Reply(raw=EVENT % b'"delta":{"reasoning":"hm"}' + EVENT % b'"finish_reason":"length"'), "", 5),
    ],
)  # fmt: skip
def test_answers_of_other_servers(reply: Reply, text: str, tokens: int) -> None:
    """In one piece, with or without a count of tokens, with comments in the stream, with nothing but thoughts."""
    assert answer(lambda asked: reply) == (text, tokens)


@for_each("refused", [("temperature",), ("response_format",), ("temperature", "response_format")])
def test_a_server_that_refuses_what_it_does_not_know(refused: tuple[str, ...]) -> None:
    """It is asked without that, says so once, and never again in this run; each request is counted."""
    SAID.clear()
    SPENT.clear()
    with serving(lambda asked: Reply(status=400) if {*refused} & {*asked.body} else "yes") as server:
        assert [text for text, _ in ask(server, 3)] == ["yes"] * 3
    assert len(SAID) == (2 if "response_format" in refused else 1)
    assert len(server.asked) == len(SPENT) == 3 + len(SAID)
    assert "(status 400)" in SAID[0]


NO_ANSWERS = (b"<html><body>Welcome</body></html>", b"[1]", b"[" * 9_000, b'{"choices": 7}', b"")
FAULTS: tuple[tuple[Reply, str, int], ...] = (
    *((Reply(status=status), f"responded with status {status}: the server is unwell", 3) for status in (500, 503, 400)),
    (Reply(status=429, headers=(("Retry-After", "0"),)), "responded with status 429", 3),
    (Reply(status=429, headers=(("Retry-After", "3600"),)), "responded with status 429", 1),
    (Reply(status=401), f"unwell; set {chat.KEY}", 1),
    (Reply(status=404, raw=b"no such model"), "responded with status 404: no such model", 1),
    (Reply(status=307, headers=(("Location", "http://127.0.0.1:9/v1"),)), "responded with status 307", 1),
    (Reply(raw=b"<html><body>Bad gateway</body></html>", status=502), "responded with status 502", 3),
    *((Reply(raw=raw), "sent no answer by OpenAI's protocol", 1) for raw in NO_ANSWERS),
    (Reply(raw=b"{}"), "did not complete its answer", 1),
    (Reply(raw=b'data: {"error": {"message": "out of memory"}}\n\n'), "out of memory", 1),
    (Reply(text="x" * 9_000, cut=True), "did not complete its response", 1),
    (Reply(text="x" * 9_000, silent=True), "did not complete its answer", 1),
    (Reply(endless=True), "sent more than", 1),
    (Reply(text="x" * 19_000, pause=0.4), "did not finish its answer within 1 seconds", 1),
    (Reply(text="x", pause=3), "did not finish its answer within 1 seconds", 1),
)


@for_each("reply, reason, times", FAULTS)
def test_an_answer_that_is_none(reply: Reply, reason: str, times: int) -> None:
    """One line that names the model; what may pass is asked for again, twice."""
    told, asked = fault(reply, seconds=1 if reply.pause else 20)
    assert told.startswith(f"{MODEL}: ")
    assert reason in told
    assert "\n" not in told
    assert len(asked) == times


def test_a_busy_server_is_waited_for(monkeypatch: Patch) -> None:
    """As long as it asks for, or else a little, then longer."""
    waited: list[float] = []
    monkeypatch.setattr(chat, "WAITS", (2.0, 10.0))
    monkeypatch.setattr(chat.time, "sleep", waited.append)
    busy = Reply(status=503)
    slow = Reply(status=429, headers=(("Retry-After", "7"),))
    assert answer(lambda asked: [busy, slow, Reply("yes")][asked.number - 1])[0] == "yes"
    assert [seconds for seconds in waited if seconds >= 1] == [2.0, 7.0]


ELSEWHERE = ("http://example.org/v1", "ftp://127.0.0.1/v1", "http://10.0.0.7:8080/v1", "127.0.0.1:8080", "http://[")


@for_each("server", ELSEWHERE)
def test_addresses_that_are_not_asked(server: str) -> None:
    """Neither encrypted nor of this machine: no key and no text goes there."""
    with pytest.raises(ModelFault, match="neither an https address nor one of this machine"):
        Chat(server, MODEL, "", 1, print)


def test_what_is_no_key() -> None:
    """It would break the header, whose error would tell it."""
    with pytest.raises(ModelFault, match=f"^{chat.KEY}: is no key$"):
        Chat(chat.LOCAL, MODEL, "half\nof a key", 1, print)


@for_each("key", ["sk-verysecretkey123", "plain words of a key", "zk-Qm9vdHN0cmFw-01"])
def test_a_key_is_sent_and_never_told(key: str) -> None:
    """Though the server repeats it in its error, as some do, by the header's name or alone."""
    said = {"error": {"message": f"Incorrect key: {key}, in Authorization: Bearer {key}x"}}
    told, asked = fault(Reply(status=401, raw=json.dumps(said).encode()), key=f" {key}\n")
    assert asked[0].key == f"Bearer {key}"
    assert "Incorrect key: ***" in told
    assert key not in told


def test_a_server_on_this_machine_is_asked_without_a_proxy(monkeypatch: Patch) -> None:
    """Whatever the environment says: the proxy would get the key."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    assert answer(lambda asked: "yes")[0] == "yes"


def test_nobody_listens() -> None:
    with serving(lambda asked: "yes") as gone:
        pass
    for model in (None, MODEL):
        with pytest.raises(ModelFault, match=r"cannot be reached: .*; start it, or name another with --server"):
            ask(gone, model=model)


def test_the_first_model_that_is_listed() -> None:
    """Where none is named; a server without models is one line, too."""
    with serving(lambda asked: "yes") as server:
        ask(server, model=None)
        assert server.asked[0].body["model"] == MODEL
        server.models = ()
        with pytest.raises(ModelFault, match="lists no model; name one with --model"):
            ask(server, model=None)
