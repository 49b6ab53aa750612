package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.UnaryOperator;
import yona.language.diagnostics.Range;
import yona.language.optimize.OperatorRules;
import yona.language.optimize.Types;

/**
 * Operators and conditions. Two unboxed numbers are calculated with in place; two objects that may
 * be Ints are tested for that in place; everything else is a call of {@code Operators}.
 */
final class OperatorCode {
  private final Body body;
  private final CodeBuilder code;

  OperatorCode(Body body) {
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
  private record Operand(
      int type,
      Representation representation,
      int slot,
      @Nullable Object constant,
      Core.@Nullable Get mention) {
    boolean onStack() {
      return slot < 0 && constant == null;
    }

    int mentioned() {
      return mention == null ? type : Types.mention(type);
    }
  }

  private static Operand onStack(int type, Representation representation) {
    return new Operand(type, representation, -1, null, null);
  }

  private boolean isSimple(Core core) {
    return core instanceof Core.Constant
        || (core instanceof Core.Get get
            && body.variables.isLocal(get.variable())
            && !body.mayBeTransient(get.variable()));
  }

  /** Writes what must be written now of an operand. */
  private Operand operand(Core core, boolean mentionLater) {
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

  void pushUnboxed(Object value) {
    switch (value) {
      case Long n -> code.loadConstant(n.longValue());
      case Double d -> code.loadConstant(d.doubleValue());
      case Boolean b -> code.loadConstant(b ? 1 : 0);
      default -> body.host.constants().push(code, value);
    }
  }

  /** Pushes an operand that is not on the stack, in a representation that its value has. */
  private void push(Operand operand, Representation representation, Range at) {
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
  private Operand spill(Operand operand) {
    if (!operand.onStack()) {
      return operand;
    }
    int slot = body.newSlot(operand.representation());
    operand.representation().store(code, slot);
    return new Operand(operand.type(), operand.representation(), slot, null, operand.mention());
  }

  /** Pushes both in a representation, the left one below. */
  private void push(Operand left, Operand right, Representation representation, Range at) {
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

  // Values.

  void unary(Core.Unary core, Destination destination) {
    if (core.operator() == UnaryOperator.NOT) {
      value(core, destination);
      return;
    }
    int type = body.type(core.operand());
    Representation representation = body.natural(core.operand());
    boolean negate = core.operator() == UnaryOperator.NEGATE;
    if (representation == Representation.DOUBLE && negate) {
      code.dneg();
    } else if (representation == Representation.LONG && negate) {
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  RuntimeSymbols.OPERATORS, "negate", MethodTypeDesc.of(CD_long, CD_long)));
    } else if (representation == Representation.LONG) {
      code.loadConstant(-1L).lxor();
    } else {
      representation.convert(code, Representation.OBJECT);
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  RuntimeSymbols.OPERATORS,
                  negate ? "negate" : "complement",
                  RuntimeSymbols.UNARY));
      representation = Representation.of(OperatorRules.result(core.operator(), type));
      Representation.OBJECT.convert(code, representation);
    }
    body.finish(representation, destination);
  }

  void binary(Core.Binary core, Destination destination) {
    if (core.operator().category().isComparison()) {
      value(core, destination);
      return;
    }
    if (core.operator() == BinaryOperator.CONCATENATE
        && core.right() instanceof Core.Interpolation text
        && CollectionCode.isJoined(text)) {
      concatenate(core, text, destination);
      return;
    }
    boolean simple = isSimple(core.right());
    Operand left = operand(core.left(), simple);
    Operand right = rightOperand(left, core.right());
    body.finish(
        combine(core.operator(), core.operatorAt(), left, right).representation(), destination);
  }

  /** The parts of a string are written behind the other one at once, not made a string first. */
  private void concatenate(Core.Binary core, Core.Interpolation text, Destination destination) {
    body.object(core.left());
    body.depth++;
    body.collections.pushJoined(text);
    body.depth--;
    MethodTypeDesc type =
        MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_Object, CD_Object, CD_Object, CD_Object);
    body.at(
        core.operatorAt(), () -> code.invokestatic(RuntimeSymbols.OPERATORS, "concatenate", type));
    body.finish(Representation.SEQ, destination);
  }

  private Operand rightOperand(Operand left, Core core) {
    int above = left.onStack() ? 1 : 0;
    body.depth += above;
    Operand right = operand(core, true);
    body.depth -= above;
    return right;
  }

  void leftChain(Core.LeftChain core, Destination destination) {
    Operand result = operand(core.first(), isSimple(core.links().getFirst().operand()));
    for (Core.Link link : core.links()) {
      int scope = body.method.enterScope();
      Operand right = rightOperand(result, link.operand());
      if (link.operator().category().isComparison()) {
        Operand left = result;
        pushBoolean(no -> compare(link.operator(), link.operatorAt(), left, right, no, false));
        result = onStack(Types.BOOLEAN, Representation.BOOLEAN);
      } else {
        result = combine(link.operator(), link.operatorAt(), result, right);
      }
      body.method.leaveScope(scope);
    }
    push(result, result.representation(), core.at());
    body.finish(result.representation(), destination);
  }

  void rightChain(Core.RightChain core, Destination destination) {
    int scope = body.method.enterScope();
    List<Operand> operands = new ArrayList<>();
    for (Core.Link link : core.links()) {
      operands.add(spill(operand(link.operand(), false)));
    }
    Operand result = operand(core.last(), true);
    for (int i = operands.size() - 1; i >= 0; i--) {
      Core.Link link = core.links().get(i);
      result = combine(link.operator(), link.operatorAt(), operands.get(i), result);
    }
    body.method.leaveScope(scope);
    body.finish(result.representation(), destination);
  }

  /** Writes an operator that gives no Boolean; the result is on the stack. */
  private Operand combine(BinaryOperator operator, Range at, Operand left, Operand right) {
    int type = OperatorRules.result(operator, left.mentioned(), right.mentioned());
    if (inPlace(operator, Representation.LONG)
        && left.representation() == Representation.LONG
        && right.representation() == Representation.LONG) {
      push(left, right, Representation.LONG, at);
      longs(operator, at);
      return onStack(Types.LONG, Representation.LONG);
    }
    if (inPlace(operator, Representation.DOUBLE)
        && isDouble(left)
        && isDouble(right)
        && (left.representation() == Representation.DOUBLE
            || right.representation() == Representation.DOUBLE)) {
      if (left.representation() != Representation.DOUBLE
          || right.representation() != Representation.DOUBLE) {
        right = spill(right);
        left = spill(left);
      }
      push(left, right, Representation.DOUBLE, at);
      doubles(operator);
      return onStack(Types.DOUBLE, Representation.DOUBLE);
    }
    if (operator == BinaryOperator.PREPEND && right.type() == Types.SEQ) {
      if (left.onStack()) {
        right = spill(right);
        left = spill(left);
      }
      push(right, Representation.SEQ, at);
      push(left, Representation.OBJECT, at);
      code.invokevirtual(
          RuntimeSymbols.SEQ, "prepend", MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_Object));
      return onStack(Types.SEQ, Representation.SEQ);
    }
    Representation representation = Representation.of(type);
    if (inPlace(operator, Representation.DOUBLE)
        && representation == Representation.DOUBLE
        && isOneDouble(left, right)) {
      return withDouble(operator, at, left, right);
    }
    boolean test = inPlace(operator, Representation.LONG) && mayBeLong(left) && mayBeLong(right);
    if (!test) {
      push(left, right, Representation.OBJECT, at);
      slow(operator, at);
      Representation.OBJECT.convert(code, representation);
      return onStack(type, representation);
    }
    Operand second = spill(right);
    Operand first = spill(left);
    Label slow = code.newLabel();
    Label done = code.newLabel();
    testLong(first, slow);
    testLong(second, slow);
    push(first, Representation.LONG, at);
    push(second, Representation.LONG, at);
    longs(operator, at);
    Representation.LONG.convert(
        code, representation == Representation.LONG ? Representation.LONG : Representation.OBJECT);
    code.goto_(done);
    code.labelBinding(slow);
    push(first, second, Representation.OBJECT, at);
    slow(operator, at);
    Representation.OBJECT.convert(
        code, representation == Representation.LONG ? Representation.LONG : Representation.OBJECT);
    code.labelBinding(done);
    return onStack(
        type, representation == Representation.LONG ? Representation.LONG : Representation.OBJECT);
  }

  /** Whether one is unboxed, and the other an object that may be a Float too. */
  private static boolean isOneDouble(Operand left, Operand right) {
    return left.representation() == Representation.DOUBLE
        ? right.representation() == Representation.OBJECT && (right.type() & Types.DOUBLE) != 0
        : right.representation() == Representation.DOUBLE
            && left.representation() == Representation.OBJECT
            && (left.type() & Types.DOUBLE) != 0;
  }

  /** An operator on a Float and what most often is one. */
  private Operand withDouble(BinaryOperator operator, Range at, Operand left, Operand right) {
    Operand second = spill(right);
    Operand first = spill(left);
    Operand boxed = first.representation() == Representation.OBJECT ? first : second;
    Label slow = code.newLabel();
    Label done = code.newLabel();
    code.aload(boxed.slot()).instanceOf(CD_Double).ifeq(slow);
    push(first, Representation.DOUBLE, at);
    push(second, Representation.DOUBLE, at);
    doubles(operator);
    code.goto_(done);
    code.labelBinding(slow);
    push(first, second, Representation.OBJECT, at);
    slow(operator, at);
    Representation.OBJECT.convert(code, Representation.DOUBLE);
    code.labelBinding(done);
    return onStack(Types.DOUBLE, Representation.DOUBLE);
  }

  private static boolean isDouble(Operand operand) {
    return operand.representation() == Representation.DOUBLE
        || operand.representation() == Representation.LONG;
  }

  private static boolean mayBeLong(Operand operand) {
    return (operand.type() & Types.LONG) != 0;
  }

  private void testLong(Operand operand, Label otherwise) {
    if (operand.representation() == Representation.OBJECT && operand.type() != Types.LONG) {
      code.aload(operand.slot()).instanceOf(CD_Long).ifeq(otherwise);
    }
  }

  /** Whether operands of a representation are calculated with in place. */
  private static boolean inPlace(BinaryOperator operator, Representation representation) {
    return switch (operator.category()) {
      case ADDITIVE, MULTIPLICATIVE -> true;
      case BITWISE, SHIFT -> representation == Representation.LONG;
      case POWER, EQUALITY, ORDER, MEMBERSHIP, SEQUENCE -> false;
    };
  }

  private void longs(BinaryOperator operator, Range at) {
    CodeBuilder _ =
        switch (operator) {
          case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER -> exact(operator, at);
          case BIT_AND -> code.land();
          case BIT_OR -> code.lor();
          case BIT_XOR -> code.lxor();
          case SHIFT_LEFT -> code.l2i().lshl();
          case SHIFT_RIGHT -> code.l2i().lshr();
          case SHIFT_RIGHT_ZERO -> code.l2i().lushr();
          case POWER,
              EQUAL,
              NOT_EQUAL,
              LESS,
              LESS_OR_EQUAL,
              GREATER,
              GREATER_OR_EQUAL,
              IN,
              CONCATENATE,
              PREPEND,
              APPEND ->
              throw new IllegalArgumentException(operator.sign());
        };
  }

  private CodeBuilder exact(BinaryOperator operator, Range at) {
    String method = OperatorRules.method(operator);
    body.at(
        at, () -> code.invokestatic(RuntimeSymbols.OPERATORS, method, RuntimeSymbols.LONG_BINARY));
    return code;
  }

  private void doubles(BinaryOperator operator) {
    CodeBuilder _ =
        switch (operator) {
          case ADD -> code.dadd();
          case SUBTRACT -> code.dsub();
          case MULTIPLY -> code.dmul();
          case DIVIDE -> code.ddiv();
          case REMAINDER -> code.drem();
          case POWER,
              SHIFT_LEFT,
              SHIFT_RIGHT,
              SHIFT_RIGHT_ZERO,
              BIT_AND,
              BIT_OR,
              BIT_XOR,
              EQUAL,
              NOT_EQUAL,
              LESS,
              LESS_OR_EQUAL,
              GREATER,
              GREATER_OR_EQUAL,
              IN,
              CONCATENATE,
              PREPEND,
              APPEND ->
              throw new IllegalArgumentException(operator.sign());
        };
  }

  private void slow(BinaryOperator operator, Range at) {
    String method = OperatorRules.method(operator);
    body.at(at, () -> code.invokestatic(RuntimeSymbols.OPERATORS, method, RuntimeSymbols.BINARY));
  }

  // Conditions.

  /** Leaves what a condition gives. */
  void value(Core core, Destination destination) {
    pushBoolean(no -> branch(core, no, false, "an operand"));
    body.finish(Representation.BOOLEAN, destination);
  }

  private interface Jump {
    void write(Label no);
  }

  private void pushBoolean(Jump jump) {
    Label no = code.newLabel();
    Label done = code.newLabel();
    jump.write(no);
    code.iconst_1().goto_(done).labelBinding(no);
    code.iconst_0().labelBinding(done);
  }

  /**
   * Jumps when a condition has a value, else goes on.
   *
   * @param where what the condition is, for the message of a type error
   */
  void branch(Core condition, Label label, boolean when, String where) {
    int scope = body.method.enterScope();
    Core core = body.generator.replacements().of(condition);
    switch (core) {
      case Core.Constant c when c.value() instanceof Boolean b -> {
        // A jump that is no goto: no code may look dead (see Body#throwAndFinish).
        code.loadConstant(b ? 1 : 0);
        jump(label, when);
      }
      case Core.Unary c when c.operator() == UnaryOperator.NOT && !body.isOutlined(c) ->
          branch(c.operand(), label, !when, "the operand of !");
      case Core.Logical c when !body.isOutlined(c) -> {
        Label go = code.newLabel();
        String operand = "an operand of " + (c.conjunction() ? "&&" : "||");
        // One operand that is false decides a conjunction, one that is true the other.
        boolean decides = !c.conjunction();
        for (Core each : c.operands().subList(0, c.operands().size() - 1)) {
          branch(each, decides == when ? label : go, decides, operand);
        }
        branch(c.operands().getLast(), label, when, operand);
        code.labelBinding(go);
      }
      case Core.Binary c when c.operator().category().isComparison() && !body.isOutlined(c) -> {
        Operand left = operand(c.left(), isSimple(c.right()));
        compare(c.operator(), c.operatorAt(), left, rightOperand(left, c.right()), label, when);
      }
      default -> {
        if (body.representation(core) == Representation.BOOLEAN) {
          body.emit(core, Destination.BOOLEAN);
        } else {
          body.object(core);
          code.loadConstant(where);
          body.at(
              core.at(),
              () ->
                  code.invokestatic(
                      RuntimeSymbols.ERRORS,
                      "condition",
                      MethodTypeDesc.of(CD_boolean, CD_Object, CD_String)));
        }
        jump(label, when);
      }
    }
    body.method.leaveScope(scope);
  }

  /** Jumps if the int on the stack is not 0 (when true) or 0. */
  private void jump(Label label, boolean when) {
    code.branch(when ? Opcode.IFNE : Opcode.IFEQ, label);
  }

  private void compare(
      BinaryOperator operator, Range at, Operand left, Operand right, Label label, boolean when) {
    switch (operator.category()) {
      case MEMBERSHIP -> {
        push(left, right, Representation.OBJECT, at);
        test(operator, at);
        jump(label, when);
      }
      case EQUALITY -> {
        boolean whenEqual = (operator == BinaryOperator.EQUAL) == when;
        equal(operator, at, left, right, label, whenEqual);
      }
      case ORDER -> order(operator, at, left, right, label, when);
      case ADDITIVE, MULTIPLICATIVE, POWER, SHIFT, BITWISE, SEQUENCE ->
          throw new IllegalArgumentException(operator.sign());
    }
  }

  private void test(BinaryOperator operator, Range at) {
    String method = OperatorRules.method(operator);
    body.at(
        at, () -> code.invokestatic(RuntimeSymbols.OPERATORS, method, RuntimeSymbols.COMPARISON));
  }

  /** Jumps when the operands are equal, or when they are not. */
  private void equal(
      BinaryOperator operator, Range at, Operand left, Operand right, Label label, boolean when) {
    if (left.representation() == right.representation() && !left.representation().isReference()) {
      push(left, right, left.representation(), at);
      switch (left.representation()) {
        case LONG -> code.lcmp().branch(when ? Opcode.IFEQ : Opcode.IFNE, label);
        case DOUBLE -> code.dcmpl().branch(when ? Opcode.IFEQ : Opcode.IFNE, label);
        default -> code.branch(when ? Opcode.IF_ICMPEQ : Opcode.IF_ICMPNE, label);
      }
      return;
    }
    if (isIdentity(left) || isIdentity(right)) {
      push(left, right, Representation.OBJECT, at);
      code.branch(when ? Opcode.IF_ACMPEQ : Opcode.IF_ACMPNE, label);
      return;
    }
    boolean test =
        mayBeLong(left)
            && mayBeLong(right)
            && (left.representation() == Representation.LONG
                || right.representation() == Representation.LONG);
    if (!test) {
      push(left, right, Representation.OBJECT, at);
      test(operator, at);
      jump(label, when);
      return;
    }
    longsOr(operator, at, left, right, label, when ? Opcode.IFEQ : Opcode.IFNE, when);
  }

  /** Symbols, Unit and Booleans are equal to themselves alone. */
  private static boolean isIdentity(Operand operand) {
    return operand.constant() instanceof Symbol
        || operand.constant() instanceof Unit
        || operand.constant() instanceof Boolean;
  }

  private void order(
      BinaryOperator operator, Range at, Operand left, Operand right, Label label, boolean when) {
    boolean less = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_OR_EQUAL;
    boolean orEqual =
        operator == BinaryOperator.LESS_OR_EQUAL || operator == BinaryOperator.GREATER_OR_EQUAL;
    // The contrary of < is >=: it goes the other way, and what is equal changes sides.
    Opcode jump =
        less == when
            ? (orEqual == when ? Opcode.IFLE : Opcode.IFLT)
            : (orEqual == when ? Opcode.IFGE : Opcode.IFGT);
    if (left.representation() == Representation.LONG
        && right.representation() == Representation.LONG) {
      push(left, right, Representation.LONG, at);
      code.lcmp().branch(jump, label);
    } else if (left.representation() == Representation.DOUBLE
        && right.representation() == Representation.DOUBLE) {
      push(left, right, Representation.DOUBLE, at);
      // A NaN makes every comparison false.
      if (less) {
        code.dcmpg();
      } else {
        code.dcmpl();
      }
      code.branch(jump, label);
    } else if (mayBeLong(left) && mayBeLong(right)) {
      longsOr(operator, at, left, right, label, jump, when);
    } else {
      push(left, right, Representation.OBJECT, at);
      test(operator, at);
      jump(label, when);
    }
  }

  /** Compares two Ints in place, anything else by a call. */
  private void longsOr(
      BinaryOperator operator,
      Range at,
      Operand left,
      Operand right,
      Label label,
      Opcode jump,
      boolean when) {
    Operand second = spill(right);
    Operand first = spill(left);
    Label slow = code.newLabel();
    Label done = code.newLabel();
    testLong(first, slow);
    testLong(second, slow);
    push(first, Representation.LONG, at);
    push(second, Representation.LONG, at);
    code.lcmp().branch(jump, label);
    code.goto_(done);
    code.labelBinding(slow);
    push(first, second, Representation.OBJECT, at);
    test(operator, at);
    jump(label, when);
    code.labelBinding(done);
  }
}
