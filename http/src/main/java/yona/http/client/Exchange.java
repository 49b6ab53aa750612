package yona.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.http.Headers;

/** A request and its response, to the last byte. For one fiber at a time. */
final class Exchange {

  /** Content up to this size is sent before the response is waited for. */
  private static final int SMALL_CONTENT = 64 << 10;

  private static final byte[] NOTHING = {};

  /** Gets back what has carried a request. */
  @FunctionalInterface
  interface Release {

    /**
     * Nothing is sent or read any more. Does not suspend.
     *
     * @param isWhole whether all of the request has been sent and all of the response has come
     */
    void run(boolean isWhole);
  }

  private final Carrier carrier;
  private final Release release;
  private final RequestDeadline deadline;
  private final ClientOptions options;

  private @Nullable Future<Boolean> sending;

  /** The error of the code that makes the content. */
  private volatile @Nullable Throwable unmade;

  // ---- guarded by this

  private boolean reading;
  private boolean ended;

  Exchange(Carrier carrier, Release release, RequestDeadline deadline, ClientOptions options) {
    this.carrier = carrier;
    this.release = release;
    this.deadline = deadline;
    this.options = options;
  }

  /** Sends the request and waits for the head of the response. Suspends. */
  Carrier.Head run(ClientRequest request, Headers fields, Scope scope) throws IOException {
    boolean isBeside = request.content() != null || request.bytes().length > SMALL_CONTENT;
    var _ =
        deadline.within(
            options.times().idle(),
            "the request was not taken",
            () -> {
              carrier.send(request, fields, !isBeside);
              return true;
            });
    if (isBeside) {
      sending =
          scope.background(
              () -> {
                try {
                  carrier.sendContent(request);
                  return true;
                } catch (IOException gone) {
                  // The server may still have responded.
                  return false;
                } catch (CancellationException unwanted) {
                  throw unwanted;
                } catch (Exception | StackOverflowError error) {
                  unmade = error;
                  carrier.breakOff();
                  return false;
                }
              });
    }
    Carrier.Head response = headOfResponse();
    if (carrier.isWhole()) {
      end();
    }
    return response;
  }

  /** The server's time begins when it has the request. */
  private Carrier.Head headOfResponse() throws IOException {
    for (; ; ) {
      try {
        return deadline.within(options.times().head(), "no response", carrier::head);
      } catch (HttpTimeoutException late) {
        if (!isSending() || deadline.isOver()) {
          throw late;
        }
      } catch (IOException gone) {
        Throwable cause = unmade;
        throw cause == null
            ? gone
            : new IOException("the content of a request could not be made", cause);
      }
    }
  }

  private boolean isSending() {
    Future<Boolean> writer = sending;
    return writer != null && writer.poll() == null;
  }

  /** The next bytes of the body, none at its end. Suspends. */
  byte[] bodyBytes(Headers[] trailers) throws IOException {
    synchronized (this) {
      if (ended) {
        return NOTHING;
      }
      reading = true;
    }
    byte[] bytes;
    try {
      bytes =
          deadline.within(
              options.times().idle(), "nothing more came", () -> carrier.bodyBytes(trailers));
    } finally {
      synchronized (this) {
        reading = false;
      }
    }
    if (bytes.length == 0) {
      release(true);
    }
    return bytes;
  }

  boolean wasStale() {
    return carrier.wasStale();
  }

  boolean wasRefused() {
    return carrier.wasRefused();
  }

  /** Nobody wants the rest of the response. By any fiber. */
  synchronized void end() {
    if (!ended) {
      release(!reading && carrier.skipReceived());
    }
  }

  /** The request has failed. */
  void fail() {
    release(false);
  }

  private synchronized void release(boolean isWhole) {
    if (ended) {
      return;
    }
    ended = true;
    Future<Boolean> writer = sending;
    boolean isSent =
        writer == null || (writer.poll() instanceof Result.Success<Boolean>(Boolean done) && done);
    if (writer != null && !isSent) {
      writer.cancel();
    }
    release.run(isWhole && isSent);
  }
}
