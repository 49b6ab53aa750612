/** The Java halves of the modules in folder {@code http}: Yona's values for {@link yona.http}. */
package yona.library.http;
