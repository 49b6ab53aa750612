/**
 * How tests are run: their limits, the records of what became of them, and the summary of all; and
 * what documentation has that they check.
 */
@NullMarked
package yona.testrun;

import org.jspecify.annotations.NullMarked;
