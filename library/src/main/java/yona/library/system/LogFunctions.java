package yona.library.system;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import yona.async.stm.STM;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Unit;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.StandardError;
import yona.library.time.TimeText;

/** The Java half of module Log. Each program has a level of its own. */
public final class LogFunctions {
  /** From the least to the most important; what is below the level of a program is not written. */
  private static final List<String> LEVELS = List.of("debug", "info", "warn", "error", "off");

  private static final int INFO = 1;

  /** The longest name of a level, so that texts stand in a column. */
  private static final int WIDTH = 5;

  private LogFunctions() {}

  /** Where the log of a program begins. */
  private static final class Threshold {
    volatile int level = INFO;
  }

  private static Threshold threshold() {
    return Invocation.current().state(Threshold.class, Threshold::new);
  }

  @Needs(Grant.OUTPUT)
  public static Object debug(Object value) {
    return log(0, value);
  }

  @Needs(Grant.OUTPUT)
  public static Object info(Object value) {
    return log(INFO, value);
  }

  @Needs(Grant.OUTPUT)
  public static Object warn(Object value) {
    return log(2, value);
  }

  @Needs(Grant.OUTPUT)
  public static Object error(Object value) {
    return log(3, value);
  }

  public static Object setLevel(Object level, String where) {
    Symbol name = Arguments.symbol(level, where);
    int index = LEVELS.indexOf(name.name());
    if (index < 0) {
      throw Failure.badarg(
          where, Text.source(name) + " is none of :debug, :info, :warn, :error and :off");
    }
    STM.effect("setting a level");
    threshold().level = index;
    return Unit.UNIT;
  }

  /**
   * Writes one line, or nothing. A text that nobody can be given is dropped: no program should fail
   * for its log, and the exit status tells.
   */
  private static Object log(int level, Object value) {
    STM.effect("logging");
    if (level < threshold().level) {
      return Unit.UNIT;
    }
    String name = LEVELS.get(level).toUpperCase(Locale.ROOT);
    Seq line =
        Seq.builder()
            .addText(TimeText.iso(System.currentTimeMillis()))
            .addText(" " + name + " ".repeat(WIDTH - name.length() + 1))
            .addPlain(value)
            .addText("\n")
            .build();
    try {
      StandardError.write(line.toUtf8());
    } catch (IOException lost) {
      return Unit.UNIT;
    }
    return Unit.UNIT;
  }
}
