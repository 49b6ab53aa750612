package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_Object;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.diagnostics.Range;
import yona.language.optimize.Types;

/**
 * What operators work on: each operand is written where it stands best, on the stack or in a local,
 * and pushed in the representation that is asked for.
 */
final class Operands {
  private final Body body;
  private final CodeBuilder code;

  Operands(Body body) {
    this.body = body;
    this.code = body.code;
  }

  /**
   * An operand, on the stack or where it can be read any time.
   *
   * @param type what it may be; when a mention of it is pending, what it may be before
   * @param slot the local that holds it, or -1
   * @param constant its value if that is known
   * @param mention the name that is still to be called if it is a function without parameters
   */
  record Operand(
      int type,
      Representation representation,
      int slot,
      @Nullable Object constant,
      Core.@Nullable Get mention) {
    boolean onStack() {
      return slot < 0 && constant == null;
    }

    boolean isDouble() {
      return representation == Representation.DOUBLE || representation == Representation.LONG;
    }

    boolean mayBeLong() {
      return (type & Types.LONG) != 0;
    }

    /** What it may be when its mention has been made. */
    int mentioned() {
      return mention == null ? type : Types.mention(type);
    }
  }

  static Operand onStack(int type, Representation representation) {
    return new Operand(type, representation, -1, null, null);
  }

  /** Whether it is there already, and can be read any time. */
  boolean isSimple(Core core) {
    return core instanceof Core.Constant
        || (core instanceof Core.Get get
            && body.variables.isLocal(get.variable())
            && !body.mayBeTransient(get.variable()));
  }

  /** Writes what must be written now of an operand. */
  Operand operand(Core core, boolean mentionLater) {
    if (core instanceof Core.Constant c) {
      int type = Types.of(c.value());
      return new Operand(type, Representation.of(type), -1, c.value(), null);
    }
    if (core instanceof Core.Get get && isSimple(core)) {
      int type = body.type(get.variable());
      boolean mention = get.mention() && (type & Types.NULLARY) != 0;
      if (!mention || mentionLater) {
        Place.Slot slot = (Place.Slot) body.variables.place(get.variable());
        return new Operand(type, slot.representation(), slot.index(), null, mention ? get : null);
      }
    }
    return onStack(body.type(core), body.natural(core));
  }

  /** Pushes a number or Boolean as it is, any other constant as an object. */
  void pushUnboxed(Object value) {
    switch (value) {
      case Long n -> code.loadConstant(n.longValue());
      case Double d -> code.loadConstant(d.doubleValue());
      case Boolean b -> code.loadConstant(b ? 1 : 0);
      default -> body.host.constants().push(code, value);
    }
  }

  /** Pushes an operand that is not on the stack, in a representation that its value has. */
  void push(Operand operand, Representation representation, Range at) {
    if (operand.constant() != null) {
      if (representation.isReference()) {
        body.host.constants().push(code, operand.constant());
        Representation.OBJECT.convert(code, representation);
      } else if (representation == Representation.DOUBLE && operand.constant() instanceof Long n) {
        code.loadConstant((double) n);
      } else {
        pushUnboxed(operand.constant());
      }
      return;
    }
    if (!operand.onStack()) {
      operand.representation().load(code, operand.slot());
    }
    Core.Get name = operand.mention();
    if (name != null && representation == Representation.OBJECT) {
      body.ifInstance(RuntimeSymbols.FUNCTION, () -> body.bareNames.call(name, at, false));
    }
    if (operand.representation() == Representation.LONG
        && representation == Representation.DOUBLE) {
      code.l2d();
    } else {
      operand.representation().convert(code, representation);
    }
  }

  /** Moves an operand from the stack to a local. */
  Operand spill(Operand operand) {
    if (!operand.onStack()) {
      return operand;
    }
    int slot = body.newSlot(operand.representation());
    operand.representation().store(code, slot);
    return new Operand(operand.type(), operand.representation(), slot, null, operand.mention());
  }

  /** Pushes both in a representation, the left one below. */
  void push(Operand left, Operand right, Representation representation, Range at) {
    if (left.onStack() && right.onStack()) {
      if (left.representation() != representation) {
        Operand later = spill(right);
        push(left, representation, at);
        push(later, representation, at);
      } else {
        push(right, representation, at);
      }
    } else if (right.onStack()) {
      Operand later = spill(right);
      push(left, representation, at);
      push(later, representation, at);
    } else if (representation == Representation.OBJECT
        && left.mention() != null
        && right.mention() != null
        && !body.bareNames.isTogether(left.mention())) {
      pushNames(left.slot(), right.slot(), at);
    } else {
      push(left, representation, at);
      push(right, representation, at);
    }
  }

  /** Pushes what two names mention, which may be functions without parameters: together. */
  private void pushNames(int left, int right, Range at) {
    Label rare = code.newLabel();
    Label done = code.newLabel();
    code.aload(left).instanceOf(RuntimeSymbols.FUNCTION).ifne(rare);
    code.aload(right).instanceOf(RuntimeSymbols.FUNCTION).ifne(rare);
    code.aload(left).aload(right).goto_(done);
    code.labelBinding(rare).aload(left).aload(right);
    MethodTypeDesc type = MethodTypeDesc.of(RuntimeSymbols.OBJECTS, CD_Object, CD_Object);
    body.at(at, () -> code.invokestatic(RuntimeSymbols.GROUPS, "mentionBoth", type));
    code.dup().iconst_0().aaload().swap().iconst_1().aaload().labelBinding(done);
  }

  /** Writes what must be written now of the operand behind another one. */
  Operand rightOperand(Operand left, Core core) {
    int above = left.onStack() ? 1 : 0;
    body.depth += above;
    Operand right = operand(core, true);
    body.depth -= above;
    return right;
  }

  /** Jumps if an operand that may be an Int is none. */
  void testLong(Operand operand, Label otherwise) {
    if (operand.representation() == Representation.OBJECT && operand.type() != Types.LONG) {
      code.aload(operand.slot()).instanceOf(CD_Long).ifeq(otherwise);
    }
  }
}
