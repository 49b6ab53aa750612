/**
 * The benchmark harness: the rows of the Speed table, the peers that run beside Yona, and the
 * reports.
 */
@NullMarked
package yona.bench;

import org.jspecify.annotations.NullMarked;
