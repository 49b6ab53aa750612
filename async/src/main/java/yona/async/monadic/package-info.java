/**
 * The other style: threads as values that are composed with {@code bind}. See {@link
 * yona.async.monadic.Computation}.
 */
package yona.async.monadic;
