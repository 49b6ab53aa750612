package yona.http;

import io.netty.handler.codec.http.HttpHeaderValidationUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import yona.http.netty.NettyLogging;

/**
 * The header fields of a message, in their order. Names are compared without regard to case. A
 * field may occur more than once. Immutable.
 *
 * <p>What is put in is checked, so that no text of a user can end a field and begin another one
 * (RFC 9110, section 5).
 */
public final class Headers {

  static {
    NettyLogging.useJdk();
  }

  /** No fields. */
  public static final Headers NONE = new Headers(new String[0]);

  /** Fields whose values are nobody else's business. */
  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "cookie", "set-cookie");

  /** Name, value, name, value, ... */
  private final String[] fields;

  private Headers(String[] fields) {
    this.fields = fields;
  }

  /**
   * Makes fields of names and values by turns.
   *
   * @param namesAndValues a name, its value, a name, its value, ...
   * @return the fields
   * @throws IllegalArgumentException if there is a name without a value, or one of them cannot
   *     stand in a header
   */
  public static Headers of(String... namesAndValues) {
    if (namesAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "a value for each name, but " + namesAndValues[namesAndValues.length - 1] + " has none");
    }
    String[] fields = namesAndValues.clone();
    for (int i = 0; i < fields.length; i += 2) {
      check(fields[i], fields[i + 1]);
    }
    return fields.length == 0 ? NONE : new Headers(fields);
  }

  /**
   * Makes fields that a decoder has checked.
   *
   * @param namesAndValues the array, which belongs to the fields from now on
   * @return the fields
   */
  public static Headers decoded(String[] namesAndValues) {
    return namesAndValues.length == 0 ? NONE : new Headers(namesAndValues);
  }

  private static void check(String name, String value) {
    if (name.isEmpty() || HttpHeaderValidationUtil.validateToken(name) >= 0) {
      throw new IllegalArgumentException("not the name of a header field: " + quoted(name));
    }
    if (HttpHeaderValidationUtil.validateValidHeaderValue(value) >= 0) {
      throw new IllegalArgumentException(
          "not a value of the header field " + name + ": " + shown(name, quoted(value)));
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) > 0xff) {
        throw new IllegalArgumentException(
            "a header field takes characters up to U+00FF, but "
                + name
                + " has "
                + String.format(Locale.ROOT, "U+%04X", value.codePointAt(i)));
      }
    }
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .limit(100)
        .forEach(
            each -> {
              if (each < 0x20 || each == 0x7f) {
                quoted.append(String.format(Locale.ROOT, "\\x%02x", each));
              } else {
                quoted.append((char) each);
              }
            });
    return quoted.append(text.length() > 100 ? "...\"" : "\"").toString();
  }

  private static String shown(String name, String value) {
    return SECRET.contains(name.toLowerCase(Locale.ROOT)) ? "***" : value;
  }

  // ---- questions -------------------------------------------------------------------------------

  /**
   * Whether the field content-type names a media type (RFC 9110, section 8.3.1). Case and
   * parameters do not count. Does not suspend.
   *
   * @param mediaType in lower case, such as {@code text/html}
   * @return false also if there is no such field
   */
  public boolean isOfType(String mediaType) {
    return mediaType.equals(mediaType());
  }

  /**
   * The media type that the field content-type names (RFC 9110, section 8.3.1). Does not suspend.
   *
   * @return in lower case and without parameters, or null if there is no such field
   */
  public @Nullable String mediaType() {
    String type = get("content-type");
    if (type == null) {
      return null;
    }
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /**
   * The value of a field.
   *
   * @param name its name, in any case
   * @return the first value, or null if there is none
   */
  public @Nullable String get(String name) {
    for (int i = 0; i < fields.length; i += 2) {
      if (fields[i].equalsIgnoreCase(name)) {
        return fields[i + 1];
      }
    }
    return null;
  }

  /**
   * All values of a field.
   *
   * @param name its name, in any case
   * @return the values, in their order; none if there is no such field
   */
  public List<String> all(String name) {
    List<String> values = new ArrayList<>();
    forEach(
        (each, value) -> {
          if (each.equalsIgnoreCase(name)) {
            values.add(value);
          }
        });
    return List.copyOf(values);
  }

  /**
   * Whether a field is there.
   *
   * @param name its name, in any case
   * @return whether it has a value
   */
  public boolean contains(String name) {
    return get(name) != null;
  }

  /**
   * How many fields there are.
   *
   * @return the number, in which a name counts as often as it occurs
   */
  public int size() {
    return fields.length / 2;
  }

  /**
   * Calls an action for each field.
   *
   * @param action takes the name as it was written, and the value
   */
  public void forEach(BiConsumer<? super String, ? super String> action) {
    for (int i = 0; i < fields.length; i += 2) {
      action.accept(fields[i], fields[i + 1]);
    }
  }

  // ---- changes ---------------------------------------------------------------------------------

  /**
   * The same fields and one more.
   *
   * @param name its name
   * @param value its value
   * @return new fields
   * @throws IllegalArgumentException if one of them cannot stand in a header
   */
  public Headers adding(String name, String value) {
    check(name, value);
    String[] more = Arrays.copyOf(fields, fields.length + 2);
    more[fields.length] = name;
    more[fields.length + 1] = value;
    return new Headers(more);
  }

  /**
   * The same fields, where this one has one value.
   *
   * @param name its name
   * @param value its value
   * @return new fields
   * @throws IllegalArgumentException if one of them cannot stand in a header
   */
  public Headers with(String name, String value) {
    return without(name).adding(name, value);
  }

  /**
   * The same fields without this one.
   *
   * @param name its name, in any case
   * @return new fields
   */
  public Headers without(String name) {
    if (!contains(name)) {
      return this;
    }
    List<String> left = new ArrayList<>(fields.length);
    forEach(
        (each, value) -> {
          if (!each.equalsIgnoreCase(name)) {
            left.add(each);
            left.add(value);
          }
        });
    return decoded(left.toArray(new String[0]));
  }

  /**
   * These fields and others behind them.
   *
   * @param others fields; those whose names are there already are added too
   * @return the fields of both
   */
  public Headers adding(Headers others) {
    if (others.fields.length == 0 || fields.length == 0) {
      return fields.length == 0 ? others : this;
    }
    String[] both = Arrays.copyOf(fields, fields.length + others.fields.length);
    System.arraycopy(others.fields, 0, both, fields.length, others.fields.length);
    return new Headers(both);
  }

  // ---- values ----------------------------------------------------------------------------------

  @Override
  public boolean equals(@Nullable Object other) {
    if (!(other instanceof Headers headers) || headers.fields.length != fields.length) {
      return false;
    }
    for (int i = 0; i < fields.length; i += 2) {
      if (!fields[i].equalsIgnoreCase(headers.fields[i])
          || !fields[i + 1].equals(headers.fields[i + 1])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = 0; i < fields.length; i += 2) {
      hash = 31 * hash + fields[i].toLowerCase(Locale.ROOT).hashCode();
      hash = 31 * hash + fields[i + 1].hashCode();
    }
    return hash;
  }

  /** The fields as they are written, without what is secret. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    forEach(
        (name, value) ->
            text.append(text.isEmpty() ? "" : ", ")
                .append(name)
                .append(": ")
                .append(shown(name, value)));
    return text.toString();
  }
}
