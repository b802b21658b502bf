"""Whole-program compiling: numba's pipeline, changed so that a rule costs its front end and nothing else.

Numba makes every function ready to run on its own: it optimizes it together with all that it calls, and makes machine
code of that. A rule is only ever a part of an entry, so here it stays plain LLVM code, and an entry links all that it
calls and optimizes it once. A rule is compiled for one width of integers, int64. It returns no array, and makes one by
`np.empty` or `np.zeros` only. Passes are left out for what rules do not use: closures, `with`, `raise`, literal
unrolling, arithmetic of whole arrays. In a rule and an entry `int`, `min` and `max` are those below, which take one
number and two, because numba compiles its own again for each width.
"""

import gc

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import _dynfunc
from numba.core import ir, typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass

from gangzzz_env.announce import announce

# Only a rule that makes arrays counts references to them; the others use what their callers keep alive. To count costs
# more than many a rule.
MAKES_ARRAYS = {"empty", "zeros"}
UNUSED_PASSES = {
    untyped_passes.WithLifting,
    untyped_passes.InlineClosureLikes,
    untyped_passes.RewriteDynamicRaises,
    untyped_passes.MakeFunctionToJitFunction,
    untyped_passes.InlineInlinables,
    untyped_passes.FindLiterallyCalls,
    untyped_passes.LiteralUnroll,
    untyped_passes.LiteralPropagationSubPipelinePass,
    typed_passes.InlineOverloads,
    typed_passes.NopythonRewrites,
    typed_passes.DumpParforDiagnostics,
}


class RuleLibrary(JITCodeLibrary):
    """The LLVM code of one rule, as it was written, with the libraries of what it calls beside it."""

    def add_llvm_module(self, ll_module):
        """Take code in without optimizing it."""
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def finalize(self):
        """Let the code be linked into several entries; make no machine code."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"
        self._shared_module = self._final_module
        self._finalized = True


class EntryLibrary(JITCodeLibrary):
    """An entry and all the rules that it calls, directly or not, optimized as one: nobody else calls these copies."""

    def add_llvm_module(self, ll_module):
        """Take code in without optimizing it."""
        ll_module.data_layout = self._codegen._data_layout
        self._final_module.link_in(ll_module)

    def add_linking_library(self, library):
        """Link a rule and what it calls, each once."""
        if library in self._linking_libraries:
            return
        super().add_linking_library(library)
        if isinstance(library, RuleLibrary):
            for part in library._linking_libraries:
                self.add_linking_library(part)

    def _optimize_final_module(self):
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"
        manager, builder = self._codegen._module_pass_manager(loop_vectorize=True, slp_vectorize=False)
        with self._recorded_timings.record("Module passes", builder):
            manager.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class NarrowBuiltins(FunctionPass):
    """Let `int`, `min` and `max` be `np.int64`, `smaller` and `larger`."""

    _name = "narrow_builtins"

    def __init__(self):
        super().__init__()

    def run_pass(self, state):
        """Replace the globals in the function's IR; whether there were any."""
        changed = False
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                value = statement.value
                if isinstance(value, ir.Global) and value.name in BUILTINS and value.value is BUILTINS[value.name][0]:
                    statement.value = ir.Global(value.name, BUILTINS[value.name][1], value.loc)
                    changed = True
        return changed


def _holds_array(returned) -> bool:
    """Whether a type is that of an array, or of a tuple with one in it."""
    return isinstance(returned, types.Array) or any(map(_holds_array, getattr(returned, "types", ())))


@register_pass(mutates_CFG=True, analysis_only=False)
class LowerRule(typed_passes.NativeLowering):
    """Write a rule's LLVM code and make it known to its callers, with a door that nobody opens."""

    _name = "lower_rule"

    def run_pass(self, state):
        """Lower without machine code.

        Raises:
            TypeError: the rule returns an array, for which nobody would count a reference.
        """
        if _holds_array(state.return_type):
            raise TypeError(f"rule {state.func_id.func_name} returns an array; let it write into one of its caller's")
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state.cr, state.library
        describe, name = lowered.fndesc, lowered.fndesc.qualname.split(".")[-1]
        door = _dynfunc.make_function(describe.lookup_module(), name, "a rule", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(door, describe, [library])
        state.reload_init.extend(library._reload_init)
        state["cr"] = lowered._replace(cfunc=door)
        return True


class Remembering:
    """Makes a typing context remember what operators and built-in functions give for numbers, arrays and records."""

    def resolve_function_type(self, func, args, kws):
        """The signature of a call, None if there is none."""
        if kws or not isinstance(func, types.Function) or not all(isinstance(each, REMEMBERED) for each in args):
            return super().resolve_function_type(func, args, kws)
        call = (func, tuple(args))
        if call not in SIGNATURES:
            SIGNATURES[call] = super().resolve_function_type(func, args, kws)
        return SIGNATURES[call]


REMEMBERED = (types.Number, types.Boolean, types.Array, types.Record, types.IntEnumMember)
SIGNATURES = {}
TWINS = {}


def remembering(context):
    """The twin of a context: it shares all that the context has, and remembers."""
    if context not in TWINS:
        kind = type(context)
        TWINS[context] = object.__new__(type(f"Remembering{kind.__name__}", (Remembering, kind), {}))
        TWINS[context].__dict__ = context.__dict__
    return TWINS[context]


def _pipeline(state, lower):
    """Numba's passes without the unused ones; `lower` writes the LLVM code."""
    state.typingctx = remembering(state.typingctx)
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    steps = [(lower if step is typed_passes.NativeLowering else step, what) for step, what in manager.passes]
    manager.passes = [(step, what) for step, what in steps if step not in UNUSED_PASSES]
    manager.add_pass_after(NarrowBuiltins, untyped_passes.IRProcessing)
    manager.finalize()
    return manager


class RuleCompiler(CompilerBase):
    """Compiles a rule to LLVM code."""

    def define_pipelines(self):
        """The one pipeline."""
        self.state.library = RuleLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return [_pipeline(self.state, LowerRule)]


class EntryCompiler(CompilerBase):
    """Compiles an entry, with its rules, to machine code."""

    def define_pipelines(self):
        """The one pipeline."""
        self.state.library = EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return [_pipeline(self.state, typed_passes.NativeLowering)]

    def compile_extra(self, func):
        """Compile without collecting garbage, of which there is little beside all that is alive."""
        announce("about half a minute")
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(func)
        finally:
            if collects:
                gc.enable()


def entry_dispatcher(function, **options):
    """A function that Python calls, compiled with all its rules; `options` are those of `numba.njit`."""
    return numba.njit(error_model="numpy", nogil=True, no_cfunc_wrapper=True, pipeline_class=EntryCompiler, **options)(
        function
    )


def widened(argument):
    """The type for which a rule is compiled that is called with this one."""
    is_whole = isinstance(argument, (types.IntegerLiteral, types.IntEnumMember))
    return types.int64 if is_whole or (isinstance(argument, types.Integer) and argument != types.uint64) else argument


def rule_dispatcher(function):
    """A function compiled as a part of entries, for one width of integers."""
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}
    makes_arrays = not MAKES_ARRAYS.isdisjoint(function.__code__.co_names)
    dispatcher = numba.njit(error_model="numpy", _nrt=makes_arrays, **options)(function)
    get_call_template = dispatcher.get_call_template

    def get_widened_call_template(args, kws):
        return get_call_template(tuple(map(widened, args)), {name: widened(kws[name]) for name in kws})

    dispatcher.get_call_template = get_widened_call_template
    return dispatcher


@rule_dispatcher
def smaller(a, b):
    """`min` of two numbers."""
    return b if b < a else a


@rule_dispatcher
def larger(a, b):
    """`max` of two numbers."""
    return b if b > a else a


BUILTINS = {"int": (int, np.int64), "min": (min, smaller), "max": (max, larger)}
