package yona.library.argument;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import yona.io.ClosedException;
import yona.io.TooLongException;
import yona.language.runtime.YonaError;

/** What fails outside of the program, as an error of the language. */
public final class IoFailure {
  private IoFailure() {}

  /** An operation that gives something. */
  @FunctionalInterface
  public interface Operation<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** The error of a text that is none. */
  public static YonaError notText(String name) {
    return Failure.of(Failure.BADARG, Failure.line(name + ": the text is not valid UTF-8"));
  }

  /** An operation that gives nothing. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException;
  }

  /**
   * The error: {@code :closed} of what is closed, {@code :badarg} for what is too long or no text,
   * else {@code :ioerror}.
   *
   * @param name what messages call the file or connection
   * @param e what the operation raised
   */
  public static YonaError of(String name, IOException e) {
    return of(name, e.getMessage() == null ? name + ": the operation failed" : message(e), e);
  }

  /**
   * The same, with the function's name before what the operation raised, for errors whose message
   * does not tell what the program wanted.
   *
   * @param where the function's name as programs write it
   * @param e what the operation raised
   */
  public static YonaError in(String where, IOException e) {
    String told = e.getMessage() == null ? "the operation failed" : message(e);
    return of(where, where + ": " + told, e);
  }

  private static String message(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.startsWith(": ") ? "\"\"" + message : message;
  }

  private static YonaError of(String name, String told, IOException e) {
    String message = Failure.line(told);
    return switch (e) {
      case ClosedException _ -> Failure.of(Failure.CLOSED, message);
      case TooLongException _ -> Failure.of(Failure.BADARG, message);
      case CharacterCodingException _ -> notText(name);
      default -> YonaError.of("ioerror", message, e);
    };
  }
}
