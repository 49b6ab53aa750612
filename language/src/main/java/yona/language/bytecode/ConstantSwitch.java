package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import yona.data.Char;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.language.core.RecordShape;

/** A switch over constants that the first rows of a match compare one value with. */
final class ConstantSwitch {
  private final Body body;
  private final CodeBuilder code;
  private final MatchTests tests;

  ConstantSwitch(Body body, MatchTests tests) {
    this.body = body;
    this.code = body.code;
    this.tests = tests;
  }

  /** How many of the first rows compare the same value with a constant of the same kind. */
  static int length(List<Row> rows, Facts facts, Row.IsConstant first) {
    if (!switchable(first.constant())) {
      return 0;
    }
    int count = 0;
    for (Row row : rows) {
      Row.Progress progress = row.advance(facts);
      if (progress == null
          || !(progress.test() instanceof Row.IsConstant test)
          || test.value() != first.value()
          || test.constant().getClass() != first.constant().getClass()) {
        break;
      }
      count++;
    }
    return count;
  }

  private static boolean switchable(Object constant) {
    return constant instanceof Symbol
        || constant instanceof RecordShape
        || constant instanceof Char
        || (constant instanceof Long n && n == n.intValue());
  }

  /** The int that stands for a constant; others may have the same one. */
  static int key(Object constant) {
    return switch (constant) {
      case Symbol symbol -> symbol.name().hashCode();
      case RecordShape type -> RecordType.of(Symbol.of(type.name()), type.fields()).hashCode();
      case Char c -> c.codePoint();
      default -> ((Long) constant).intValue();
    };
  }

  /** Pushes the int to switch over; a long that is no int goes to {@code none}. */
  void pushKey(Row.IsConstant first, Facts facts, Iterable<Integer> keys, Label none) {
    Representation representation = tests.load(first.value(), facts);
    if (first.constant() instanceof Symbol) {
      code.invokestatic(
          RuntimeSymbols.PATTERNS, "symbolHash", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (first.constant() instanceof RecordShape) {
      code.invokestatic(RuntimeSymbols.RECORDS, "hash", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (first.constant() instanceof Char) {
      code.invokestatic(RuntimeSymbols.PATTERNS, "codePoint", MethodTypeDesc.of(CD_int, CD_Object));
      return;
    }
    if (representation != Representation.LONG) {
      long otherwise = 0;
      for (int key : keys) {
        otherwise = otherwise == key ? otherwise + 1 : otherwise;
      }
      representation.convert(code, Representation.OBJECT);
      code.loadConstant(otherwise)
          .invokestatic(
              RuntimeSymbols.PATTERNS, "longOr", MethodTypeDesc.of(CD_long, CD_Object, CD_long));
    }
    int value = body.newSlot(Representation.LONG);
    code.lstore(value);
    code.lload(value).lload(value).l2i().i2l().lcmp().ifne(none);
    code.lload(value).l2i();
  }
}
