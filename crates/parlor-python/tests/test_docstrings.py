"""Docstrings of the compiled part, whose functions pytest does not collect, and the scripts in examples/python."""

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from parlor_games import _parlor

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


@pytest.mark.parametrize("name", _parlor.__all__)
def test_the_examples_of_a_docstring_are_true(name):
    documented = getattr(_parlor, name)
    assert documented.__doc__, f"{name} has no docstring"
    examples = doctest.DocTestParser().get_doctest(documented.__doc__, {}, name, None, None)
    assert doctest.DocTestRunner().run(examples).failed == 0


@pytest.mark.parametrize(
    "script, sentence",
    [
        (["student_astar.py"], "the library's: 19 steps"),
        (["q_learning.py"], " 0 mistakes in the"),
        (["alpha_zero.py", "1"], "round 1: loss"),
    ],
)
def test_a_script_works(script, sentence):
    command = [sys.executable, EXAMPLES / script[0], *script[1:]]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0 and sentence in result.stdout, result.stdout + result.stderr
