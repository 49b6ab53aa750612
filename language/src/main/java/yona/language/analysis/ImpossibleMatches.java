package yona.language.analysis;

import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.CoreWalk;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/** Warns of patterns for values of another kind than those that they are tried on. */
@SuppressWarnings("ReferenceEquality") // patterns and what is known are told apart by identity
final class ImpossibleMatches {
  private final SourceUnit unit;
  private final KnownValues values;

  ImpossibleMatches(SourceUnit unit, KnownValues values) {
    this.unit = unit;
    this.values = values;
  }

  void check(Core core) {
    switch (core) {
      case Core.Match match -> {
        boolean ofErrors = match.failure() instanceof Core.MatchFailure.Reraise;
        for (int i = 0; i < match.subjects().size(); i++) {
          Known subject = values.of(match.subjects().get(i));
          for (Core.MatchClause clause : match.clauses()) {
            check(clause.patterns().get(i), subject, ofErrors);
          }
        }
      }
      case Core.LetAliases let -> {
        for (Core.AliasBinding alias : let.aliases()) {
          if (alias instanceof Core.PatternAlias pattern) {
            check(pattern.pattern(), values.of(pattern.value()), false);
          }
        }
      }
      default -> {}
    }
  }

  private void check(CorePattern pattern, Known subject, boolean ofErrors) {
    Impossible impossible = find(pattern, subject);
    if (impossible == null) {
      return;
    }
    boolean whole = ofErrors && impossible.value() == subject;
    String message =
        whole
            ? "No error matches this pattern, which is for %s: an error is a triple of a Symbol, a"
                + " message and a stack trace"
            : "This pattern, for %s, never matches: here is " + impossible.value().text();
    unit.report(
        Diagnostic.warning(
                Code.PATTERN_NEVER_MATCHES,
                unit.source,
                impossible.pattern().at(),
                message.formatted(impossible.of().text()))
            .withHint(
                whole
                    ? errorHint(impossible.pattern())
                    : hint(constant(impossible.pattern()), impossible.value())));
  }

  private static String errorHint(CorePattern pattern) {
    return constant(pattern) instanceof Symbol symbol
        ? "Write (%s, _, _)".formatted(Text.source(symbol))
        : "Write (symbol, message, trace), with _ for what does not matter";
  }

  private static @Nullable Object constant(CorePattern pattern) {
    return pattern instanceof CorePattern.Literal literal ? literal.value() : null;
  }

  /** How a literal is written as a value of the kind that is met; null if nobody can tell. */
  static @Nullable String hint(@Nullable Object literal, Known met) {
    if (literal instanceof Seq text && text.isText() && !text.isEmpty()) {
      if (met.equals(Known.CHAR) && text.length() == 1) {
        return "A Char is written in single quotes: " + Text.source(text.get(0));
      }
      if (met.equals(Known.ANY_NUMBER)) {
        return "A number is written without quotes; `int` makes one of a string";
      }
      if (met.kinds() == Known.SYMBOL.kinds()) {
        return "A Symbol is written with a colon, without quotes";
      }
    }
    if (literal instanceof Seq text && text.isText() && met.equals(Known.BYTES)) {
      return "String::from_bytes makes a string of Bytes";
    }
    if (met.equals(Known.TEXT)) {
      return switch (literal) {
        case Char c -> "A string is written in double quotes: " + Text.source(Seq.of(c));
        case Number n -> "A string is written in double quotes; `int` makes an Int of one";
        case null, default -> null;
      };
    }
    return null;
  }

  /**
   * A part of a pattern that never matches.
   *
   * @param of what it matches
   * @param value what stands in its place
   */
  private record Impossible(CorePattern pattern, Known of, Known value) {}

  private @Nullable Impossible find(CorePattern pattern, Known value) {
    Known of =
        switch (pattern) {
          case CorePattern.Literal p -> Known.of(p.value());
          // Where a name is compared, another warning says so.
          case CorePattern.EqualTo p when p.name() == null ->
              new Known(values.of(p.expression()).kinds());
          case CorePattern.TuplePattern p ->
              Known.tuple(p.elements().stream().map(_ -> Known.ANYTHING).toList());
          case CorePattern.SeqPattern _ -> Known.collection(Known.SEQ, null);
          case CorePattern.AffixPattern _ -> Known.collection(Known.SEQ, null);
          case CorePattern.EmptyDict _, CorePattern.DictPattern _ -> new Known(Known.DICT);
          case CorePattern.RecordPattern p ->
              Known.record(
                  p.type().name(), p.type().fields().stream().map(_ -> Known.ANYTHING).toList());
          default -> Known.ANYTHING;
        };
    Object constant = constant(pattern);
    boolean impossible = constant == null ? of.differs(value) : value.differsFrom(constant);
    return impossible ? new Impossible(pattern, of, value) : findPart(pattern, value);
  }

  private @Nullable Impossible findPart(CorePattern pattern, Known value) {
    Impossible found = null;
    switch (pattern) {
      case CorePattern.As p -> found = find(p.pattern(), value);
      case CorePattern.Both p -> {
        found = find(p.first(), value);
        found = found == null ? find(p.second(), value) : found;
      }
      case CorePattern.TuplePattern p -> {
        int size = p.elements().size();
        for (int i = 0; i < size && found == null; i++) {
          found = find(p.elements().get(i), KnownValues.part(value, i, size));
        }
      }
      case CorePattern.SeqPattern p -> {
        for (CorePattern part : CoreWalk.parts(p)) {
          Known here = part == p.tails() ? KnownValues.rest(value) : KnownValues.element(value);
          found = found == null ? find(part, here) : found;
        }
      }
      case CorePattern.AffixPattern p -> found = find(p.rest(), KnownValues.rest(value));
      default -> {}
    }
    return found;
  }
}
