/**
 * The harness of the benchmarks: how a row is measured and reported. It knows no row: {@link
 * yona.bench.harness.Row} and what it consists of are what it is given, {@link
 * yona.bench.harness.Session} runs it.
 */
@NullMarked
package yona.bench.harness;

import org.jspecify.annotations.NullMarked;
