/** The Redis client and its codec, by JMH, beside Lettuce and Jedis. */
@NullMarked
package yona.bench.redis;

import org.jspecify.annotations.NullMarked;
