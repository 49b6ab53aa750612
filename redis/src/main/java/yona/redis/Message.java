package yona.redis;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/**
 * A message that was published.
 *
 * @param pattern which pattern it met that is subscribed to; null if the channel itself is
 * @param channel the channel
 * @param content what was published
 */
public record Message(@Nullable BulkString pattern, BulkString channel, BulkString content)
    implements Notice {}
