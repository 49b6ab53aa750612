/** The clients of the servers that are measured: a process of their own, compiled once. */
@NullMarked
package yona.bench.load;

import org.jspecify.annotations.NullMarked;
