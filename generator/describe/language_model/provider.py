"""The language model: the only door to the `llm` library, which knows all providers and local models.

Requests and answers are not stored on this machine: `llm` logs to its database only on demand, which is never made.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from generator.errors import ModelFault
from generator.runtime.terminal import HIDDEN, redacted
from generator.text.markup import clean

if TYPE_CHECKING:
    import llm

CHARACTERS_PER_TOKEN = 4
"""Estimates tokens for models that do not report them."""
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote, and the tokens of request and answer together."""

    text: str
    tokens: int


@contextmanager
def opened(name: str | None, seconds: float) -> Iterator[Model]:
    """The model of this name or alias, ready for use; None: the one that `llm models default` names.

    seconds: time limit of one whole answer. Raises ModelFault saying what to install or to set.
    """
    model = Model(_load(name), seconds)
    try:
        yield model
    finally:
        model.close()


class Model:
    """A language model that answers or raises ModelFault within its time limit."""

    def __init__(self, model: llm.Model | llm.KeyModel, seconds: float) -> None:
        self.name = clean(model.model_id)
        self._model = model
        self._seconds = seconds
        self._clients: list[Any] = []
        if hasattr(model, "get_client"):
            self._steady_client()

    def ask(self, system: str, text: str, schema: Mapping[str, Any], most: int) -> Answer:
        """The model's answer, cut at `most` characters. One request, never repeated here."""
        # A client's own timeout restarts with every byte; this one holds however slowly an answer trickles in.
        answers: SimpleQueue[Answer | Exception] = SimpleQueue()
        given_up = threading.Event()

        def run() -> None:
            try:
                answers.put(self._answer(system, text, schema, most, given_up))
            except Exception as error:  # plugins may raise anything
                answers.put(error)

        threading.Thread(target=run, daemon=True).start()
        try:
            answer = answers.get(timeout=self._seconds)
        except Empty:
            given_up.set()
            raise ModelFault(f"no answer within {self._seconds:g} seconds", subject=self.name) from None
        if isinstance(answer, Exception):
            raise ModelFault(_reason(answer, self._model), subject=self.name) from answer
        return answer

    def close(self) -> None:
        """Close the connections."""
        for client in self._clients:
            if hasattr(client, "close"):
                client.close()

    def _answer(
        self, system: str, text: str, schema: Mapping[str, Any], most: int, given_up: threading.Event
    ) -> Answer:
        form = dict(schema) if getattr(self._model, "supports_schema", False) else None
        response = self._model.prompt(text, system=system, schema=form, stream=self._model.can_stream)
        parts: list[str] = []
        length = 0
        for part in response:
            parts.append(part)
            length += len(part)
            if length >= most or given_up.is_set():
                break
        estimate = (len(system) + len(text) + length) // CHARACTERS_PER_TOKEN
        reported = (response.input_tokens or 0) + (response.output_tokens or 0)
        return Answer("".join(parts)[:most], reported or estimate)

    def _steady_client(self) -> None:
        """Give models of OpenAI's protocol one client that does not retry, as no budget would count the retries."""
        make = self._model.get_client  # type: ignore[union-attr]

        def client(*arguments: Any, **options: Any) -> Any:
            if not self._clients:
                made = make(*arguments, **options)
                steady = getattr(made, "with_options", None)  # a plugin's own client may lack it
                self._clients.append(steady(max_retries=0, timeout=self._seconds) if steady else made)
            return self._clients[0]

        self._model.get_client = client  # type: ignore[union-attr]


def _load(name: str | None) -> llm.Model | llm.KeyModel:
    try:
        import llm
    except ImportError:
        hint = "run: make llm, or install the extra daybook[llm]"
        raise ModelFault("a language model needs the llm library", hint=hint) from None
    try:
        model = llm.get_model(name)
        if model.needs_key:
            model.get_key()
    except llm.UnknownModelError:
        hint = "`llm models` lists the installed ones; the guide explains how to add one"
        raise ModelFault("no language model has this name", subject=clean(name or "default"), hint=hint) from None
    except llm.ModelError as error:
        raise ModelFault(_reason(error), subject=clean(name or "default")) from error
    except Exception as error:  # damaged settings of llm itself
        raise ModelFault(f"llm cannot load its models: {_reason(error)}", hint="run: llm models") from error
    return model


_KEY = re.compile(r"(?<![\w-])(?:sk|pk|key|api|gsk|xai|hf)[-_][\w*-]{8,}|AIza[\w-]{20,}")
"""What looks like an API key: some providers repeat it in errors."""


def _reason(error: Exception, model: llm.Model | llm.KeyModel | None = None) -> str:
    """An error in a few words, without the API key that `model` uses."""
    text = _KEY.sub(HIDDEN, redacted(clean(str(error)), _keys(model))) or type(error).__name__
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON].rstrip()} ..."


def _keys(model: llm.Model | llm.KeyModel | None) -> tuple[str, ...]:
    try:
        key = model.get_key() if model is not None and model.needs_key else None
    except Exception:  # a missing key is why the request failed
        return ()
    return (key,) if key else ()
