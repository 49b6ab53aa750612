package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import yona.language.bytecode.Operands.Operand;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.UnaryOperator;
import yona.language.diagnostics.Range;
import yona.language.optimize.OperatorRules;
import yona.language.optimize.Types;

/**
 * Operators that give a value. Two unboxed numbers are calculated with in place; two objects that
 * may be Ints are tested for that in place; everything else is a call of {@code Operators}.
 */
final class OperatorCode {
  private final Body body;
  private final CodeBuilder code;
  private final Operands operands;

  OperatorCode(Body body) {
    this.body = body;
    this.code = body.code;
    this.operands = body.operands;
  }

  void unary(Core.Unary core, Destination destination) {
    if (core.operator() == UnaryOperator.NOT) {
      body.conditions.value(core, destination);
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
      body.conditions.value(core, destination);
      return;
    }
    if (core.operator() == BinaryOperator.CONCATENATE
        && core.right() instanceof Core.Interpolation text
        && CollectionCode.isJoined(text)) {
      concatenate(core, text, destination);
      return;
    }
    boolean simple = operands.isSimple(core.right());
    Operand left = operands.operand(core.left(), simple);
    Operand right = operands.rightOperand(left, core.right());
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

  void leftChain(Core.LeftChain core, Destination destination) {
    Operand result =
        operands.operand(core.first(), operands.isSimple(core.links().getFirst().operand()));
    for (Core.Link link : core.links()) {
      int scope = body.method.enterScope();
      Operand right = operands.rightOperand(result, link.operand());
      if (link.operator().category().isComparison()) {
        Operand left = result;
        body.conditions.pushBoolean(
            no ->
                body.conditions.compare(
                    link.operator(), link.operatorAt(), left, right, no, false));
        result = Operands.onStack(Types.BOOLEAN, Representation.BOOLEAN);
      } else {
        result = combine(link.operator(), link.operatorAt(), result, right);
      }
      body.method.leaveScope(scope);
    }
    operands.push(result, result.representation(), core.at());
    body.finish(result.representation(), destination);
  }

  void rightChain(Core.RightChain core, Destination destination) {
    int scope = body.method.enterScope();
    List<Operand> written = new ArrayList<>();
    for (Core.Link link : core.links()) {
      written.add(operands.spill(operands.operand(link.operand(), false)));
    }
    Operand result = operands.operand(core.last(), true);
    for (int i = written.size() - 1; i >= 0; i--) {
      Core.Link link = core.links().get(i);
      result = combine(link.operator(), link.operatorAt(), written.get(i), result);
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
      operands.push(left, right, Representation.LONG, at);
      longs(operator, at);
      return Operands.onStack(Types.LONG, Representation.LONG);
    }
    if (inPlace(operator, Representation.DOUBLE)
        && left.isDouble()
        && right.isDouble()
        && (left.representation() == Representation.DOUBLE
            || right.representation() == Representation.DOUBLE)) {
      if (left.representation() != Representation.DOUBLE
          || right.representation() != Representation.DOUBLE) {
        right = operands.spill(right);
        left = operands.spill(left);
      }
      operands.push(left, right, Representation.DOUBLE, at);
      doubles(operator);
      return Operands.onStack(Types.DOUBLE, Representation.DOUBLE);
    }
    if (operator == BinaryOperator.PREPEND && right.type() == Types.SEQ) {
      if (left.onStack()) {
        right = operands.spill(right);
        left = operands.spill(left);
      }
      operands.push(right, Representation.SEQ, at);
      operands.push(left, Representation.OBJECT, at);
      code.invokevirtual(
          RuntimeSymbols.SEQ, "prepend", MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_Object));
      return Operands.onStack(Types.SEQ, Representation.SEQ);
    }
    Representation representation = Representation.of(type);
    if (inPlace(operator, Representation.DOUBLE)
        && representation == Representation.DOUBLE
        && isOneDouble(left, right)) {
      return withDouble(operator, at, left, right);
    }
    boolean test = inPlace(operator, Representation.LONG) && left.mayBeLong() && right.mayBeLong();
    if (!test) {
      operands.push(left, right, Representation.OBJECT, at);
      slow(operator, at);
      Representation.OBJECT.convert(code, representation);
      return Operands.onStack(type, representation);
    }
    Operand second = operands.spill(right);
    Operand first = operands.spill(left);
    Label slow = code.newLabel();
    Label done = code.newLabel();
    operands.testLong(first, slow);
    operands.testLong(second, slow);
    operands.push(first, Representation.LONG, at);
    operands.push(second, Representation.LONG, at);
    longs(operator, at);
    Representation.LONG.convert(
        code, representation == Representation.LONG ? Representation.LONG : Representation.OBJECT);
    code.goto_(done);
    code.labelBinding(slow);
    operands.push(first, second, Representation.OBJECT, at);
    slow(operator, at);
    Representation.OBJECT.convert(
        code, representation == Representation.LONG ? Representation.LONG : Representation.OBJECT);
    code.labelBinding(done);
    return Operands.onStack(
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
    Operand second = operands.spill(right);
    Operand first = operands.spill(left);
    Operand boxed = first.representation() == Representation.OBJECT ? first : second;
    Label slow = code.newLabel();
    Label done = code.newLabel();
    code.aload(boxed.slot()).instanceOf(CD_Double).ifeq(slow);
    operands.push(first, Representation.DOUBLE, at);
    operands.push(second, Representation.DOUBLE, at);
    doubles(operator);
    code.goto_(done);
    code.labelBinding(slow);
    operands.push(first, second, Representation.OBJECT, at);
    slow(operator, at);
    Representation.OBJECT.convert(code, Representation.DOUBLE);
    code.labelBinding(done);
    return Operands.onStack(Types.DOUBLE, Representation.DOUBLE);
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
}
