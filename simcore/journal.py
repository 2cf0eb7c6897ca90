"""A journal of an expensive computation, so that it can go on where it was stopped.

The computation must be the same whenever it is run again. It asks the journal for the result of each of its expensive
steps; those of an earlier session are there already, so that it comes to where it was in no time and goes on exactly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from simcore.errors import RunFailure, UserError
from simcore.files import OutputFailure, write_atomically

FORMAT = 1

Answer = list[float]


class Journal:
    """The steps of a computation and their results, kept in a file after each step.

    Parameters
    ----------
    path : Path
        The file; `go_on` reads it, and each new step writes it, whole or not at all.
    identity : mapping
        All that decides the computation, by words that a message may use; in the shape of JSON.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any]) -> None:
        self.path = path
        self._identity = dict(identity)
        self._steps: list[tuple[str, Answer]] = []
        self._place = 0

    @property
    def steps(self) -> int:
        """Number of steps that are kept."""
        return len(self._steps)

    def go_on(self) -> None:
        """Take over the steps of an earlier session.

        Raises
        ------
        UserError
            If there is no such file, it cannot be read, or it is of another computation.
        """
        try:
            content = json.loads(self.path.read_bytes())
            found, steps = content["identity"], [(str(question), list(answer)) for question, answer in content["steps"]]
            if content["format"] != FORMAT:
                raise ValueError
        except FileNotFoundError:
            raise UserError(f"{self.path}: there is nothing to go on with; leave out --resume") from None
        except OSError as error:
            raise UserError(f"{self.path}: cannot be read ({error.strerror or error})") from None
        except (ValueError, KeyError, TypeError):
            raise UserError(f"{self.path}: is not a checkpoint of this version; remove it and start afresh") from None
        own = json.loads(json.dumps(self._identity))
        differing = [key for key in own.keys() | found.keys() if own.get(key) != found.get(key)]
        if differing:
            raise UserError(
                f"{self.path}: is the checkpoint of something else; what differs is the {', '.join(sorted(differing))};"
                " remove it to start afresh"
            )
        self._steps = steps

    def recall(self, question: str, answer: Callable[[], Answer]) -> Answer:
        """Return the result of the next step: the one that is kept, else that of `answer`, which is kept then.

        Parameters
        ----------
        question : str
            Says which step it is, with a hash of all that goes into it.
        answer : callable
            Computes the result.

        Raises
        ------
        RunFailure
            If an earlier session came by another way: another library computes otherwise.
        OutputFailure
            If the step cannot be kept.
        """
        if self._place == len(self._steps):
            self._steps.append((question, answer()))
            self._save()
        kept, result = self._steps[self._place]
        if kept != question:
            raise RunFailure(
                f"{self.path}: an earlier session came to other numbers (with other versions of numpy or cma?);"
                " remove this file to start afresh"
            )
        self._place += 1
        return result

    def remove(self) -> None:
        """Remove the file: the computation is done."""
        self.path.unlink(missing_ok=True)

    def _save(self) -> None:
        content = {"format": FORMAT, "identity": self._identity, "steps": self._steps}
        try:
            write_atomically(self.path, [json.dumps(content).encode()])
        except OSError as error:
            raise OutputFailure(f"{self.path}: the checkpoint cannot be written ({error.strerror or error})") from error
