package yona.library.socket;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import org.jspecify.annotations.Nullable;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.data.Unit;
import yona.io.ClosedException;
import yona.io.TooLongException;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** Operations on sockets, whose failures become errors of the language. */
final class SocketErrors {
  private SocketErrors() {}

  /** An operation that gives something. */
  @FunctionalInterface
  interface Operation<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /** An operation that gives nothing. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  /**
   * Runs an operation. What fails is {@code :ioerror}, {@code :closed} of what is closed, {@code
   * :timeout} when a limit of time is over, {@code :badarg} for what is too long or no text; the
   * message names the other side.
   *
   * @param name what messages call the socket
   */
  static <T extends @Nullable Object> T checked(String name, Operation<T> operation) {
    STM.effect("an operation on a socket");
    try {
      return operation.run();
    } catch (TimeoutException late) {
      throw Failure.of(Failure.TIMEOUT, name + ": " + late.getMessage());
    } catch (IOException e) {
      throw raised(name, e);
    }
  }

  /** The same for an operation that gives nothing; the result is {@code ()}. */
  static Object done(String name, Action action) {
    return checked(
        name,
        () -> {
          action.run();
          return Unit.UNIT;
        });
  }

  private static YonaError raised(String name, IOException e) {
    String message = e.getMessage() == null ? name + ": the operation failed" : e.getMessage();
    return switch (e) {
      case ClosedException _ -> Failure.of(Failure.CLOSED, message);
      case TooLongException _ -> Failure.of(Failure.BADARG, message);
      case CharacterCodingException _ ->
          Failure.of(Failure.BADARG, name + ": the text is not valid UTF-8");
      default -> YonaError.of("ioerror", message, e);
    };
  }
}
