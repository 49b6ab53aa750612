package yona.library.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Unit;
import yona.library.argument.IoFailure;

/** Operations on files, whose failures become errors of the language. */
public final class FileErrors {
  private FileErrors() {}

  /**
   * Runs an operation. What fails is {@code :ioerror}, {@code :closed} on a closed file, {@code
   * :badarg} for text that is none; the message names the file.
   *
   * @param name what messages call the file
   * @param operation the operation; may suspend
   * @return what it gives
   */
  public static <T extends @Nullable Object> T checked(
      String name, IoFailure.Operation<T> operation) {
    // Also those that do not wait: what is done to a file is not undone.
    STM.effect("a file operation");
    try {
      return operation.run();
    } catch (IOException e) {
      throw IoFailure.of(name, e);
    }
  }

  /**
   * The same for an operation that gives nothing.
   *
   * @param name what messages call the file
   * @param action the operation; may suspend
   * @return {@code ()}
   */
  public static Object done(String name, IoFailure.Action action) {
    return checked(
        name,
        () -> {
          action.run();
          return Unit.UNIT;
        });
  }
}
