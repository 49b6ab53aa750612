package yona.library.argument;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;

/** Optional values: {@code (:ok, v)} or {@code :none}; the Java half of module Opt. */
public final class Opts {
  public static final Symbol OK = Symbol.of("ok");
  public static final Symbol NONE = Symbol.of("none");

  private Opts() {}

  public static Tuple ok(Object value) {
    return Tuple.of(OK, value);
  }

  public static Object ofNullable(@Nullable Object value) {
    return value == null ? NONE : ok(value);
  }

  /**
   * The value in an Opt.
   *
   * @param opt what should be one
   * @param where the function's name for the error
   * @return the value; null for {@code :none}
   */
  public static @Nullable Object value(Object opt, String where) {
    if (opt.equals(NONE)) {
      return null;
    }
    if (opt instanceof Tuple tuple && tuple.length() == 2 && tuple.get(0).equals(OK)) {
      return tuple.get(1);
    }
    throw Failure.badarg(where, Failure.described(opt) + " is neither (:ok, value) nor :none", opt);
  }

  public static Object getOr(Object fallback, Object opt, String where) {
    @Nullable Object value = value(opt, where);
    return value == null ? fallback : value;
  }

  public static Object map(@Applied Object f, Object opt, String where) {
    Function function = Arguments.function(f, where);
    @Nullable Object value = value(opt, where);
    return value == null ? NONE : ok(function.apply(value));
  }

  public static Object then(@Applied Object f, Object opt, String where) {
    Function function = Arguments.function(f, where);
    @Nullable Object value = value(opt, where);
    return value == null ? NONE : function.apply(value);
  }

  public static Object toSeq(Object opt, String where) {
    @Nullable Object value = value(opt, where);
    return value == null ? Seq.EMPTY : Seq.of(value);
  }

  public static Object fromSeq(Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.isEmpty() ? NONE : ok(s.head());
  }
}
