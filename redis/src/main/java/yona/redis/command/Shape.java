package yona.redis.command;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a command gives, the same for version 2 and 3 of the protocol. {@code toString} gives the
 * form of the table: {@code bulk?}, {@code [bulk]}, {@code {bulk: bulk}}.
 */
public sealed interface Shape {
  /** What has no parts of its own. */
  enum Plain implements Shape {
    /** The text OK; with {@code ?} null if a condition did not hold. */
    OK,
    /** A text of the server. */
    TEXT,
    /** A number of 64 bits. */
    INTEGER,
    /** The number 1 or 0. */
    BOOLEAN,
    /** A floating point number. */
    DOUBLE,
    /** Bytes, often a text. */
    BULK,
    /** Bytes that are no text. */
    BYTES,
    /** Whatever it is, as the server sent it: the versions of the protocol may differ. */
    RAW,
    /** Whatever it is, as a value of Java: the versions of the protocol may differ. */
    ANY,
    /** A member of a sorted set with its score. */
    SCORED,
    /** The rank of a member with its score. */
    RANKED,
    /** A field with its value. */
    PAIR,
    /** An entry of a stream. */
    ENTRY,
    /** A longitude and a latitude. */
    POSITION,
    /** A member of a geospatial index with what else was asked for. */
    PLACE,
    /** What is pending in a consumer group, in all. */
    PENDING,
    /** An entry that is pending. */
    DELIVERY,
    /** Within a map with named values: a map like it. */
    SAME;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Perhaps nothing.
   *
   * @param shape of what there is else
   */
  record Optional(Shape shape) implements Shape {
    @Override
    public String toString() {
      return shape + "?";
    }
  }

  /**
   * A list.
   *
   * @param element the shape of each element
   */
  record ListOf(Shape element) implements Shape {
    @Override
    public String toString() {
      return "[" + element + "]";
    }
  }

  /**
   * A set.
   *
   * @param member the shape of each member
   */
  record SetOf(Shape member) implements Shape {
    @Override
    public String toString() {
      return "{" + member + "}";
    }
  }

  /**
   * A map.
   *
   * @param key the shape of each key
   * @param value the shape of a value
   * @param named shapes of the values of keys that have one of their own; a name that ends in
   *     {@code *} stands for those that begin so
   */
  record MapOf(Shape key, Shape value, Map<String, Shape> named) implements Shape {
    /**
     * Which of the names a key is.
     *
     * @param key in the map
     * @return one of {@link #named}; null if it has no shape of its own
     */
    public @Nullable String nameOf(String key) {
      if (named.containsKey(key)) {
        return key;
      }
      for (String name : named.keySet()) {
        if (name.endsWith("*") && key.startsWith(name.substring(0, name.length() - 1))) {
          return name;
        }
      }
      return null;
    }

    @Override
    public String toString() {
      return "{"
          + key
          + ": "
          + value
          + named.entrySet().stream()
              .map(entry -> ", " + entry.getKey() + ": " + entry.getValue())
              .collect(Collectors.joining())
          + "}";
    }
  }

  /**
   * A list of a fixed length.
   *
   * @param elements the shape of each element
   */
  record Tuple(List<Shape> elements) implements Shape {
    @Override
    public String toString() {
      return elements.stream().map(Shape::toString).collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * Something around a value.
   *
   * @param frame what it is
   * @param shape of the value, or of each of its elements
   */
  record Framed(Frame frame, Shape shape) implements Shape {
    @Override
    public String toString() {
      return frame.name().toLowerCase(Locale.ROOT) + "(" + shape + ")";
    }
  }

  /** What can be around values. */
  enum Frame {
    /** The key that the value is from, and the value. */
    KEYED,
    /** The cursor to go on with, and elements. */
    PAGE,
    /** The entry to go on with, elements, and entries that no longer exist. */
    CLAIMED
  }

  /**
   * Reads the form of the table.
   *
   * @param text such as {@code [bulk?]}
   * @return the shape
   * @throws IllegalArgumentException if it is none; says what was found where
   */
  static Shape read(String text) {
    return new ShapeReader(text).whole();
  }
}
