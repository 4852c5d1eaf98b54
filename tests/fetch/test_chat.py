"""A language model's server, real and on this machine, that answers as such servers do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from generator.errors import ModelFault
from generator.fetch import chat
from generator.fetch.chat import Chat
from tests.cases import for_each
from tests.model_server import MODEL, Asked, Reply, serving

SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "WAITS", (0.0, 0.0))
    monkeypatch.setattr(chat, "_MOST_BYTES", 300_000)


class Asking:
    """One question to a server that behaves so, and what became of it."""

    def __init__(
        self, behave: Callable[[Asked], Reply | str], *, model: str | None = MODEL, key: str = "", **more: Any
    ):
        self.said: list[str] = []
        self.spent = 0
        with serving(behave) as server:
            self.server = server
            model_server = Chat(more.get("server") or server.url, model, key, more.get("seconds", 20), self.said.append)
            try:
                self.name = model_server.name
                self.answers = [
                    model_server.ask("You are asked.", json.dumps({"n": n}), SCHEMA, self._spend)
                    for n in range(more.get("times", 1))
                ]
            finally:
                model_server.close()

    def _spend(self) -> None:
        self.spent += 1


def whole(text: str, **more: object) -> Reply:
    """An answer in one piece, as servers send it that do not stream."""
    choices = [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}]
    return Reply(raw=json.dumps({"choices": choices, **more}).encode())


def test_a_streamed_answer() -> None:
    """Put together from its pieces, with the tokens that the server counted; over one connection."""
    asking = Asking(lambda asked: "word " * 3_000, times=2)
    assert asking.answers == [("word " * 3_000, 350)] * 2
    body = asking.server.asked[0].body
    assert (body["model"], body["stream"], body["temperature"]) == (MODEL, True, 0)
    assert body["response_format"]["json_schema"]["strict"]
    assert asking.server.asked[0].form == SCHEMA
    assert asking.said == []


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
    assert Asking(lambda asked: reply).answers == [(text, tokens)]


def test_the_first_model_that_is_listed() -> None:
    """Where none is named."""
    assert Asking(lambda asked: "yes", model=None).name == MODEL


@for_each("refused", [("temperature",), ("response_format",), ("temperature", "response_format")])
def test_a_server_that_refuses_what_it_does_not_know(refused: tuple[str, ...]) -> None:
    """It is asked without that, says so once, and never again in this run; each request is counted."""
    asking = Asking(lambda asked: Reply(status=400) if {*refused} & {*asked.body} else "yes", times=3)
    assert [text for text, _ in asking.answers] == ["yes"] * 3
    steps = 2 if "response_format" in refused else 1
    assert len(asking.said) == steps
    assert len(asking.server.asked) == asking.spent == 3 + steps
    assert "(status 400)" in asking.said[0]


FAULTS: dict[str, tuple[Reply, str, int]] = {
    "HTTP 500": (Reply(status=500), "responded with status 500: the server is unwell", 3),
    "loading": (Reply(status=503), "responded with status 503: the server is unwell", 3),
    "too many": (Reply(status=429, headers=(("Retry-After", "0"),)), "responded with status 429", 3),
    "too many for long": (Reply(status=429, headers=(("Retry-After", "3600"),)), "responded with status 429", 1),
    "no right": (Reply(status=401), f"unwell; set {chat.KEY}", 1),
    "not found": (Reply(status=404, raw=b"no such model"), "responded with status 404: no such model", 1),
    "refused": (Reply(status=400), "responded with status 400: the server is unwell", 3),
    "elsewhere": (Reply(status=307, headers=(("Location", "http://127.0.0.1:9/v1"),)), "responded with status 307", 1),
    "a gateway": (Reply(raw=b"<html><body>Bad gateway</body></html>", status=502), "responded with status 502", 3),
    "HTML for an answer": (Reply(raw=b"<html><body>Welcome</body></html>"), "sent no answer by OpenAI's protocol", 1),
    "an array": (Reply(raw=b"[1]"), "sent no answer by OpenAI's protocol", 1),
    "deep": (Reply(raw=b"[" * 9_000), "sent no answer by OpenAI's protocol", 1),
    "other choices": (Reply(raw=b'{"choices": 7}'), "sent no answer by OpenAI's protocol", 1),
    "no choices": (Reply(raw=b"{}"), "did not complete its answer", 1),
    "nothing": (Reply(raw=b""), "sent no answer by OpenAI's protocol", 1),
    "an error in the stream": (Reply(raw=b'data: {"error": {"message": "out of memory"}}\n\n'), "out of memory", 1),
    "cut": (Reply(text="x" * 9_000, cut=True), "did not complete its response", 1),
    "ended early": (Reply(text="x" * 9_000, silent=True), "did not complete its answer", 1),
    "endless": (Reply(endless=True), "sent more than", 1),
    "dripping": (Reply(text="x" * 19_000, pause=0.4), "did not finish its answer within 1 seconds", 1),
    "silent": (Reply(text="x", pause=3), "did not finish its answer within 1 seconds", 1),
}


@for_each("name", FAULTS)
def test_an_answer_that_is_none(name: str) -> None:
    """One line that names the model; what may pass is asked for again, twice."""
    reply, reason, times = FAULTS[name]
    asked: list[Asked] = []

    def behave(one: Asked) -> Reply:
        asked.append(one)
        return reply

    with pytest.raises(ModelFault) as fault:
        Asking(behave, seconds=1 if reply.pause else 20)
    told = str(fault.value)
    assert told.startswith(f"{MODEL}: ")
    assert reason in told
    assert "\n" not in told
    assert len(asked) == times


def test_a_busy_server_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as it asks for, or else a little, then longer."""
    waited: list[float] = []
    monkeypatch.setattr(chat, "WAITS", (2.0, 10.0))
    monkeypatch.setattr(chat.time, "sleep", waited.append)
    busy = Reply(status=503)
    slow = Reply(status=429, headers=(("Retry-After", "7"),))
    assert Asking(lambda asked: [busy, slow, Reply("yes")][asked.number - 1]).answers[0][0] == "yes"
    assert [seconds for seconds in waited if seconds >= 1] == [2.0, 7.0]


@for_each(
    "server", ["http://example.org/v1", "ftp://127.0.0.1/v1", "http://10.0.0.7:8080/v1", "127.0.0.1:8080", "http://["]
)
def test_addresses_that_are_not_asked(server: str) -> None:
    """Neither encrypted nor of this machine: no key and no text goes there."""
    with pytest.raises(ModelFault, match="neither an https address nor one of this machine"):
        Chat(server, MODEL, "", 1, print)


@for_each("key", ["sk-verysecretkey123", "plain words of a key", "zk-Qm9vdHN0cmFw-01"])
def test_a_key_is_sent_and_never_told(key: str) -> None:
    """Though the server repeats it in its error, as some do, by the header's name or alone."""
    asked: list[Asked] = []

    def behave(one: Asked) -> Reply:
        asked.append(one)
        said = {"error": {"message": f"Incorrect key: {key}, in Authorization: Bearer {key}x"}}
        return Reply(status=401, raw=json.dumps(said).encode())

    with pytest.raises(ModelFault) as fault:
        Asking(behave, key=f" {key}\n")
    assert asked[0].key == f"Bearer {key}"
    assert "Incorrect key: ***" in str(fault.value)
    assert key not in str(fault.value)


def test_what_is_no_key() -> None:
    """It would break the header, whose error would tell it."""
    with pytest.raises(ModelFault) as fault:
        Chat(chat.LOCAL, MODEL, "half\nof a key", 1, print)
    assert str(fault.value) == f"{chat.KEY}: is no key"


def test_a_server_on_this_machine_is_asked_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the environment says: the proxy would get the key."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    assert Asking(lambda asked: "yes").answers[0][0] == "yes"


def test_nobody_listens() -> None:
    """One line says what to do."""
    with serving(lambda asked: "yes") as gone:
        pass
    for model in (None, MODEL):
        with pytest.raises(ModelFault, match=r"cannot be reached: .*; start it, or name another with --server"):
            Chat(gone.url, model, "", 5, print).ask("s", "{}", SCHEMA, lambda: None)


def test_no_model_is_listed() -> None:
    """A server without models is one line, too."""
    with serving(lambda asked: "yes") as server:
        server.models = ()
        with pytest.raises(ModelFault, match="lists no model; name one with --model"):
            Chat(server.url, None, "", 5, print)
