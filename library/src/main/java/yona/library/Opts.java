package yona.library;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;

/** Optional values: {@code (:ok, v)} or {@code :none}; the Java half of module Opt. */
public final class Opts {
  static final Symbol OK = Symbol.of("ok");
  static final Symbol NONE = Symbol.of("none");

  private Opts() {}

  static Tuple ok(Object value) {
    return Tuple.of(OK, value);
  }

  static Object ofNullable(@Nullable Object value) {
    return value == null ? NONE : ok(value);
  }

  /**
   * The value in an Opt.
   *
   * @param opt what should be one
   * @param where the function's name for the error
   * @return the value; null for {@code :none}
   */
  static @Nullable Object value(Object opt, String where) {
    if (opt == NONE) {
      return null;
    }
    if (opt instanceof Tuple tuple && tuple.length() == 2 && tuple.get(0) == OK) {
      return tuple.get(1);
    }
    throw invalid(where, opt);
  }

  private static RuntimeException invalid(String where, Object value) {
    return Failure.badarg(where, Failure.described(value) + " is neither (:ok, value) nor :none");
  }

  /** Refuses what is no Opt; the Java half of module Opt. */
  public static Object invalid(Object where, Object value) {
    throw invalid(((Seq) where).asString(), value);
  }
}
