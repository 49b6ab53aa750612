package yona.redis.resp;

import java.util.List;

/**
 * What the server says unasked (RESP3), {@code >3 ...}: messages of subscriptions, keys that are no
 * longer to be cached. It is no reply.
 *
 * @param elements the first one is the kind, such as {@code message} or {@code invalidate}; cannot
 *     be changed
 */
public record PushValue(List<RespValue> elements) implements RespValue {
  /** Copies the list unless that can never change. */
  public PushValue {
    elements = Elements.copyOf(elements);
  }
}
