package yona.redis.command;

import java.util.List;

/**
 * A part of what is gone through.
 *
 * @param <T> the kind of element
 * @param cursor to go on with; {@code 0} at the end
 * @param elements perhaps none, also before the end
 */
public record ScanPage<T>(String cursor, List<T> elements) {}
