/** Finds Java libraries in Maven repositories, in a process of its own. */
@org.jspecify.annotations.NullMarked
package yona.resolver;
