package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CoreWalk;
import yona.language.diagnostics.Range;
import yona.language.optimize.Types;

/**
 * Operands that are bare names: those that turn out to hold functions without parameters that wait
 * are called together (language.md 11.2), before the operands are evaluated. Names that hold
 * anything else cost a test each.
 */
final class BareNameCalls {
  /** More names in a row are called one row after the other. */
  private static final int MOST = 32;

  /** Where the results of names that were called together are: a local that is null if none was. */
  private record Result(int results, int index) {}

  private final Body body;
  private final CodeBuilder code;
  private final IdentityHashMap<Core.Get, Result> results = new IdentityHashMap<>();

  BareNameCalls(Body body) {
    this.body = body;
    this.code = body.code;
  }

  /** Calls the operands of an expression that are to be called together. */
  void operands(Core core) {
    switch (core) {
      case Core.CallKnown _,
          Core.CallStatic _,
          Core.Apply _,
          Core.CallMember _,
          Core.CallJava _,
          Core.MakeTuple _,
          Core.MakeSeq _,
          Core.MakeSet _,
          Core.MakeDict _,
          Core.MakeRange _,
          Core.MakeRecord _,
          Core.UpdateRecord _,
          Core.Interpolation _,
          Core.LeftChain _,
          Core.RightChain _,
          Core.Raise _,
          Core.EmitEntry _ -> {
        List<Core> operands = new ArrayList<>();
        CoreWalk.children(core, operands::add);
        rows(operands);
      }
      default -> {}
    }
  }

  /** An operand that may have an effect, for which others have to wait, ends a row. */
  private void rows(List<Core> operands) {
    if (operands.size() < 2) {
      return;
    }
    List<Core.Get> row = new ArrayList<>();
    for (Core operand : operands) {
      Core core = body.generator.replacements().of(operand);
      if (core instanceof Core.Get get && mayBeCalled(get)) {
        row.add(get);
      } else if (!isPlain(core)) {
        together(row);
        row.clear();
      }
      if (row.size() == MOST) {
        together(row);
        row.clear();
      }
    }
    together(row);
  }

  private boolean mayBeCalled(Core.Get get) {
    return get.mention()
        && Types.mayWaitMentioned(body.type(get.variable()))
        && !body.mayBeTransient(get.variable())
        && !(body.variables.place(get.variable()) instanceof Place.Rest);
  }

  /** Whether evaluating an operand calls nothing. */
  private boolean isPlain(Core core) {
    return switch (body.generator.replacements().of(core)) {
      case Core.Get get -> !mayBeCalled(get);
      case Core.Constant _, Core.Closure _, Core.StaticFunctionValue _ -> true;
      case Core.Unary unary -> isPlain(unary.operand());
      case Core.Binary binary -> isPlain(binary.left()) && isPlain(binary.right());
      default -> false;
    };
  }

  /** Calls names together if more than one holds something that waits. */
  private void together(List<Core.Get> names) {
    if (names.size() < 2) {
      return;
    }
    int slot = body.newSlot(Representation.OBJECT);
    Label rare = code.newLabel();
    Label done = code.newLabel();
    code.aconst_null().astore(slot);
    for (int i = 0; i < names.size(); i++) {
      results.put(names.get(i), new Result(slot, i));
      if (i < names.size() - 1) {
        body.variables.load(names.get(i).variable(), Representation.OBJECT);
        code.instanceOf(RuntimeSymbols.FUNCTION);
        // Of two functions one may be the last, so of all but that one at least one is there.
        if (i < names.size() - 2) {
          code.ifne(rare);
        } else {
          code.ifeq(done);
        }
      }
    }
    code.labelBinding(rare);
    code.loadConstant(names.size()).anewarray(CD_Object);
    for (int i = 0; i < names.size(); i++) {
      code.dup().loadConstant(i);
      body.variables.load(names.get(i).variable(), Representation.OBJECT);
      code.aastore();
    }
    body.at(
        names.getFirst().at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.GROUPS,
                "mentions",
                MethodTypeDesc.of(RuntimeSymbols.OBJECTS, RuntimeSymbols.OBJECTS)));
    code.astore(slot).labelBinding(done);
  }

  /** Whether the name is one of those that are called together. */
  boolean isTogether(Core.Get name) {
    return results.containsKey(name);
  }

  /** The function on the stack is mentioned: the result of that replaces it. */
  void call(Core.@Nullable Get name, Range at, boolean step) {
    Result result = results.get(name);
    if (result == null) {
      body.at(
          at,
          () ->
              code.invokestatic(
                  RuntimeSymbols.FUNCTION, step ? "mentionStep" : "mention", RuntimeSymbols.UNARY));
      return;
    }
    code.aload(result.results()).loadConstant(result.index());
    body.at(
        at,
        () ->
            code.invokestatic(
                RuntimeSymbols.GROUPS,
                "mentioned",
                MethodTypeDesc.of(CD_Object, CD_Object, CD_Object, CD_int)));
  }
}
