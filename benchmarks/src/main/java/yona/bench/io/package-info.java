/** Sockets and files of Yona's io library for Java, measured as programs of their own. */
@NullMarked
package yona.bench.io;

import org.jspecify.annotations.NullMarked;
