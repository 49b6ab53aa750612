/**
 * The Java half of module {@code redis\Client}: Yona's values for the client of {@link yona.redis}.
 */
package yona.library.redis;
