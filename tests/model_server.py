"""A server on this machine that speaks OpenAI's chat-completions protocol, well and badly.

What it answers is decided by `behave`, from what it was asked about; every request is kept.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.serving import Handler, answering

MODEL = "tiny-1"
_PIECE = 2_000


@dataclass(frozen=True)
class Asked:
    """One request: the prompt's text, and the JSON objects that followed it."""

    number: int  # from 1
    system: str
    data: dict[str, Any]
    refused: dict[str, Any] | None  # what was wrong with the answer before, if it is asked again
    body: dict[str, Any]
    key: str | None  # the header with the key

    @property
    def form(self) -> dict[str, Any] | None:
        """The schema that the answer must have."""
        schema: dict[str, Any] | None = self.body.get("response_format", {}).get("json_schema", {}).get("schema")
        return schema


@dataclass(frozen=True)
class Reply:
    """What the server does: text in pieces, or a misdeed."""

    text: str = ""
    status: int = 200
    pause: float = 0.0  # seconds before each piece
    cut: bool = False  # the connection ends in the middle
    silent: bool = False  # it ends well, but the answer does not
    endless: bool = False
    raw: bytes | None = None  # sent instead of a stream, as it is
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class ModelServer:
    """The running server: where it is, what it was asked, how it behaves."""

    behave: Callable[[Asked], Reply | str]
    url: str = ""
    models: tuple[str, ...] = (MODEL, "other")
    asked: list[Asked] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


@contextmanager
def serving(behave: Callable[[Asked], Reply | str], port: int = 0) -> Iterator[ModelServer]:
    """Serve until the end of the block, on any free port or this one."""
    server = ModelServer(behave)
    with answering(_Handler, server, port) as address:
        server.url = f"{address}/v1"
        yield server


class _Handler(Handler):
    def answer(self, body: bytes) -> None:
        model: ModelServer = self.server.behind
        if self.command == "GET":
            listed = {"data": [{"id": name, "object": "model"} for name in model.models]}
            self._whole(200 if self.path in ("/v1/models", "/health") else 404, json.dumps(listed).encode())
            return
        request = json.loads(body)
        said = {message["role"]: message["content"] for message in request["messages"]}
        first, *second = said["user"].split("\n")
        with model.lock:
            refused = json.loads(second[0]) if second else None
            key = self.headers["Authorization"]
            asked = Asked(len(model.asked) + 1, said["system"], json.loads(first), refused, request, key)
            model.asked.append(asked)
        reply = model.behave(asked)
        reply = Reply(reply) if isinstance(reply, str) else reply
        if reply.raw is not None or reply.status != 200:
            unwell = b'{"error": {"message": "the server is unwell"}}'
            self._whole(reply.status, unwell if reply.raw is None else reply.raw, reply.headers)
        else:
            self._stream(reply)

    def _whole(self, status: int, data: bytes, headers: tuple[tuple[str, str], ...] = ()) -> None:
        self.send_response(status)
        for name, value in (("Content-Type", "application/json"), ("Content-Length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, reply: Reply) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        pieces = [reply.text[at : at + _PIECE] for at in range(0, len(reply.text), _PIECE)]
        for number, piece in enumerate(pieces):
            time.sleep(reply.pause)
            if reply.cut and number >= len(pieces) // 2:
                self.close_connection = True
                return
            self._event({"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
        while reply.endless:
            self._event({"choices": [{"index": 0, "delta": {"content": "x" * 60_000}, "finish_reason": None}]})
        if not reply.silent:
            usage = {"prompt_tokens": 300, "completion_tokens": 50, "total_tokens": 350}
            self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self._event({"choices": [], "usage": usage})
            self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, told: dict[str, Any]) -> None:
        whole = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": MODEL, **told}
        self._chunk(b"data: " + json.dumps(whole).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()
