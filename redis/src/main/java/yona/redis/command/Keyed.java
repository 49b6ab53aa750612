package yona.redis.command;

import yona.redis.resp.BulkString;

/**
 * What was taken from one of several keys.
 *
 * @param <T> the kind of value
 * @param key which one
 * @param value what was taken
 */
public record Keyed<T>(BulkString key, T value) {}
