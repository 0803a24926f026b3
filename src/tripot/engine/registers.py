"""The names of `bits.py` in native code: an instruction or two each, over cells that LLVM turns into registers.

Marks and small arrays lie on the stack of whoever makes them. Once everything is inlined nobody else knows of them, so
that they need not be in memory at all.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, register_model, type_callable
from numba.np.arrayobj import make_array, populate_array

from tripot.engine import bits

WORD = ir.IntType(bits.WORD)
SLOW_DEPOSIT = ("znver1", "znver2")  # processors that take hundreds of cycles to deposit bits


class Marks(types.Type):  # type: ignore[misc]
    """Marks of so many moves."""

    def __init__(self, moves: int) -> None:
        self.moves, self.words = moves, -(-moves // bits.WORD)
        super().__init__(f"Marks({moves})")


@register_model(Marks)
class _Pointer(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Marks) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


def _cell(builder: Any, kind: Marks, marks: Any, word: Any) -> Any:
    return marks if kind.words == 1 else builder.gep(marks, [word])


@type_callable(operator.setitem)  # type: ignore[untyped-decorator]
def _marking(context: Any) -> Any:
    def typer(marks: Any, move: Any, marked: Any) -> Any:
        return types.none(marks, types.int64, types.boolean) if isinstance(marks, Marks) else None

    return typer


@lower_builtin(operator.setitem, Marks, types.int64, types.boolean)  # type: ignore[untyped-decorator]
def _mark(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    marks, move, marked = args
    kind = sig.args[0]
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, move, WORD(kind.moves))
    cell = _cell(builder, kind, marks, builder.lshr(move, WORD(6)))
    place = builder.and_(move, WORD(bits.WORD - 1))
    others = builder.and_(builder.load(cell), builder.not_(builder.shl(WORD(1), place)))
    builder.store(builder.or_(others, builder.shl(builder.zext(marked, WORD), place)), cell)
    return context.get_dummy_value()


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def no_marks(typing: Any, moves: Any) -> Any:
    kind = Marks(moves.literal_value)

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        marks = cgutils.alloca_once(builder, WORD, size=kind.words)
        for word in range(kind.words):
            builder.store(WORD(0), _cell(builder, kind, marks, WORD(word)))
        return marks

    return kind(moves), code


@intrinsic  # type: ignore[untyped-decorator]
def marked_in(typing: Any, marks: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(_cell(builder, marks, *args))

    return types.int64(marks, types.int64), code


@intrinsic  # type: ignore[untyped-decorator]
def ones(typing: Any, word: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typing: Any, word: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.cttz(args[0], ir.IntType(1)(1))


def deposits_bits(codegen: Any) -> bool:
    return "+bmi2" in codegen._tm_features and codegen._get_host_cpu_name() not in SLOW_DEPOSIT


@intrinsic  # type: ignore[untyped-decorator]
def nth_one(typing: Any, word: Any, place: Any) -> Any:
    """By one instruction where the processor has it, else by clearing the lower ones."""

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word, place = args
        if deposits_bits(context.codegen()):
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(WORD, [WORD, WORD]))
            left = builder.call(deposit, [builder.shl(WORD(1), place), word])
        else:
            rest = cgutils.alloca_once_value(builder, word)
            with cgutils.for_range(builder, place):
                left = builder.load(rest)
                builder.store(builder.and_(left, builder.sub(left, WORD(1))), rest)
            left = builder.load(rest)
        return builder.cttz(left, ir.IntType(1)(1))

    return types.int64(types.int64, types.int64), code


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def small_array(typing: Any, size: Any, kind: Any) -> Any:
    array_type = types.Array(kind.dtype, 1, "C")
    length = size.literal_value

    def code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        cell = context.get_data_type(kind.dtype)
        data = cgutils.alloca_once(builder, cell, size=length)
        for place in range(length):
            builder.store(cell(0), builder.gep(data, [WORD(place)]))
        array = make_array(array_type)(context, builder)
        width = context.get_abi_sizeof(cell)
        populate_array(array, data, [WORD(length)], [WORD(width)], WORD(width), None)
        return array._getvalue()

    return array_type(size, kind), code
