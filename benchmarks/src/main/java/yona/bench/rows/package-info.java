/**
 * The rows of the Speed table: what is measured, beside whom, and what it has to reach. How it is
 * measured is {@code yona.bench.harness}'s affair, which knows none of them. How to add a row is
 * told in benchmarks/README.md.
 */
@NullMarked
package yona.bench.rows;

import org.jspecify.annotations.NullMarked;
