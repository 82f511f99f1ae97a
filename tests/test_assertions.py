"""Every test asserts something: a test that can't fail says nothing."""

import ast

import pytest

from tests.support.root import ROOT


def asserts(test: ast.AST) -> bool:
    """True if a test has an assertion, or calls what is named as one."""
    return any(
        isinstance(node, ast.Assert)
        or (
            isinstance(node, ast.Call)
            and (name := ast.unparse(node.func).split(".")[-1])
            and (name == "raises" or name.startswith("assert_"))
        )
        for node in ast.walk(test)
    )


@pytest.mark.slow
def test_every_test_asserts_something() -> None:
    idle = [
        f"{file.relative_to(ROOT)}: {node.name}"
        for file in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not asserts(node)
    ]
    assert idle == []


def test_a_test_that_only_calls_something_is_found() -> None:
    assert not asserts(ast.parse("def test_it() -> None:\n    call()\n"))
    assert asserts(ast.parse("def test_it() -> None:\n    np.testing.assert_array_equal(1, 1)\n"))
