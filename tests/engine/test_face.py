"""The engine's public face does what it says to a newcomer."""

import doctest
from importlib import import_module

import pytest

import symbols.engine

FACES = ["symbols.engine", *(f"symbols.engine.{name}" for name in ("abilities", "costs", "paying", "ways", "x"))]


def test_the_example_in_the_face_is_true() -> None:
    failed, tried = doctest.testmod(symbols.engine)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("name", FACES)
def test_a_face_says_what_it_is(name: str) -> None:
    assert import_module(name).__doc__
