"""The rulebook through Numba.

`bind` takes a kernel and a rulebook and returns the kernel with the rulebook's functions in the places that
`core.rulebook` names, all the way down; with a compiler at hand every function on the way is compiled. A rulebook
never mentions Numba.

Numba's disk cache looks at the file of the outermost function only, so it would go on playing an old rule after
a rulebook was edited. Here the cache folder carries a fingerprint of everything that was bound: the bytecode and
constants of every function, the layout of the state and the versions of Python, NumPy and Numba.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from liftlobby.core import fields, packed, rulebook
from liftlobby.core.masks import masks

Function = Callable[..., Any]
Bindings = Mapping[str, Function]


def bindings(rules: Any) -> dict[str, Function]:
    """The functions a game puts in the places of `core.rulebook`, by name. `bots.bindings_for` adds its bots."""
    places = {name for name, value in vars(rulebook).items() if isinstance(value, FunctionType)}
    bound = masks(rules.State) | {
        name: value for name, value in vars(rules).items() if isinstance(value, FunctionType) and name in places
    }
    if "nth_legal_action" in bound:
        bound["random_action"] = rulebook.counted_action
    if "nth_chance_outcome" in bound:
        bound["random_outcome"] = rulebook.counted_outcome
    return bound


def bind(kernel: Function, bound: Bindings, compiler: Function | None = None) -> Function:
    """The kernel with a game's functions in it: plain Python, or each function passed through `compiler`."""
    done: dict[FunctionType, Function] = {}

    def bind_one(function: FunctionType) -> Function:
        if function not in done:
            names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
            for name, value in referred(function, bound).items():
                names[name] = bind_one(value) if isinstance(value, FunctionType) else value
            twin = FunctionType(
                function.__code__, names, function.__name__, function.__defaults__, function.__closure__
            )
            twin.__module__ = function.__module__
            twin.__qualname__ = function.__qualname__
            done[function] = compiler(function, twin) if compiler else twin
        return done[function]

    assert isinstance(kernel, FunctionType)
    return bind_one(kernel)


def referred(function: FunctionType, bound: Bindings) -> dict[str, Any]:
    """The globals a function reads, by name; a name that `core.rulebook` defines means the game's own function."""
    found = {}
    for name in function.__code__.co_names:
        if name in function.__globals__:
            value = function.__globals__[name]
            found[name] = bound.get(name, value) if value is getattr(rulebook, name, None) else value
    return found


def fingerprint(kernel: Function, bound: Bindings, *layout: object) -> str:
    """A hash of everything that decides what a bound kernel does."""
    digest = hashlib.sha256(repr((sys.version, layout)).encode())
    seen: set[FunctionType] = set()

    def take(value: object) -> None:
        if isinstance(value, FunctionType):
            if value not in seen:
                seen.add(value)
                take(value.__code__)
                for name, other in sorted(referred(value, bound).items()):
                    digest.update(name.encode())
                    take(other)
        elif isinstance(value, CodeType):
            digest.update(value.co_code + repr((value.co_names, value.co_varnames)).encode())
            for constant in value.co_consts:
                take(constant)
        else:
            digest.update(repr(value).encode())

    take(kernel)
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: $LIFTLOBBY_CACHE, or the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("LIFTLOBBY_CACHE") or platformdirs.user_cache_path("liftlobby"))


def compile_kernel(kernel: Function, rules: Any, bound: Bindings, *, bounds_checks: bool = False) -> Function:
    """A kernel compiled for a game with these functions, from the disk cache where the same was compiled before.

    With `bounds_checks` an index outside a field raises IndexError instead of reading garbage.
    """
    import numba
    from numba.core.compiler import Compiler

    class Apart(Compiler):  # type: ignore[misc]
        """No two arguments share memory, which is true of all kernels and worth up to an eighth of the time."""

        def define_pipelines(self) -> Any:
            self.state.flags.noalias = True
            return super().define_pipelines()

    layout = fields.record_dtype(rules.State)
    key = fingerprint(kernel, bound, layout.descr, numba.__version__, bounds_checks, Path(__file__).read_bytes())
    heuristic = bound["heuristic_action"].__module__ if "heuristic_action" in bound else None
    options = {"nogil": True, "boundscheck": bounds_checks, "pipeline_class": Apart, "_nrt": False}

    def compiler(original: FunctionType, twin: FunctionType) -> Any:
        if original in primitives():
            return primitives()[original]
        if original is not kernel:
            # Rules are faster inlined; a heuristic is larger and called less, and would only take longer to compile.
            inline = original.__module__ != heuristic
            return numba.njit(forceinline=inline, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(twin)
        usual = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder() / f"numba-{key}")
        try:
            return numba.njit(cache=True, **options)(twin)
        finally:
            numba.config.CACHE_DIR = usual

    return bind(kernel, bound, compiler)


@lru_cache
def primitives() -> dict[Function, Function]:
    """The functions of `packed` that are a machine instruction or two when compiled.

    `multiply_add` must be one of them: compiled signed numbers may not overflow, unsigned ones wrap.
    """
    import llvmlite.binding
    import numba
    import numpy as np
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    def _count_ones(typing_context: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    def _count_trailing_zeros(typing_context: Any, members: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), generate

    def bmi2(name: str) -> Any:
        """An instruction that spreads (pdep) bits to the places of a mask, or gathers them from there (pext)."""

        def typed(typing_context: Any, bits: Any, mask: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                word = ir.IntType(64)
                kind = ir.FunctionType(word, [word, word])
                instruction = cgutils.get_or_insert_function(builder.module, kind, f"llvm.x86.bmi.{name}.64")
                return builder.call(instruction, arguments)

            return types.int64(types.int64, types.int64), generate

        return intrinsic(typed)

    count_ones = intrinsic(_count_ones)
    count_trailing_zeros = intrinsic(_count_trailing_zeros)
    spread = bmi2("pdep")
    gather = bmi2("pext")

    def size(members: Any) -> Any:
        return count_ones(members)

    def lowest(members: Any) -> Any:
        return count_trailing_zeros(members)

    def nth(members: Any, n: Any) -> Any:
        # The n-th bit of 1, 2, 4, ... spread to the places of the members lands on the n-th member.
        return count_trailing_zeros(spread(1 << n, members))

    def leave_all(queue: Any, places: Any) -> Any:
        return gather(queue, ~(places * 15))

    def multiply_add(a: Any, b: Any, c: Any) -> Any:
        return np.int64((np.uint64(a) * np.uint64(b) + np.uint64(c)) & np.uint64(packed.LOWER_63))

    inlined = numba.njit(forceinline=True)
    found: dict[Function, Function]
    found = {packed.size: inlined(size), packed.lowest: inlined(lowest), packed.multiply_add: inlined(multiply_add)}
    if llvmlite.binding.get_host_cpu_features().get("bmi2"):
        found |= {packed.nth: inlined(nth), packed.leave_all: inlined(leave_all)}
    return found
