package yona.redis;

import java.io.IOException;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespValue;

/** A command whose reply a fiber waits for, for somebody who does not wait. */
final class FiberCall {

  private FiberCall() {}

  /**
   * Starts the fiber. Never suspends.
   *
   * @param scope what it runs in
   */
  static void start(Route route, Command command, ReplyListener listener, Scope scope) {
    try {
      Future<Boolean> calling = scope.background(() -> tell(route, command, listener));
      calling.onComplete(
          end -> {
            if (end instanceof Result.Failure<?>) {
              // It was cancelled before it began.
              listener.failed(closed());
            }
            return true;
          });
    } catch (IllegalStateException _) {
      listener.failed(closed());
    }
  }

  private static boolean tell(Route route, Command command, ReplyListener listener) {
    RespValue reply;
    try {
      reply = route.call(command);
    } catch (UnansweredException e) {
      listener.failed(e);
      return false;
    } catch (IOException e) {
      listener.failed(new UnansweredException(Connector.reason(e), false, false, e));
      return false;
    } catch (CancellationException e) {
      listener.failed(new UnansweredException("the client is closed", true, false, e));
      return false;
    } catch (RuntimeException | Error e) {
      listener.failed(new UnansweredException(e.toString(), true, false, e));
      return false;
    }
    listener.replied(reply);
    return true;
  }

  private static UnansweredException closed() {
    return new UnansweredException("the client is closed", false, false, null);
  }
}
