package yona.language.analysis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/** Warns of a {@code raise} that certainly raises {@code :typeerror}, and not what is written. */
final class Raises {
  private static final String MESSAGE = "\"message\"";

  private final SourceUnit unit;

  Raises(SourceUnit unit) {
    this.unit = unit;
  }

  /** What is known of a value when compiling. */
  private enum Known {
    SYMBOL,
    TEXT,
    OTHER,
    NOTHING
  }

  void check(Core.Raise raise) {
    Core error = raise.symbolOrTriple();
    Core message = raise.message();
    if (message != null) {
      check(raise.at(), error, message);
    } else if (error instanceof Core.MakeTuple tuple) {
      checkTriple(raise.at(), tuple);
    } else {
      switch (known(error)) {
        case SYMBOL -> warn(raise.at(), "`raise` lacks the message", text(error), MESSAGE);
        case TEXT ->
            warn(raise.at(), "`raise` lacks the symbol before the message", ":symbol", text(error));
        case OTHER -> warn(raise.at(), "`raise` takes a symbol and a message", ":symbol", MESSAGE);
        case NOTHING -> {}
      }
    }
  }

  private void check(Range at, Core error, Core message) {
    Known first = known(error);
    Known second = known(message);
    if (first == Known.TEXT && second == Known.SYMBOL) {
      warn(at, "In a `raise` the symbol stands before the message", text(message), text(error));
    } else if (first == Known.TEXT || first == Known.OTHER) {
      warn(at, "`raise` takes a symbol first", ":symbol", second == Known.OTHER ? null : message);
    } else if (second == Known.SYMBOL || second == Known.OTHER) {
      warn(at, "The message of `raise` is a text", text(error), MESSAGE);
    }
  }

  /** A triple is what {@code catch} gives, with a stack trace that no program makes. */
  private void checkTriple(Range at, Core.MakeTuple tuple) {
    List<Core> parts = tuple.elements();
    Known first = known(parts.get(0));
    Known second = known(parts.get(1));
    boolean wrong = first == Known.TEXT || first == Known.OTHER;
    if (parts.size() != 3
        || wrong
        || second == Known.SYMBOL
        || second == Known.OTHER
        || isNoTrace(parts.get(2))) {
      warn(
          at,
          "`raise` takes a symbol and a message one after the other",
          wrong ? ":symbol" : text(parts.get(0)),
          parts.size() == 2 && second != Known.OTHER ? parts.get(1) : null);
    }
  }

  private static boolean isNoTrace(Core core) {
    return core instanceof Core.Constant constant && !(constant.value() instanceof Seq);
  }

  private static Known known(Core core) {
    return switch (core) {
      case Core.Constant constant ->
          switch (constant.value()) {
            case Symbol _ -> Known.SYMBOL;
            case Seq seq when seq.isText() -> Known.TEXT;
            default -> Known.OTHER;
          };
      case Core.Interpolation _ -> Known.TEXT;
      case Core.MakeSeq seq -> isNoText(seq.elements()) ? Known.OTHER : Known.NOTHING;
      case Core.MakeTuple _, Core.MakeSet _, Core.MakeDict _, Core.MakeRecord _, Core.Closure _ ->
          Known.OTHER;
      default -> Known.NOTHING;
    };
  }

  private static boolean isNoText(List<Core> elements) {
    return !elements.isEmpty()
        && elements.getFirst() instanceof Core.Constant(Range _, Object first)
        && !(first instanceof Char);
  }

  private String text(Core core) {
    return unit.source.text(core.at());
  }

  private void warn(Range at, String problem, String symbol, @Nullable Core message) {
    warn(at, problem, symbol, message == null ? MESSAGE : text(message));
  }

  private void warn(Range at, String problem, String symbol, String message) {
    unit.report(
        Diagnostic.warning(
                Code.MALFORMED_RAISE, unit.source, at, problem + ": this raises :typeerror")
            .withHint("An error is raised by raise " + symbol + " " + message));
  }
}
