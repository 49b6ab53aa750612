/**
 * The immutable values of Yona and what is true of all of them.
 *
 * <p>Read {@link yona.data.Seq} first, then {@link yona.data.Dict}. {@link yona.data.Kind} says how
 * each kind is represented on the JVM. Three classes hold the laws over all kinds: {@link
 * yona.data.Equality}, {@link yona.data.TotalOrder} (with {@link yona.data.Ordering} for the
 * operators) and {@link yona.data.Text}. None of them recurses on the Java stack, so a value nested
 * a million deep can be compared, hashed and printed.
 *
 * <p>Every value here is immutable and may be shared by threads freely. No operation suspends.
 * {@code null} is not a value: giving it to any of these classes is an error of the caller.
 */
package yona.data;
