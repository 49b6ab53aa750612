/** What the functions of the Redis client are made of. Nothing here is for programs. */
@NullMarked
package yona.redis.clojure;

import org.jspecify.annotations.NullMarked;
