package yona.redis.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespCommand;

/**
 * Looks at what goes over a connection, for those who count, measure or log. Called on any fiber or
 * thread, in part under locks: must not wait, and must not raise.
 */
public interface ConnectionObserver {

  /** Looks at nothing. */
  ConnectionObserver NONE =
      new ConnectionObserver() {
        @Override
        public @Nullable ReplyObserver issued(RespCommand command, long at) {
          return null;
        }

        @Override
        public @Nullable ReplyObserver issued(List<? extends RespCommand> commands, long at) {
          return null;
        }

        @Override
        public void sent(long bytes) {}

        @Override
        public void received(long bytes) {}

        @Override
        public void lost(UnansweredException reason) {}
      };

  /**
   * A command stands in the connection's order of commands; it is sent soon. Called in that order,
   * one call after the other.
   *
   * @param command the command
   * @param at when the caller came, by {@link System#nanoTime}
   * @return looks at the reply; null for nobody
   */
  @Nullable ReplyObserver issued(RespCommand command, long at);

  /**
   * The same of several, one directly behind the other.
   *
   * @param commands the commands, at least one
   * @param at when the caller came, by {@link System#nanoTime}
   * @return looks at the replies; null for nobody
   */
  @Nullable ReplyObserver issued(List<? extends RespCommand> commands, long at);

  /**
   * Bytes are handed to the system.
   *
   * @param bytes how many
   */
  void sent(long bytes);

  /**
   * Bytes have come.
   *
   * @param bytes how many
   */
  void received(long bytes);

  /**
   * The connection is over. Called once, after all that waited for replies have been told.
   *
   * @param reason why
   */
  void lost(UnansweredException reason);
}
