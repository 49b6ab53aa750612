/**
 * Haskell and the JVM: the side of Java. Programs of Haskell make the virtual machine, and call by
 * {@code Language.Java}.
 */
@org.jspecify.annotations.NullMarked
package yona.haskell;
