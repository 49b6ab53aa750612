/** What the rows of GraalVM's languages run. */
@NullMarked
package yona.bench.graal;

import org.jspecify.annotations.NullMarked;
