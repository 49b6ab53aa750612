package yona.io.readiness;

import java.io.IOException;
import java.nio.channels.SelectableChannel;

/** Watches channels: {@link Epoll} or {@link SelectorWatcher}. */
interface Watcher {

  /**
   * Begins to watch a channel, which does not block.
   *
   * @throws IOException if the system refuses
   */
  Readiness add(SelectableChannel channel) throws IOException;
}
