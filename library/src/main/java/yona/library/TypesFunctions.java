package yona.library;

import java.math.BigInteger;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module Types. */
public final class TypesFunctions {
  private TypesFunctions() {}

  public static Object isBoolean(Object value) {
    return value instanceof Boolean;
  }

  public static Object isByte(Object value) {
    return value instanceof Byte;
  }

  public static Object isInteger(Object value) {
    return value instanceof Long;
  }

  public static Object isFloat(Object value) {
    return value instanceof Double;
  }

  public static Object isBig(Object value) {
    return value instanceof BigInteger;
  }

  public static Object isNumber(Object value) {
    return value instanceof Long
        || value instanceof Double
        || value instanceof Byte
        || value instanceof BigInteger;
  }

  public static Object isChar(Object value) {
    return value instanceof Char;
  }

  public static Object isSymbol(Object value) {
    return value instanceof Symbol;
  }

  public static Object isUnit(Object value) {
    return value instanceof Unit;
  }

  public static Object isFunction(Object value) {
    return value instanceof Function;
  }

  public static Object isModule(Object value) {
    return value instanceof Module;
  }

  public static Object isTuple(Object value) {
    return value instanceof Tuple;
  }

  public static Object isSeq(Object value) {
    return value instanceof Seq;
  }

  public static Object isString(Object value) {
    return value instanceof Seq seq && seq.isText();
  }

  public static Object isBytes(Object value) {
    return value instanceof Seq seq && seq.isBytes();
  }

  public static Object isSet(Object value) {
    return value instanceof Set;
  }

  public static Object isDict(Object value) {
    return value instanceof Dict;
  }

  public static Object isNative(Object value) {
    return Kind.of(value) == Kind.NATIVE;
  }

  public static Object isResource(Object value) {
    return Kind.of(value) == Kind.RESOURCE;
  }

  public static Object kind(Object value) {
    return Kind.of(value).symbol();
  }

  public static Object compare(Object a, Object b) {
    return (long) Integer.signum(TotalOrder.compare(a, b));
  }

  public static Object hash(Object value) {
    return (long) Equality.hash(value);
  }

  public static Object arity(Object f, String where) {
    return (long) Arguments.functionItself(f, where).arity();
  }

  public static Object name(Object value, String where) {
    return switch (value) {
      case Function f -> Seq.text(f.name());
      case Module m -> Seq.text(m.fqn());
      default -> throw Failure.type(where, "a function or a Module", value);
    };
  }

  public static Object exports(Object module, String where) {
    if (!(module instanceof Module m)) {
      throw Failure.type(where, "a Module", module);
    }
    return Seq.of(m.exports().stream().map(Symbol::of).toArray());
  }
}
