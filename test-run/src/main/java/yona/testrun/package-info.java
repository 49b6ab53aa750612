/** How tests are run: their limits, the records of what became of them, and the summary of all. */
@NullMarked
package yona.testrun;

import org.jspecify.annotations.NullMarked;
