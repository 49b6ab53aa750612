/**
 * RESP, the protocol of Redis and Valkey: its values, a decoder that takes its input in any pieces,
 * and an encoder. Versions 2 and 3 in full. Knows nothing of connections.
 */
@NullMarked
package yona.redis.resp;

import org.jspecify.annotations.NullMarked;
