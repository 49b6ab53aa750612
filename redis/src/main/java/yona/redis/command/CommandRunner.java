package yona.redis.command;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What sends a command and waits for the reply: all that the methods of the commands need. */
public interface CommandRunner {
  /**
   * Runs a command. Suspends.
   *
   * @param command to be sent
   * @param result what the reply becomes
   * @return what the reply is
   * @param <T> the kind of value
   * @throws yona.redis.RedisException if the server answers with an error
   * @throws UnexpectedReplyException if it answers with something else than the command gives
   * @throws IOException if there is no answer
   * @throws IllegalArgumentException if this command cannot be sent here: its meaning is the
   *     connection, which is shared; says what to do instead
   */
  <T extends @Nullable Object> T run(Command command, Decoder<T> result) throws IOException;
}
