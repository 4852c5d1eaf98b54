"""The language model: the only door to the `llm` library, which knows all providers and local models.

Nothing is kept on this machine of what is asked and answered: `llm` logs to its own database only what it is asked to
log, and it is not asked to.
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
"""How tokens are estimated where a model does not tell them."""
_LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model wrote, and how many tokens request and answer had together."""

    text: str
    tokens: int


@contextmanager
def opened(name: str | None, seconds: float) -> Iterator[Model]:
    """The model of this name or alias, ready to be asked; None: the one that `llm models default` names.

    seconds: how long one answer may take in all. Raises ModelFault with what to install or to set.
    """
    model = Model(_found(name), seconds)
    try:
        yield model
    finally:
        model.close()


class Model:
    """A language model that answers, or raises ModelFault within the time it is given."""

    def __init__(self, model: llm.Model | llm.KeyModel, seconds: float) -> None:
        self.name = clean(model.model_id)
        self._model = model
        self._seconds = seconds
        self._clients: list[Any] = []
        if hasattr(model, "get_client"):
            self._steady_client()

    def ask(self, system: str, text: str, schema: Mapping[str, Any], most: int) -> Answer:
        """The model's answer, cut at `most` characters. One request, never repeated here."""
        # A client's own time limit starts again with every byte; this one holds however slowly an answer drips.
        answers: SimpleQueue[Answer | Exception] = SimpleQueue()
        given_up = threading.Event()

        def run() -> None:
            try:
                answers.put(self._answer(system, text, schema, most, given_up))
            except Exception as error:  # what plugins raise is known to nobody
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
        told = (response.input_tokens or 0) + (response.output_tokens or 0)
        return Answer("".join(parts)[:most], told or estimate)

    def _steady_client(self) -> None:
        """Have models of OpenAI's protocol keep one client, which does not repeat requests that no budget would see."""
        make = self._model.get_client  # type: ignore[union-attr]

        def client(*arguments: Any, **options: Any) -> Any:
            if not self._clients:
                made = make(*arguments, **options)
                steady = getattr(made, "with_options", None)  # a plugin's own client may know nothing of it
                self._clients.append(steady(max_retries=0, timeout=self._seconds) if steady else made)
            return self._clients[0]

        self._model.get_client = client  # type: ignore[union-attr]


def _found(name: str | None) -> llm.Model | llm.KeyModel:
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
        hint = "`llm models` lists those that are there, the guide tells how to add one"
        raise ModelFault("no language model has this name", subject=clean(name or "default"), hint=hint) from None
    except llm.ModelError as error:
        raise ModelFault(_reason(error), subject=clean(name or "default")) from error
    except Exception as error:  # llm's own settings, unsound
        raise ModelFault(f"llm cannot load its models: {_reason(error)}", hint="look at: llm models") from error
    return model


_KEY = re.compile(r"(?<![\w-])(?:sk|pk|key|api|gsk|xai|hf)[-_][\w*-]{8,}|AIza[\w-]{20,}")
"""What looks like a key: some providers repeat it in their errors."""


def _reason(error: Exception, model: llm.Model | llm.KeyModel | None = None) -> str:
    """An error in a few words, whoever wrote them, without the key that `model` was asked with."""
    text = _KEY.sub(HIDDEN, redacted(clean(str(error)), _keys(model))) or type(error).__name__
    return text if len(text) <= _LONGEST_REASON else f"{text[:_LONGEST_REASON].rstrip()} ..."


def _keys(model: llm.Model | llm.KeyModel | None) -> tuple[str, ...]:
    try:
        key = model.get_key() if model is not None and model.needs_key else None
    except Exception:  # there is none, which is why it could not be asked
        return ()
    return (key,) if key else ()
