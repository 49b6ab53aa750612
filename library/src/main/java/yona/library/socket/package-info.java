/** The Java halves of the modules {@code socket\tcp} and {@code socket\\udp}. */
@org.jspecify.annotations.NullMarked
package yona.library.socket;
