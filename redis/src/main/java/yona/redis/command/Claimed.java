package yona.redis.command;

import java.util.List;

/**
 * Entries of a stream that a consumer has taken over.
 *
 * @param <T> entries, or ids
 * @param next the id to go on with; {@code 0-0} at the end
 * @param elements what was taken over
 * @param deleted the ids of those that were pending and no longer exist
 */
public record Claimed<T>(String next, List<T> elements, List<String> deleted) {}
