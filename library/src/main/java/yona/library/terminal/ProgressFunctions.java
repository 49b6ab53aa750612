package yona.library.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;

/** The Java half of module terminal\\Progress. */
public final class ProgressFunctions {
  private static final Symbol BYTES = Symbol.of("bytes");

  private ProgressFunctions() {}

  /** What a bar is declared with. */
  private static final class Options {
    private long total;
    private String label = "";
    private String unit = "";
    private boolean bytes;

    Options(Object options, long total, String where) {
      this.total = total;
      Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
      takers.put("total", (value, at) -> this.total = Arguments.count(value, at));
      takers.put("label", (value, at) -> label = label(value, at));
      takers.put("unit", this::takeUnit);
      OptionDict.take(options, takers, where);
    }

    private void takeUnit(Object value, String where) {
      bytes = value.equals(BYTES);
      if (!bytes && !(value instanceof Seq)) {
        throw Failure.badarg(
            where, "expected a String or :bytes, found " + Failure.described(value));
      }
      unit = bytes ? "" : label(value, where);
    }

    ProgressBar begin() {
      STM.effect("a progress bar");
      return new ProgressBar(new ProgressText(total, unit, bytes), label, Screen.isDrawn());
    }
  }

  /** A text of one line that moves no cursor. */
  private static String label(Object value, String where) {
    return ShownText.oneLine(Arguments.text(value, where)).strip();
  }

  private static ProgressBar bar(Object value, String where) {
    if (value instanceof ProgressBar bar) {
      return bar;
    }
    throw Failure.type(where, "a progress bar", value);
  }

  @Needs({Grant.ENVIRONMENT, Grant.OUTPUT})
  public static Object begin(Object options, String where) {
    return new Options(options, ProgressText.UNKNOWN, where).begin();
  }

  @Needs(Grant.OUTPUT)
  public static Object advance(Object bar, Object n, String where) {
    STM.effect("a progress bar");
    bar(bar, where).advance(Arguments.count(n, where), where);
    return Unit.UNIT;
  }

  public static Object setLabel(Object bar, Object label, String where) {
    STM.effect("a progress bar");
    bar(bar, where).label(label(label, where), where);
    return Unit.UNIT;
  }

  @Needs({Grant.ENVIRONMENT, Grant.OUTPUT})
  public static Object stream(Object options, @Applied Object elements, String where) {
    long total =
        switch (elements) {
          case Seq seq -> seq.length();
          case Set set -> set.size();
          case Dict dict -> dict.size();
          case Stream _ -> ProgressText.UNKNOWN;
          default -> throw Failure.type(where, "a Seq, Set, Dict or Stream", elements);
        };
    Stream stream =
        elements instanceof Stream given
            ? given
            : (Stream) StreamFunctions.fromSeq(elements, where);
    Options declared = new Options(options, total, where);
    return ProgressSource.stream(stream, declared::begin, where);
  }
}
