package yona.library.redis;

import java.io.IOException;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.data.Symbol;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.redis.RedisException;
import yona.redis.connection.UnansweredException;

/** Operations on a client, whose failures become errors of the language. */
final class RedisErrors {
  private static final Symbol REDIS = Symbol.of("redis");

  private RedisErrors() {}

  /**
   * Runs an operation. What the server refuses is {@code :redis} with its message; what was sent
   * and not answered in time {@code :timeout}; what a client that is closed is asked {@code
   * :closed}; what else fails on the way {@code :ioerror}; what cannot be sent, or not on this
   * connection, {@code :badarg}.
   *
   * @param client the client
   * @param where the function's name, for errors
   */
  static <T> T checked(RedisResource client, String where, IoFailure.Operation<T> operation) {
    STM.effect("a command of Redis");
    try {
      return operation.run();
    } catch (RedisException refusal) {
      throw Failure.of(REDIS, Failure.line(refusal.getMessage()));
    } catch (TimeoutException late) {
      throw Failure.of(Failure.TIMEOUT, Failure.line(where + ": " + late.getMessage()));
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      throw Failure.badarg(where, Failure.line(String.valueOf(wrong.getMessage())));
    } catch (IOException e) {
      if (client.isClosed()) {
        throw Failure.of(
            Failure.CLOSED, Failure.line(where + ": " + client.source() + " is closed"));
      }
      if (e instanceof UnansweredException unanswered
          && unanswered.timedOut()
          && unanswered.mayHaveRun()) {
        throw Failure.of(Failure.TIMEOUT, Failure.line(String.valueOf(e.getMessage())));
      }
      throw IoFailure.of(where, e);
    }
  }
}
