/**
 * Real servers for the tests of the client, alone, as a cluster and under sentinels, and what can
 * happen to them and to the way there.
 */
@NullMarked
package yona.redis.server;

import org.jspecify.annotations.NullMarked;
