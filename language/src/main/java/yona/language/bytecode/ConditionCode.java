package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.constant.MethodTypeDesc;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.bytecode.Operands.Operand;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.UnaryOperator;
import yona.language.diagnostics.Range;
import yona.language.optimize.OperatorRules;

/**
 * Comparisons and conditions, as jumps. Two unboxed numbers are compared in place; two objects that
 * may be Ints are tested for that in place; everything else is a call of {@code Operators}.
 */
final class ConditionCode {
  private final Body body;
  private final CodeBuilder code;
  private final Operands operands;

  ConditionCode(Body body) {
    this.body = body;
    this.code = body.code;
    this.operands = body.operands;
  }

  /** Leaves what a condition gives. */
  void value(Core core, Destination destination) {
    pushBoolean(no -> branch(core, no, false, "an operand"));
    body.finish(Representation.BOOLEAN, destination);
  }

  /** Writes code that jumps to a label, or goes on. */
  interface Jump {
    void write(Label no);
  }

  /** Leaves whether a jump is not made. */
  void pushBoolean(Jump jump) {
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
        Operand left = operands.operand(c.left(), operands.isSimple(c.right()));
        compare(
            c.operator(),
            c.operatorAt(),
            left,
            operands.rightOperand(left, c.right()),
            label,
            when);
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

  /** Jumps when a comparison has a value, else goes on. */
  void compare(
      BinaryOperator operator, Range at, Operand left, Operand right, Label label, boolean when) {
    switch (operator) {
      case IN -> {
        operands.push(left, right, Representation.OBJECT, at);
        test(operator, at);
        jump(label, when);
      }
      case EQUAL -> equal(operator, at, left, right, label, when);
      case NOT_EQUAL -> equal(operator, at, left, right, label, !when);
      case LESS -> order(operator, true, false, at, left, right, label, when);
      case LESS_OR_EQUAL -> order(operator, true, true, at, left, right, label, when);
      case GREATER -> order(operator, false, false, at, left, right, label, when);
      case GREATER_OR_EQUAL -> order(operator, false, true, at, left, right, label, when);
      case ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          REMAINDER,
          POWER,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_ZERO,
          BIT_AND,
          BIT_OR,
          BIT_XOR,
          CONCATENATE,
          PREPEND,
          APPEND ->
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
      operands.push(left, right, left.representation(), at);
      switch (left.representation()) {
        case LONG -> code.lcmp().branch(when ? Opcode.IFEQ : Opcode.IFNE, label);
        case DOUBLE -> code.dcmpl().branch(when ? Opcode.IFEQ : Opcode.IFNE, label);
        default -> code.branch(when ? Opcode.IF_ICMPEQ : Opcode.IF_ICMPNE, label);
      }
      return;
    }
    if (isIdentity(left) || isIdentity(right)) {
      operands.push(left, right, Representation.OBJECT, at);
      code.branch(when ? Opcode.IF_ACMPEQ : Opcode.IF_ACMPNE, label);
      return;
    }
    boolean test =
        left.mayBeLong()
            && right.mayBeLong()
            && (left.representation() == Representation.LONG
                || right.representation() == Representation.LONG);
    if (!test) {
      operands.push(left, right, Representation.OBJECT, at);
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
      BinaryOperator operator,
      boolean less,
      boolean orEqual,
      Range at,
      Operand left,
      Operand right,
      Label label,
      boolean when) {
    // The contrary of < is >=: it goes the other way, and what is equal changes sides.
    Opcode jump =
        less == when
            ? (orEqual == when ? Opcode.IFLE : Opcode.IFLT)
            : (orEqual == when ? Opcode.IFGE : Opcode.IFGT);
    if (left.representation() == Representation.LONG
        && right.representation() == Representation.LONG) {
      operands.push(left, right, Representation.LONG, at);
      code.lcmp().branch(jump, label);
    } else if (left.representation() == Representation.DOUBLE
        && right.representation() == Representation.DOUBLE) {
      operands.push(left, right, Representation.DOUBLE, at);
      // A NaN makes every comparison false.
      if (less) {
        code.dcmpg();
      } else {
        code.dcmpl();
      }
      code.branch(jump, label);
    } else if (left.mayBeLong() && right.mayBeLong()) {
      longsOr(operator, at, left, right, label, jump, when);
    } else {
      operands.push(left, right, Representation.OBJECT, at);
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
    Operand second = operands.spill(right);
    Operand first = operands.spill(left);
    Label slow = code.newLabel();
    Label done = code.newLabel();
    operands.testLong(first, slow);
    operands.testLong(second, slow);
    operands.push(first, Representation.LONG, at);
    operands.push(second, Representation.LONG, at);
    code.lcmp().branch(jump, label);
    code.goto_(done);
    code.labelBinding(slow);
    operands.push(first, second, Representation.OBJECT, at);
    test(operator, at);
    jump(label, when);
    code.labelBinding(done);
  }
}
