package yona.graal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.async.channel.BufferedChannel;
import yona.async.channel.ChannelClosedException;
import yona.language.runtime.Function;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** Contexts that are alike, as a value, which the nearest {@code with} closes. */
final class PoolResource extends ManagedResource {
  private final List<HostedContext> all;
  private final BufferedChannel<HostedContext> free;

  private PoolResource(List<HostedContext> all) {
    this.all = all;
    this.free = new BufferedChannel<>(all.size());
  }

  static PoolResource open(int count, Set<String> languages, Map<String, String> options) {
    List<HostedContext> all = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        all.add(HostedContext.open(languages, options));
      }
    } catch (Throwable problem) {
      all.forEach(HostedContext::close);
      throw problem;
    }
    PoolResource opened = new PoolResource(all);
    all.forEach(opened.free::send);
    opened.hold();
    return opened;
  }

  /** The pool of a value; another value is {@code :typeerror}. */
  static PoolResource of(Object value, String where) {
    if (value instanceof PoolResource pool) {
      return pool;
    }
    throw Failure.type(where, "a pool", value);
  }

  /** Calls a function with a context that is free. */
  Object use(Function function) {
    HostedContext taken;
    try {
      taken = take();
    } catch (ChannelClosedException e) {
      throw YonaError.of("closed", "the pool of contexts is closed", e);
    }
    try {
      return function.apply(ContextResource.lent(taken));
    } finally {
      giveBack(taken);
    }
  }

  private HostedContext take() throws ChannelClosedException {
    HostedContext taken = free.take();
    if (free.isClosed()) {
      // It was closed, too.
      throw new ChannelClosedException();
    }
    return taken;
  }

  private void giveBack(HostedContext taken) {
    try {
      // There is room for all.
      var _ = free.trySend(taken);
    } catch (ChannelClosedException _) {
      // The pool was closed meanwhile, with this one.
    }
  }

  @Override
  protected void close() {
    free.close();
    all.forEach(HostedContext::close);
  }

  @Override
  public String source() {
    return "<pool of " + all.size() + " contexts>";
  }
}
