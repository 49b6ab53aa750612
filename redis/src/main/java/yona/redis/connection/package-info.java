/**
 * A connection to a Redis server that any number of fibers share: their commands are pipelined by
 * themselves, and each gets its own reply. No more than that: it knows what a reply is, and of
 * commands only that each has one; who reconnects, and what commands mean, is decided above.
 */
@NullMarked
package yona.redis.connection;

import org.jspecify.annotations.NullMarked;
