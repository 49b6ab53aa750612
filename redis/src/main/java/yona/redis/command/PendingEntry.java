package yona.redis.command;

import java.time.Duration;
import yona.redis.resp.BulkString;

/**
 * An entry of a stream that is pending in a consumer group.
 *
 * @param id of the entry
 * @param consumer to whom it was delivered
 * @param idle how long ago that was the last time
 * @param deliveries how often it was delivered
 */
public record PendingEntry(String id, BulkString consumer, Duration idle, long deliveries) {}
