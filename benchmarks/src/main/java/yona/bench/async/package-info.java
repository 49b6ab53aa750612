/** Measures the concurrency library, and what the peers on the JVM share to measure themselves. */
@NullMarked
package yona.bench.async;

import org.jspecify.annotations.NullMarked;
