/** Programs of Yona's library for HTTP. */
@NullMarked
package yona.bench.http;

import org.jspecify.annotations.NullMarked;
