package yona.io.readiness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A selector of the JDK, asked by a thread of its own: what there is where {@link Epoll} is not.
 */
final class Selection implements Watcher, Runnable {

  /** A channel that is watched. */
  private final class Watched extends Readiness {
    private final SelectionKey key;
    private final AtomicBoolean closed = new AtomicBoolean();

    Watched(SelectableChannel channel) throws ClosedChannelException {
      key = channel.register(selector, 0, this);
    }

    @Override
    void want(int direction) {
      try {
        var _ = key.interestOpsOr(operations(key.channel(), direction));
      } catch (CancelledKeyException _) {
        ready(READABLE | WRITABLE | ENDED | BROKEN);
        return;
      }
      selector.wakeup();
    }

    private static int operations(SelectableChannel channel, int direction) {
      int reading = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
      int writing = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;
      return channel.validOps() & (direction == READABLE ? reading : writing);
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        key.cancel();
        // The thread lets the system know; until then the descriptor stays in use.
        selector.wakeup();
        super.close();
      }
    }
  }

  private final Selector selector;

  Selection() throws IOException {
    selector = Selector.open();
    Thread.ofPlatform().name("yona-selector").daemon().start(this);
  }

  @Override
  public Readiness add(SelectableChannel channel) throws IOException {
    return new Watched(channel);
  }

  @Override
  @SuppressWarnings("InfiniteLoopStatement")
  public void run() {
    for (; ; ) {
      try {
        selector.select(Selection::tell);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Says what is ready, and asks no more for it until somebody waits for it again. */
  private static void tell(SelectionKey key) {
    try {
      int operations = key.readyOps();
      var _ = key.interestOpsAnd(~operations);
      int reading = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
      int writing = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;
      ((Watched) key.attachment())
          .ready(
              ((operations & reading) != 0 ? Readiness.READABLE : 0)
                  | ((operations & writing) != 0 ? Readiness.WRITABLE : 0));
    } catch (CancelledKeyException _) {
      // Closed meanwhile; its waits have been ended.
    }
  }
}
