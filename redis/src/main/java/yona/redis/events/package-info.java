/**
 * What JDK Flight Recorder is told of Redis. Nobody outside the module uses these classes:
 * recordings name the events, {@code yona.RedisCommand} and so on.
 */
@NullMarked
package yona.redis.events;

import org.jspecify.annotations.NullMarked;
