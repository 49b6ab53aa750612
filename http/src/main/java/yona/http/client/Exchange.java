package yona.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
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

  private final ClientStream stream;
  private final Release release;
  private final RequestDeadline deadline;
  private final ClientOptions options;

  private @Nullable Future<Boolean> sending;

  /** The error of the code that makes the content. */
  private volatile @Nullable Throwable unmade;

  // ---- guarded by this

  private boolean reading;
  private boolean ended;

  Exchange(ClientStream stream, Release release, RequestDeadline deadline, ClientOptions options) {
    this.stream = stream;
    this.release = release;
    this.deadline = deadline;
    this.options = options;
  }

  /** Sends the request and waits for the head of the response. Suspends. */
  ClientStream.Head run(ClientRequest request, Headers fields, Scope scope) throws IOException {
    ClientRequest.Content content = request.content();
    boolean isBeside =
        content != null || request.trailers() != null || request.bytes().length > SMALL_CONTENT;
    var _ =
        deadline.within(
            options.times().idle(),
            "the request was not taken",
            () -> {
              stream.send(request, fields, !isBeside);
              return true;
            });
    if (isBeside) {
      sending =
          scope.background(
              () -> {
                try {
                  stream.sendContent(
                      content == null ? request : request.withContent(told(content)));
                  return true;
                } catch (IOException gone) {
                  // The server may still have responded.
                  return false;
                } catch (Exception | StackOverflowError error) {
                  if (error instanceof CancellationException unwanted
                      && Fiber.current().isCancelled()) {
                    throw unwanted;
                  }
                  unmade = error instanceof OwnFailure failure ? failure.own() : error;
                  stream.breakOff();
                  return false;
                }
              });
    }
    ClientStream.Head response = headOfResponse();
    if (stream.isWhole()) {
      end();
    }
    return response;
  }

  /** The server's time begins when it has the request. */
  private ClientStream.Head headOfResponse() throws IOException {
    for (; ; ) {
      try {
        return deadline.within(options.times().head(), "no response", stream::head);
      } catch (HttpTimeoutException late) {
        if (!isSending() || deadline.isOver()) {
          throw late;
        }
      } catch (IOException gone) {
        if (unmade != null) {
          throw new OwnFailure(failure(gone));
        }
        throw gone;
      }
    }
  }

  /**
   * An IOException of the code that makes the content. The connection has not failed: the request
   * is not sent again, and the circuit breaker does not count it.
   */
  static final class OwnFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient IOException own;

    OwnFailure(IOException own) {
      super(own);
      this.own = own;
    }

    IOException own() {
      return own;
    }
  }

  /** The same content, whose own errors differ from those of the connection. */
  private static ClientRequest.Content told(ClientRequest.Content content) {
    return output -> {
      IOException[] broken = new IOException[1];
      try {
        content.writeTo(
            bytes -> {
              try {
                output.write(bytes);
              } catch (IOException gone) {
                broken[0] = gone;
                throw gone;
              }
            });
      } catch (IOException own) {
        throw broken[0] == null ? new OwnFailure(own) : broken[0];
      } catch (RuntimeException error) {
        throw broken[0] == null || error instanceof CancellationException ? error : broken[0];
      }
    };
  }

  /**
   * The error of a request whose connection or stream is gone: that of the code that makes the
   * content if it failed, else that of the connection.
   */
  private IOException failure(IOException gone) {
    return switch (unmade) {
      case null -> gone;
      case RuntimeException error -> throw error;
      case Error error -> throw error;
      case IOException own -> own;
      case Throwable error -> new IOException("the content of a request could not be made", error);
    };
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
              options.times().idle(), "nothing more came", () -> stream.bodyBytes(trailers));
    } catch (HttpTimeoutException late) {
      throw late;
    } catch (IOException gone) {
      throw failure(gone);
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
    return stream.wasStale();
  }

  boolean wasRefused() {
    return stream.wasRefused();
  }

  /** Nobody wants the rest of the response. By any fiber. */
  synchronized void end() {
    if (!ended) {
      release(!reading && stream.skipReceived());
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
