"""A language model's server, on this machine or elsewhere, by OpenAI's protocol: `POST /chat/completions`.

llama.cpp, Ollama, vLLM, LM Studio and most services speak it. One request at a time; what it sends is bounded in size
and time; no redirect is followed, so that the key reaches the address that the owner named, and no other.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import tenacity

from daybook.errors import ModelFault
from daybook.fetch.client import fault_of
from daybook.fetch.hosts import is_safe
from daybook.fetch.wire import Again, Limits, Received, Refusal, Wire
from daybook.runtime.terminal import redacted
from daybook.text.markup import clean

LOCAL = "http://127.0.0.1:8080/v1"
"""The address of llama.cpp's server, as it starts."""
KEY = "DAYBOOK_MODEL_KEY"
"""The variable of the environment that holds the key of a server that asks for one."""
WAITS = (2.0, 10.0)
"""Seconds before a busy server is asked again, unless it says how many; then no more."""
_BUSY = frozenset((429, 500, 502, 503, 504))  # llama.cpp sends 503 while it loads a model
_LONGEST_WAIT = 60
_MOST_BYTES = 8_000_000  # of a stream, which wraps each token in some 250 bytes
_MOST_TOKENS = 4_000  # of an answer, with what a model thinks before it
_CHARACTERS_PER_TOKEN = 4  # where a server does not say how many it used
_LOG = logging.getLogger("daybook.fetch")


class Chat:
    """One model of one server. Holds a connection: close it."""

    def __init__(self, server: str, model: str | None, key: str, seconds: float, say: Callable[[str], None]) -> None:
        """model: its name there; None: the first that the server lists. seconds: time limit of one whole answer.

        say: is told what the server does not know. Raises ModelFault where it cannot be asked.
        """
        self.name, self._server, self._key, self._say = server, server.rstrip("/"), key.strip(), say
        # A model may think for as long as it has: the limit of the whole answer is the one that is told.
        limits = Limits(idle=2 * seconds, seconds=seconds, size=_MOST_BYTES)
        self._wire = Wire(limits, direct=self._server.lower().startswith("http:"))
        if not is_safe(self._server):
            raise self._fault("neither an https address nor one of this machine", f"use e.g. --server {LOCAL}")
        if not (self._key.isascii() and self._key.isprintable()):
            raise ModelFault("is no key", subject=KEY)
        self._wishes = ["limits", "form"]  # not every server knows them; the form is dropped last
        if model:
            self.name = model
            return
        received = self._exchange("/models", None, lambda: None)
        try:
            self.name = clean(json.loads(received.body)["data"][0]["id"])[:100]
        except (ValueError, RecursionError, KeyError, IndexError, TypeError):
            raise self._fault("lists no model", "name one with --model") from None

    def close(self) -> None:
        """Close the connection."""
        self._wire.close()

    def ask(self, system: str, text: str, schema: Mapping[str, Any], spend: Callable[[], None]) -> tuple[str, int]:
        """(the model's answer, the tokens of both). `spend` is called before each request, and may raise to end it all.

        Raises ModelFault where no answer comes in time, or none that is one.
        """
        said = [{"role": "system", "content": system}, {"role": "user", "content": text}]
        form = {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}
        limits = {"temperature": 0, "max_tokens": _MOST_TOKENS, "stream_options": {"include_usage": True}}
        wishes: dict[str, dict[str, Any]] = {"limits": limits, "form": {"response_format": form}}
        while True:
            body: dict[str, Any] = {"model": self.name, "messages": said, "stream": True}
            for wish in self._wishes:
                body |= wishes[wish]
            received = self._exchange("/chat/completions", body, spend)
            if received.status == 200:
                break
            words = ", ".join(wishes[self._wishes.pop(0)])
            self._say(f"{self.name}: the server refuses {words} (status 400), so it is asked without from now on")
        written, tokens = self._read(received)
        return written, tokens or (len(system) + len(text) + len(written)) // _CHARACTERS_PER_TOKEN

    def _exchange(self, path: str, body: Mapping[str, Any] | None, spend: Callable[[], None]) -> Received:
        """The server's answer; of status 400 where it can be asked for less. A busy server is asked again, twice."""
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self._key}"} if self._key else {}
        data = None if body is None else json.dumps(body).encode()

        def once() -> Received:
            spend()
            received = self._wire.get(self._server + path, {}, headers, data)
            _LOG.debug("%s (status %d, %s bytes)", path, received.status, f"{len(received.body):,}")
            if received.status in _BUSY:
                raise Again(_refusal(received), received.status, after=received.after)
            return received

        def may_repeat(fault: BaseException) -> bool:
            return isinstance(fault, Again) and fault.status is not None and (fault.after or 0) <= _LONGEST_WAIT

        def wait(state: tenacity.RetryCallState) -> float:
            after = fault_of(state).after
            return (*WAITS, 0.0)[state.attempt_number - 1] if after is None else after  # asked at the end, too

        asking = tenacity.Retrying(
            retry=tenacity.retry_if_exception(may_repeat), wait=wait, sleep=time.sleep, reraise=True,
            stop=tenacity.stop_after_attempt(len(WAITS) + 1),
        )  # fmt: skip
        try:
            received: Received = asking(once)
        except Again as fault:
            raise self._fault(
                str(fault), "" if fault.connected else "start it, or name another with --server"
            ) from None
        except Refusal as fault:
            raise self._fault(str(fault)) from None
        if received.status != 200 and not (received.status == 400 and self._wishes):
            raise self._fault(_refusal(received), f"set {KEY}" if received.status == 401 and not self._key else "")
        return received

    def _read(self, received: Received) -> tuple[str, int]:
        """(what the model wrote, the tokens that the server counted or 0), of a stream of events or one JSON object."""
        text = received.body.decode(errors="replace")
        lines = [line[5:] for line in text.split("\n") if line.startswith("data:")] or [text]
        written, tokens, ended = "", 0, False
        try:
            for event in (json.loads(line) for line in lines if line.strip() != "[DONE]"):
                if event.get("error"):
                    raise self._fault(f"sent an error: {json.dumps(event['error'])}")
                for choice in event.get("choices") or ():
                    written += (choice.get("delta") or choice.get("message") or {}).get("content") or ""
                    ended = ended or bool(choice.get("finish_reason"))
                tokens = int((event.get("usage") or {}).get("total_tokens") or tokens)
        except (ValueError, RecursionError, AttributeError, TypeError, OverflowError):
            raise self._fault("sent no answer by OpenAI's protocol") from None
        if not ended:
            raise self._fault("did not complete its answer")
        return written, tokens

    def _fault(self, reason: str, hint: str = "") -> ModelFault:
        """An error in a few words, without the key. The connection is not used again."""
        self.close()
        secrets = [self._key] if self._key else []
        reason, subject = clean(redacted(reason, secrets))[:200], clean(redacted(self.name, secrets))
        return ModelFault(reason, subject=subject, hint=hint)


def _refusal(received: Received) -> str:
    """A status, with the reason that the server gives."""
    text = received.body.decode(errors="replace")
    try:
        reason = json.loads(text)["error"]
        text = reason["message"] if isinstance(reason, dict) else reason
    except (ValueError, RecursionError, KeyError, TypeError):
        text = "" if text.lstrip().startswith("<") else text
    return f"responded with status {received.status}{f': {text}' if text else ''}"
