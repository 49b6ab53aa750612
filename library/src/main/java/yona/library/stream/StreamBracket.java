package yona.library.stream;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Function;
import yona.language.runtime.Walk;
import yona.library.argument.Failure;

/**
 * The elements of a stream that a function makes of a resource, which is acquired when the first
 * element is asked for and released at the end.
 */
public final class StreamBracket extends StreamSource {
  private enum State {
    IDLE,
    ASKED,
    CLOSED
  }

  private final Function acquire;
  private final Function release;
  private final Function use;
  private final String where;

  /** If it is closed while it is asked, the fiber that asks tidies up. */
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);

  private @Nullable Object resource;
  private @Nullable Walk walk;

  StreamBracket(Function acquire, Function release, Function use, String where) {
    this.acquire = acquire;
    this.release = release;
    this.use = use;
    this.where = where;
  }

  @Override
  protected @Nullable Object next() {
    if (!state.compareAndSet(State.IDLE, State.ASKED)) {
      throw Failure.of(Failure.CLOSED, "the stream is closed");
    }
    try {
      if (walk == null) {
        walk = begun();
      }
      return walk.pull();
    } finally {
      if (!state.compareAndSet(State.ASKED, State.IDLE)) {
        yona.async.Async.shielded(
            () -> {
              tidyUp();
              return null;
            });
      }
    }
  }

  private Walk begun() {
    resource = acquire.apply();
    Object given = use.apply(resource);
    if (given instanceof Stream stream) {
      return stream.walk();
    }
    throw Failure.type(where, "a Stream from its third function", given);
  }

  @Override
  protected void close() {
    if (state.compareAndSet(State.IDLE, State.CLOSED)) {
      tidyUp();
    } else {
      state.compareAndSet(State.ASKED, State.CLOSED);
    }
  }

  private void tidyUp() {
    Object acquired = resource;
    if (acquired == null) {
      return;
    }
    resource = null;
    try {
      if (walk != null) {
        walk.close();
      }
    } catch (Throwable error) {
      try {
        release.apply(acquired);
      } catch (Throwable second) {
        yona.async.Fiber.current().scope().report(second);
      }
      throw error;
    }
    release.apply(acquired);
  }
}
