/**
 * {@code ./bench}, the command. What is measured is in {@code rows}, how it is measured and
 * reported in {@code harness}, which knows no row. The other packages are programs that run in
 * processes of their own.
 */
@NullMarked
package yona.bench;

import org.jspecify.annotations.NullMarked;
