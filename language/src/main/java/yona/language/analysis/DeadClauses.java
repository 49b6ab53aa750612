package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Tuple;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * Warns of clauses and guards that are never tried, as one above takes all that they could. That
 * several do so together is not looked for: which values there are is seldom known.
 */
final class DeadClauses {
  /**
   * With how many clauses above a clause is compared, besides one that is the same: so the work
   * grows with the list and not with its square.
   */
  private static final int COMPARED = 64;

  private final SourceUnit unit;

  DeadClauses(SourceUnit unit) {
    this.unit = unit;
  }

  void check(Core core) {
    if (core instanceof Core.Match match) {
      match.clauses().forEach(this::checkGuards);
      checkClauses(match);
    }
  }

  private void checkClauses(Core.Match match) {
    boolean ofErrors = match.failure() instanceof Core.MatchFailure.Reraise;
    Dict byValue = Dict.EMPTY;
    List<Core.MatchClause> wide = new ArrayList<>();
    List<Core.MatchClause> clauses = match.clauses();
    for (int i = 0; i < clauses.size(); i++) {
      Core.MatchClause clause = clauses.get(i);
      Object value = value(clause);
      Object same = value == null ? null : byValue.get(value);
      Core.MatchClause above = same == null ? above(wide, clause) : (Core.MatchClause) same;
      if (above != null) {
        warn(clause, 0, above);
      } else if (alwaysSelects(clause)) {
        if (matchesAll(clause, ofErrors)) {
          if (i + 1 < clauses.size()) {
            warn(clauses.get(i + 1), clauses.size() - i - 2, clause);
          }
          return;
        }
        if (value != null) {
          byValue = byValue.put(value, clause);
        } else if (wide.size() < COMPARED) {
          wide.add(clause);
        }
      }
    }
  }

  private static Core.@Nullable MatchClause above(
      List<Core.MatchClause> wide, Core.MatchClause clause) {
    for (Core.MatchClause each : wide) {
      if (PatternCover.allCover(each.patterns(), clause.patterns())) {
        return each;
      }
    }
    return null;
  }

  /** The value that the subjects of a clause must have, if its patterns match just one. */
  private static @Nullable Object value(Core.MatchClause clause) {
    Object[] values = PatternCover.values(clause.patterns());
    return values == null || values.length == 0 ? null : Tuple.of(values);
  }

  /** Whether a clause is selected whenever its patterns match. */
  private static boolean alwaysSelects(Core.MatchClause clause) {
    return clause.bodies().stream().anyMatch(DeadClauses::alwaysSelects);
  }

  private static boolean alwaysSelects(Core.Guarded body) {
    return body.guard() == null
        || (body.guard() instanceof Core.Constant guard && guard.value().equals(true));
  }

  private static boolean matchesAll(Core.MatchClause clause, boolean ofErrors) {
    return clause.patterns().stream()
        .allMatch(pattern -> PatternCover.isAnything(pattern) || (ofErrors && isAnyError(pattern)));
  }

  /** An error is a triple, whatever its parts are. */
  private static boolean isAnyError(CorePattern pattern) {
    return pattern instanceof CorePattern.TuplePattern triple
        && triple.elements().size() == 3
        && triple.elements().stream().allMatch(PatternCover::isAnything);
  }

  /**
   * Warns of a clause.
   *
   * @param more how many clauses behind it are never tried for the same reason
   * @param above the clause that matches all that they do
   */
  private void warn(Core.MatchClause clause, int more, Core.MatchClause above) {
    String clauses =
        switch (more) {
          case 0 -> "This clause is";
          case 1 -> "This clause and the one behind it are";
          default -> "This clause and the " + more + " behind it are";
        };
    Diagnostic warning =
        Diagnostic.warning(
                Code.CLAUSE_NEVER_TRIED,
                unit.source,
                clause.at(),
                "%s never tried: the clause on line %d matches all that %s"
                    .formatted(clauses, line(above.at()), more == 0 ? "this one does" : "they do"))
            .withNote(above.at(), "this clause is tried first");
    unit.report(warning.withHint(hint(clause, above)));
  }

  private static String hint(Core.MatchClause clause, Core.MatchClause above) {
    boolean same = PatternCover.allCover(clause.patterns(), above.patterns());
    if (above.patterns().size() == 1 && above.patterns().getFirst() instanceof CorePattern.Bind b) {
      String name = b.variable().name();
      return name
          + " is a new name there and matches anything; "
          + (same
              ? "a Symbol is :%s, and ^%s is what equals an outer %s".formatted(name, name, name)
              : "such a clause is the last");
    }
    return same
        ? "Both match the same; remove one of them"
        : "Move it above that clause, or remove it";
  }

  /** A guard behind one that is always true is never asked. */
  private void checkGuards(Core.MatchClause clause) {
    List<Core.Guarded> bodies = clause.bodies();
    for (int i = 0; i + 1 < bodies.size(); i++) {
      Core always = bodies.get(i).guard();
      Core next = bodies.get(i + 1).guard();
      if (always != null && next != null && alwaysSelects(bodies.get(i))) {
        unit.report(
            Diagnostic.warning(
                    Code.CLAUSE_NEVER_TRIED,
                    unit.source,
                    next.at(),
                    "This guard is never asked: the one on line "
                        + line(always.at())
                        + " is always true")
                .withNote(always.at(), "this guard is asked first"));
        return;
      }
    }
  }

  private int line(Range at) {
    return unit.source.line(at.start());
  }
}
