/** The three thread tests, measured from inside: direct style, monadic style, bare continuation. */
@NullMarked
package yona.bench.threads;

import org.jspecify.annotations.NullMarked;
