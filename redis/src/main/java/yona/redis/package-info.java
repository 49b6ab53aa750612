/** A client of Redis and Valkey: one simple call for each command, from any number of fibers. */
@NullMarked
package yona.redis;

import org.jspecify.annotations.NullMarked;
