/** Benchmarks of the values and of the concurrency library inside one process, by JMH. */
@NullMarked
package yona.bench.micro;

import org.jspecify.annotations.NullMarked;
