"""A server on this machine that speaks OpenAI's chat-completions protocol, well and badly.

What it answers is decided by `behave`, from the paper it was asked about; every request is kept. `llm`'s real client
talks to it through `extra-openai-models.yaml`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

MODEL = "tiny"


@dataclass(frozen=True)
class Asked:
    """One request: the prompt's text, and the JSON objects that followed it."""

    number: int  # from 1
    system: str
    data: dict[str, Any]
    refused: dict[str, Any] | None  # what was wrong with the answer before, if it is asked again
    schema: dict[str, Any] | None  # the form that the answer must have, where the model is said to support one


@dataclass(frozen=True)
class Reply:
    """What the server does: text in pieces, or a misdeed."""

    text: str = ""
    status: int = 200
    pause: float = 0.0  # seconds before each piece
    cut: bool = False  # the connection ends in the middle
    raw: bytes | None = None  # sent instead of a stream, as it is


@dataclass
class ModelServer:
    """The running server: where it is, what it was asked, how it behaves."""

    behave: Callable[[Asked], Reply | str]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def configure(self, folder: Path, **more: object) -> None:
        """Tell `llm` about this server: `folder` is then its LLM_USER_PATH."""
        folder.mkdir(parents=True, exist_ok=True)
        model = {"model_id": MODEL, "model_name": "tiny-1", "api_base": self.url, **more}
        (folder / "extra-openai-models.yaml").write_text(json.dumps([model]))  # JSON is YAML, too


@contextmanager
def serving(behave: Callable[[Asked], Reply | str]) -> Iterator[ModelServer]:
    """Serve until the end of the block."""
    server = ModelServer(behave)
    http = _Server(("127.0.0.1", 0), _Handler)
    http.model = server
    server.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def card_of(asked: Asked) -> str:
    """A good card, made of the paper's own words."""
    title, abstract = asked.data["title"], asked.data["abstract"]
    gist = " ".join(abstract.split(". ")[-1].rstrip(".").split()[:20])
    return json.dumps({"headline": title[:80], "gist": f"{title.split()[0]} shows: {gist}"[:160]})


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    model: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that was killed is no error of the server's."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model = self.server.model
        with model.lock:
            asked = _asked(len(model.asked) + 1, body)
            model.asked.append(asked)
        reply = model.behave(asked)
        self._answer(Reply(reply) if isinstance(reply, str) else reply)

    def _answer(self, reply: Reply) -> None:
        if reply.raw is not None or reply.status != 200:
            data = reply.raw if reply.raw is not None else b'{"error": {"message": "the server is unwell"}}'
            self.send_response(reply.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            return
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
        usage = {"prompt_tokens": 300, "completion_tokens": 50, "total_tokens": 350}
        self._event({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage})
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, told: dict[str, Any]) -> None:
        whole = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": "tiny-1", **told}
        self._chunk(b"data: " + json.dumps(whole).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


_PIECE = 2_000


def _asked(number: int, body: dict[str, Any]) -> Asked:
    said = {message["role"]: message["content"] for message in body["messages"]}
    first, *second = said["user"].split("\n")
    schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
    return Asked(number, said["system"], json.loads(first), json.loads(second[0]) if second else None, schema)
