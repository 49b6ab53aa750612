/**
 * Replies of a Redis server as they come: what a plain take from a channel of {@code
 * yona.redis.client} gives. Each has its own value ({@code raw}), and a value of Java ({@link
 * yona.redis.jresp.RespType#unwrap}).
 */
@NullMarked
package yona.redis.jresp;

import org.jspecify.annotations.NullMarked;
