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
    String message = e.getMessage() == null ? name + ": the operation failed" : e.getMessage();
    if (message.startsWith(": ")) {
      message = "\"\"" + message;
    }
    message = Failure.line(message);
    return switch (e) {
      case ClosedException _ -> Failure.of(Failure.CLOSED, message);
      case TooLongException _ -> Failure.of(Failure.BADARG, message);
      case CharacterCodingException _ -> notText(name);
      default -> YonaError.of("ioerror", message, e);
    };
  }
}
