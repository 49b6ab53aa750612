package yona.redis.command;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.BulkString;

/**
 * What is pending in a consumer group of a stream: delivered and not acknowledged.
 *
 * @param count of entries
 * @param first the smallest id; null if nothing is pending
 * @param last the greatest id; null if nothing is pending
 * @param consumers how many entries are pending for each
 */
public record PendingSummary(
    long count, @Nullable String first, @Nullable String last, Map<BulkString, Long> consumers) {}
