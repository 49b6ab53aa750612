package yona.library.redis;

import org.jspecify.annotations.Nullable;
import yona.language.runtime.ManagedResource;
import yona.library.argument.Failure;
import yona.redis.Redis;

/** A client as a value. */
final class RedisResource extends ManagedResource {
  private final Redis redis;

  /** How its replies become values. */
  private final ReplyValues values;

  /** Ends the server that goes with it; null if that runs by itself. */
  private final @Nullable Runnable endOfServer;

  /** The client that this is a view of; null if it is one itself. */
  private final @Nullable RedisResource whole;

  private RedisResource(
      Redis redis,
      ReplyValues values,
      @Nullable Runnable endOfServer,
      @Nullable RedisResource whole) {
    this.redis = redis;
    this.values = values;
    this.endOfServer = endOfServer;
    this.whole = whole;
  }

  /**
   * The value of a client that the nearest {@code with} closes.
   *
   * @param redis the client, open
   * @param values how its replies become values
   * @param endOfServer what is done after it is closed; null if nothing is
   */
  static RedisResource of(Redis redis, ReplyValues values, @Nullable Runnable endOfServer) {
    RedisResource resource = new RedisResource(redis.detach(), values, endOfServer, null);
    resource.hold();
    return resource;
  }

  /** The value of a client that somebody else closes. */
  static RedisResource lent(Redis redis, ReplyValues values) {
    return new RedisResource(redis, values, null, null);
  }

  /** The same client whose replies become values in another way; releasing it does nothing. */
  RedisResource with(ReplyValues other) {
    return new RedisResource(redis, other, null, this);
  }

  /** The client of a value; another value is {@code :typeerror}. */
  static RedisResource of(Object value, String where) {
    if (value instanceof RedisResource resource) {
      return resource;
    }
    throw Failure.type(where, "a Redis client", value);
  }

  Redis redis() {
    return redis;
  }

  ReplyValues values() {
    return values;
  }

  /** Whether it is closed. */
  boolean isClosed() {
    return whole == null ? isReleased() : whole.isClosed();
  }

  @Override
  protected void close() {
    if (whole != null) {
      return;
    }
    try {
      redis.close();
    } finally {
      if (endOfServer != null) {
        endOfServer.run();
      }
    }
  }

  @Override
  public String source() {
    return "<" + redis + ">";
  }
}
