package yona.library.system;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Unit;
import yona.io.TooLongException;
import yona.io.console.Console;
import yona.io.file.OpenFileText;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.language.runtime.StackTrace;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.IoFailure;
import yona.library.argument.StandardError;
import yona.library.text.CharacterCutter;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;

/** The Java half of the console functions: builtins and module IO. Each text is written whole. */
public final class ConsoleFunctions {
  public static final Symbol EOF = Symbol.of("eof");

  private static final byte[] LINE_END = {'\n'};
  private static final byte[] NOTHING = {};

  /** Of the longest character in UTF-8. */
  private static final int CHARACTER_BYTES = 4;

  /**
   * The status as of a process that SIGPIPE ends. That nobody reads the output any more ends a
   * program, as it ends most others: none goes on by chance because it catches {@code :ioerror}.
   */
  private static final int BROKEN_PIPE = 141;

  /** What messages call standard input. */
  static final String INPUT = "standard input";

  private ConsoleFunctions() {}

  private static byte[] bytes(Object value, byte[] end) {
    byte[] text =
        (value instanceof Seq seq && seq.isText() ? seq : Seq.text(Text.plain(value))).toUtf8();
    if (end.length == 0) {
      return text;
    }
    byte[] whole = java.util.Arrays.copyOf(text, text.length + end.length);
    System.arraycopy(end, 0, whole, text.length, end.length);
    return whole;
  }

  private static Object toOutput(byte[] text) {
    STM.effect("printing");
    try {
      Invocation.Output elsewhere = Invocation.output();
      if (elsewhere == null) {
        Console.print(text);
      } else {
        elsewhere.write(Invocation.Stream.OUTPUT, text);
      }
      return Unit.UNIT;
    } catch (IOException e) {
      throw Console.isBrokenPipe(e) ? Invocation.exit(BROKEN_PIPE) : failed("standard output", e);
    }
  }

  private static Object toError(byte[] text) {
    STM.effect("printing");
    try {
      StandardError.write(text);
      return Unit.UNIT;
    } catch (IOException e) {
      throw failed("standard error", e);
    }
  }

  private static YonaError failed(String stream, IOException e) {
    return YonaError.of("ioerror", stream + ": " + e.getMessage(), e);
  }

  @Needs(Grant.OUTPUT)
  public static Object print(Object value) {
    return toOutput(bytes(value, NOTHING));
  }

  @Needs(Grant.OUTPUT)
  public static Object println(Object value) {
    return toOutput(bytes(value, LINE_END));
  }

  @Needs(Grant.OUTPUT)
  public static Object eprint(Object value) {
    return toError(bytes(value, NOTHING));
  }

  @Needs(Grant.OUTPUT)
  public static Object eprintln(Object value) {
    return toError(bytes(value, LINE_END));
  }

  @Needs(Grant.OUTPUT)
  public static Object write(Object data, String where) {
    return toOutput(Arguments.data(data, where));
  }

  @Needs(Grant.OUTPUT)
  public static Object writeError(Object data, String where) {
    return toError(Arguments.data(data, where));
  }

  @Needs(Grant.OUTPUT)
  public static Object dbg(Object value) {
    String place =
        StackTrace.here().frames().stream()
            .findFirst()
            .map(frame -> frame.file() + ":" + frame.line() + ": ")
            .orElse("");
    String line = place + Text.source(value) + "\n";
    try {
      StandardError.write(line.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw failed("standard error", e);
    }
    return value;
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object read() {
    STM.effect("reading");
    if (!Invocation.hasInput()) {
      return EOF;
    }
    try {
      byte @Nullable [] bytes = input().readSome(CHARACTER_BYTES, new CharacterCutter(1));
      return bytes == null ? EOF : Seq.utf8(bytes, 0, bytes.length).head();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  @Suspends
  @Needs(Grant.INPUT)
  public static Object readln() {
    STM.effect("reading");
    if (!Invocation.hasInput()) {
      return EOF;
    }
    try {
      byte @Nullable [] line = input().readLine(LineOptions.USUAL.longest());
      return line == null ? EOF : Seq.utf8(line, 0, line.length);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Standard input as text, which does not begin with a byte order mark. */
  static OpenFileText input() throws IOException {
    return Console.in().text(true);
  }

  static YonaError unreadable(IOException e) {
    return switch (e) {
      case CharacterCodingException _ -> IoFailure.notText(INPUT);
      case TooLongException _ -> LineQueue.tooLong(INPUT, "the line", "System::stdin_lines_with");
      default -> YonaError.of("ioerror", String.valueOf(e.getMessage()), e);
    };
  }
}
