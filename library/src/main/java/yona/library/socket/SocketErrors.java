package yona.library.socket;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.data.Seq;
import yona.data.Unit;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;

/** Operations on sockets, whose failures become errors of the language. */
final class SocketErrors {
  private SocketErrors() {}

  /**
   * Runs an operation. What fails is {@code :ioerror}, {@code :closed} of what is closed, {@code
   * :timeout} when a limit of time is over, {@code :badarg} for what is too long or no text; the
   * message names the other side.
   *
   * @param name what messages call the socket
   */
  static <T extends @Nullable Object> T checked(String name, IoFailure.Operation<T> operation) {
    STM.effect("an operation on a socket");
    try {
      return operation.run();
    } catch (TimeoutException late) {
      throw Failure.of(Failure.TIMEOUT, Failure.line(name + ": " + late.getMessage()));
    } catch (IOException e) {
      throw IoFailure.of(name, e);
    }
  }

  /**
   * The same for an operation that looks up a host; {@code :badarg} for what can be none.
   *
   * @param where the function's name, for errors
   */
  static <T> T withHost(String where, String host, int port, IoFailure.Operation<T> operation) {
    try {
      return checked(host + ":" + port, operation);
    } catch (IllegalArgumentException e) {
      String name = host.isEmpty() ? "" : Failure.shown(Seq.text(host)) + ": ";
      throw Failure.badarg(where, name + e.getMessage());
    }
  }

  /** The same for an operation that gives nothing; the result is {@code ()}. */
  static Object done(String name, IoFailure.Action action) {
    return checked(
        name,
        () -> {
          action.run();
          return Unit.UNIT;
        });
  }
}
