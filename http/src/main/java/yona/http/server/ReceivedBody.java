package yona.http.server;

import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.Headers;
import yona.http.HttpException;

/** The body of a request that comes over a connection. */
abstract class ReceivedBody extends Body {

  private final ContentMemory memory;

  /** Bytes of this in {@link #memory}. */
  private long held;

  private boolean over;

  private volatile @Nullable HttpException failure;

  /**
   * Begins.
   *
   * @param limit bytes that are kept in memory at most
   * @param length how many the client says that there are; -1 if it does not
   * @param memory bounds what all requests keep
   */
  ReceivedBody(long limit, long length, ContentMemory memory) {
    super(limit, length);
    this.memory = memory;
  }

  @Override
  public synchronized void hold(int count) throws HttpException {
    if (over) {
      return;
    }
    if (!memory.take(count, held)) {
      throw new HttpException(
          503, "the server holds as much content as it may", Headers.of("retry-after", "1"));
    }
    held += count;
  }

  /** The request is over: what is still kept is the program's own. */
  final synchronized void letGo() {
    over = true;
    memory.give(held);
    held = 0;
  }

  /** The client has left in the middle of it. */
  final void markGone() {
    failure = new HttpException(HttpException.CLIENT_GONE, "the client has left");
  }

  /** Remembers what is wrong with it. */
  final HttpException malformed(HttpException fault) {
    failure = fault;
    return fault;
  }

  @Override
  public final @Nullable HttpException failure() {
    return failure;
  }
}
