/** The Java halves of the modules in folder {@code sql}: Yona's values for {@link yona.sql}. */
package yona.library.sql;
