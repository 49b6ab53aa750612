/**
 * The rows of the Redis client on the JVM, beside Lettuce and Jedis, and those of their codecs by
 * JMH.
 */
@NullMarked
package yona.bench.redis;

import org.jspecify.annotations.NullMarked;
