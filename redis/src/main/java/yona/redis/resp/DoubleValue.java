package yona.redis.resp;

/**
 * A floating point number (RESP3), {@code ,3.14}.
 *
 * @param value the number; infinite and not a number too
 */
public record DoubleValue(double value) implements RespValue {}
