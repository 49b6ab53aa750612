/**
 * A real Redis server that a program starts for itself: on the loopback interface, without
 * persistence, and gone when the program is. Knows nothing of the protocol.
 */
@NullMarked
package yona.redis.embedded;

import org.jspecify.annotations.NullMarked;
