package yona.redis.resp;

import org.jspecify.annotations.Nullable;

/**
 * A value of RESP, immutable. The kinds are those of RESP3; RESP2 has some of them. Two values are
 * equal if they are of the same kind and hold the same, in the same order.
 *
 * <p>Bytes that a peer sent stay bytes: text is a view of a {@link BulkString} that the caller asks
 * for. Equality, hash code, {@link #plain} and {@link Object#toString} follow nested values down
 * the stack; a {@link RespDecoder} gives none that are nested too deep for that.
 */
public sealed interface RespValue
    permits ArrayValue,
        AttributedValue,
        BigNumber,
        BooleanValue,
        BulkString,
        DoubleValue,
        ErrorValue,
        IntegerValue,
        MapValue,
        NullValue,
        PushValue,
        SetValue,
        SimpleString,
        VerbatimString {

  /**
   * The value as one of Java:
   *
   * <table>
   * <caption>what each kind becomes</caption>
   * <tr><th>kind</th><th>plain value</th></tr>
   * <tr><td>simple string</td><td>{@code String}</td></tr>
   * <tr><td>simple error, bulk error</td><td>the {@link ErrorValue} itself: it is not to be
   *     taken for a text</td></tr>
   * <tr><td>integer</td><td>{@code Long}</td></tr>
   * <tr><td>bulk string, verbatim string</td><td>{@code byte[]}, a copy</td></tr>
   * <tr><td>array, push</td><td>{@code List} of plain values</td></tr>
   * <tr><td>null</td><td>{@code null}</td></tr>
   * <tr><td>boolean</td><td>{@code Boolean}</td></tr>
   * <tr><td>double</td><td>{@code Double}</td></tr>
   * <tr><td>big number</td><td>{@code BigInteger}</td></tr>
   * <tr><td>map</td><td>{@code Map} of plain values, in order; of pairs with the same key the last
   *     one counts</td></tr>
   * <tr><td>set</td><td>{@code Set} of plain values, in order</td></tr>
   * <tr><td>a value with attributes</td><td>the plain value without them</td></tr>
   * </table>
   *
   * <p>Keys of a map and members of a set, and what is nested in these, have to be equal if their
   * bytes are, as arrays are not: there a bulk string stays a {@link BulkString}, and a verbatim
   * string becomes one. Lists, maps and sets cannot be changed.
   *
   * @return the plain value, null for {@link NullValue}
   */
  default @Nullable Object plain() {
    return PlainValues.of(this, false);
  }
}
