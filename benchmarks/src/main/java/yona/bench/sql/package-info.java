/** Programs of Yona's library for SQL. */
@NullMarked
package yona.bench.sql;

import org.jspecify.annotations.NullMarked;
