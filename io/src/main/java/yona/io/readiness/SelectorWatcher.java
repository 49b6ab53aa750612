package yona.io.readiness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.AtomicBoolean;
import yona.async.scheduler.Fibers;

/**
 * A selector of the JDK, asked by a thread of its own: what there is where {@link Epoll} is not.
 */
final class SelectorWatcher implements Watcher, Runnable {

  private static final int READING = SelectionKey.OP_READ | SelectionKey.OP_ACCEPT;
  private static final int WRITING = SelectionKey.OP_WRITE | SelectionKey.OP_CONNECT;

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

    @Override
    public boolean isToldUnasked() {
      return false;
    }

    private static int operations(SelectableChannel channel, int direction) {
      return channel.validOps() & (direction == READABLE ? READING : WRITING);
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        key.cancel();
        selector.wakeup();
        super.close();
        // The selector's thread lets the system know, at once. Until then the descriptor stays in
        // use, and a server is there for those who connect.
        while (key.channel().isRegistered()) {
          Fibers.letOthersRun();
        }
      }
    }
  }

  private final Selector selector;

  SelectorWatcher() throws IOException {
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
        selector.select(SelectorWatcher::tell);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Says what is ready, and asks no more for it until somebody waits for it again. */
  private static void tell(SelectionKey key) {
    try {
      int operations = key.readyOps();
      boolean readable = (operations & READING) != 0;
      boolean writable = (operations & WRITING) != 0;
      // All of a direction: to have connected is to be asked for no more when writing is.
      var _ = key.interestOpsAnd(~((readable ? READING : 0) | (writable ? WRITING : 0)));
      ((Watched) key.attachment())
          .ready((readable ? Readiness.READABLE : 0) | (writable ? Readiness.WRITABLE : 0));
    } catch (CancelledKeyException _) {
      // Closed meanwhile; its waits have been ended.
    }
  }
}
