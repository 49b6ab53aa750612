package yona.http.client;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.async.sync.Permit;
import yona.http.Headers;

/** A request on a connection, to the last byte of its response. For one fiber at a time. */
final class Exchange {

  /** Content up to this size is sent before the response is waited for. */
  private static final int SMALL_CONTENT = 64 << 10;

  private static final byte[] NOTHING = {};

  private final ServerConnections server;
  private final ClientConnection connection;
  private final Permit permit;
  private final RequestDeadline deadline;
  private final ClientOptions options;

  private @Nullable Future<Boolean> sending;

  /** The error of the code that makes the content. */
  private volatile @Nullable Throwable unmade;

  private boolean keep;

  // ---- guarded by this

  private boolean reading;
  private boolean ended;

  Exchange(
      ServerConnections server,
      ClientConnection connection,
      Permit permit,
      RequestDeadline deadline,
      ClientOptions options) {
    this.server = server;
    this.connection = connection;
    this.permit = permit;
    this.deadline = deadline;
    this.options = options;
  }

  /** Sends the request and waits for the head of the response. Suspends. */
  HttpResponse run(ClientRequest request, byte[] head, Scope scope) throws IOException {
    ClientRequest.Content made = request.content();
    byte[] content = request.bytes();
    boolean isBeside = made != null || content.length > SMALL_CONTENT;
    connection.send(request.method(), head, isBeside ? NOTHING : content);
    if (isBeside) {
      sending =
          scope.background(
              () -> {
                try {
                  connection.send(made, content);
                  return true;
                } catch (IOException gone) {
                  // The server may still have responded.
                  return false;
                } catch (CancellationException unwanted) {
                  throw unwanted;
                } catch (Exception | StackOverflowError error) {
                  unmade = error;
                  connection.close();
                  return false;
                }
              });
    }
    HttpResponse response = headOfResponse();
    keep = HttpUtil.isKeepAlive(response);
    if (connection.isWhole()) {
      end();
    }
    return response;
  }

  /** The server's time begins when it has the request. */
  private HttpResponse headOfResponse() throws IOException {
    for (; ; ) {
      try {
        return deadline.within(options.times().head(), "no response", connection::head);
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
              options.times().idle(), "nothing more came", () -> connection.bodyBytes(trailers));
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
    return connection.wasStale();
  }

  String connectionName() {
    return connection.name();
  }

  /** Nobody wants the rest of the response. By any fiber. */
  synchronized void end() {
    if (!ended) {
      release(!reading && connection.skipReceived());
    }
  }

  /** The request has failed. */
  void fail() {
    release(false);
  }

  /** Gives the connection back if all of the response has come, else ends it. */
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
    if (isWhole && keep && isSent) {
      server.keep(connection);
    } else {
      connection.close();
    }
    permit.close();
  }
}
