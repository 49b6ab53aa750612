/** Measures Yona programs from inside, as the peers measure theirs. */
@NullMarked
package yona.bench.inside;

import org.jspecify.annotations.NullMarked;
