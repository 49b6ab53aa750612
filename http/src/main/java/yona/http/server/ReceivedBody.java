package yona.http.server;

import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.HttpException;

/** The body of a request that comes over a connection. */
abstract class ReceivedBody extends Body {

  private volatile boolean gone;
  private volatile @Nullable HttpException malformed;

  /**
   * Begins.
   *
   * @param limit bytes that are kept in memory at most
   * @param length how many the client says that there are; -1 if it does not
   */
  ReceivedBody(long limit, long length) {
    super(limit, length);
  }

  /** The client has left in the middle of it. */
  final void markGone() {
    gone = true;
  }

  /** Remembers what is wrong with it. */
  final HttpException malformed(HttpException fault) {
    malformed = fault;
    return fault;
  }

  /** Whether the client has left in the middle of it. */
  final boolean isGone() {
    return gone;
  }

  /** The fault of a malformed body; null if there is none. */
  final @Nullable HttpException malformed() {
    return malformed;
  }
}
