package yona.language.analysis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import yona.language.core.FunctionDefinition;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/**
 * How many parts the compiler takes of what becomes one piece of code: a JVM method has at most
 * 65,535 bytes. Everything else that is flat (collections, operators, clauses, aliases, steps,
 * functions) may be as long as memory allows.
 */
public final class Limits {
  /**
   * Parameters of a function and names that it uses from outside, arguments of a call, fields of a
   * record, record types of a module.
   */
  static final int PARTS = 1_000;

  /** Names, literals, wildcards and brackets in the patterns of one clause. */
  static final int PATTERN_PARTS = 1_000;

  /** Generators of a comprehension: their loops stand inside each other. */
  static final int GENERATORS = 100;

  /** What a module exports. */
  static final int EXPORTS = 4_000;

  static final String PARAMETERS = "parameters of a function";
  static final String FIELDS = "fields of a record";

  private final SourceUnit unit;
  private final Set<Range> reported = new HashSet<>();

  Limits(SourceUnit unit) {
    this.unit = unit;
  }

  /**
   * Reports the first part beyond a limit.
   *
   * @param what they are, {@code parameters of a function}
   */
  void check(List<? extends Tree> parts, int limit, String what) {
    if (parts.size() > limit) {
      report(parts.get(limit).range(), limit, what);
    }
  }

  /** Reports functions that use too much from outside: their values hold it. */
  public static void checkCaptures(Resolved resolved) {
    Limits limits = new Limits(resolved.unit);
    for (FunctionDefinition function : resolved.unit.functions) {
      if (function.captures().size() > PARTS) {
        limits.report(function.at(), PARTS, "names from outside that a function uses");
      }
    }
  }

  /** Reports a part beyond a limit, once. */
  void report(Range at, int limit, String what) {
    if (!reported.add(at)) {
      return;
    }
    unit.error(Code.TOO_MANY, at, "Expected at most %,d %s, found more".formatted(limit, what));
  }
}
