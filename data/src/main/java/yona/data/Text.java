package yona.data;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two texts of a value. The <em>source</em> text reads back as an equal value where that is
 * possible; the <em>plain</em> text differs from it only at the top: a string is its characters, a
 * Char itself, a Symbol its name, a Big or Byte its digits, an empty Seq nothing, as an empty text.
 *
 * <p>Sets and dicts are written in ascending total order. Nesting of any depth is written without
 * recursion on the Java stack.
 */
public final class Text {
  private static final String HEX = "0123456789abcdef";

  private Text() {}

  /**
   * The source text of a value, as {@code inspect} gives it.
   *
   * @param value any value
   * @return its source text
   */
  public static String source(Object value) {
    return switch (value) {
      case Long n -> n.toString();
      case Symbol s -> ":" + s.name();
      default -> {
        StringBuilder out = new StringBuilder();
        write(value, out);
        yield out.toString();
      }
    };
  }

  /**
   * The plain text of a value, as {@code println} and {@code str} give it.
   *
   * @param value any value
   * @return its plain text
   */
  public static String plain(Object value) {
    return switch (value) {
      case Seq s when s.isText() -> s.asString();
      case Char c -> c.toString();
      case Symbol s -> s.name();
      case BigInteger n -> n.toString();
      case Byte b -> Integer.toString(b & 0xff);
      case Opaque o -> o.plain();
      default -> source(value);
    };
  }

  /**
   * The plain texts of up to three values, one behind the other: what most interpolated strings
   * are. Where they are short and of numbers and Latin-1 strings, nothing is made but the result.
   *
   * @param first a value
   * @param second another, or null if there is none
   * @param third another, or null if there is none
   * @return the string
   */
  public static Seq join(Object first, @Nullable Object second, @Nullable Object third) {
    int a = shortLatin(first);
    int b = shortLatin(second);
    int c = shortLatin(third);
    int length = a + b + c;
    if ((a | b | c) < 0 || length == 0 || length > LeafArray.limit(LeafArray.LATIN)) {
      SeqBuilder builder = Seq.builder().addPlain(first);
      if (second != null) {
        builder.addPlain(second);
      }
      return (third != null ? builder.addPlain(third) : builder).buildText();
    }
    byte[] bytes = new byte[length];
    put(first, a, bytes, a);
    put(second, b, bytes, a + b);
    put(third, c, bytes, length);
    return new Slice(LeafArray.LATIN, bytes, 0, length);
  }

  /**
   * A string, and behind it what {@link #join} gives for the values; but where they are short and
   * there is room behind the string, they are written there at once.
   *
   * @param text the string, or any other Seq
   * @param first a value
   * @param second another, or null if there is none
   * @param third another, or null if there is none
   * @return both
   */
  public static Seq append(
      Seq text, Object first, @Nullable Object second, @Nullable Object third) {
    Slice last = text instanceof Tree tree ? tree.back() : text instanceof Slice s ? s : null;
    int a = shortLatin(first);
    int b = shortLatin(second);
    int c = shortLatin(third);
    int length = a + b + c;
    if (last != null && (a | b | c) >= 0 && length <= LeafArray.limit(LeafArray.LATIN)) {
      byte[] bytes = last.claimLatin(length);
      if (bytes != null) {
        int from = last.from() + last.size();
        put(first, a, bytes, from + a);
        put(second, b, bytes, from + a + b);
        put(third, c, bytes, from + length);
        Slice longer = last.longer(length);
        return text instanceof Tree tree
            ? tree.withBack(longer, false, tree.length() + length)
            : longer;
      }
    }
    return text.concat(join(first, second, third));
  }

  /** The length of the plain text of a number or of a Latin-1 string in one leaf, else -1. */
  private static int shortLatin(@Nullable Object value) {
    // No switch: between its patterns it calls a method of the JDK.
    if (value instanceof Long n) {
      return Strings.digits(n);
    }
    if (value instanceof Slice s) {
      return s.kind() == LeafArray.LATIN || s.size() == 0 ? s.size() : -1;
    }
    return value == null ? 0 : -1;
  }

  private static void put(@Nullable Object value, int length, byte[] bytes, int end) {
    if (value instanceof Long n) {
      Strings.putDigits(n, bytes, end);
    } else if (value instanceof Slice s && length > 0) {
      byte[] source = (byte[]) s.array();
      // The few characters of most texts take longer to be copied by a call.
      if (length <= 8) {
        for (int i = 0; i < length; i++) {
          bytes[end - length + i] = source[s.from() + i];
        }
      } else {
        System.arraycopy(source, s.from(), bytes, end - length, length);
      }
    }
  }

  private static void write(Object value, StringBuilder out) {
    List<Level> open = new ArrayList<>();
    writeOrOpen(value, out, open);
    int asked = 0;
    while (!open.isEmpty()) {
      Checkpoint.pass();
      asked = Checkpoint.growing(out.length(), asked);
      Level level = open.getLast();
      if (level.parts.hasNext()) {
        level.separate(out);
        writeOrOpen(level.parts.next(), out, open);
      } else {
        out.append(level.close);
        open.removeLast();
      }
    }
  }

  /** Writes a value, or opens the level that writes its parts. */
  private static void writeOrOpen(Object value, StringBuilder out, List<Level> open) {
    switch (value) {
      case Long n -> out.append(n.longValue());
      case Double d -> out.append(d.doubleValue());
      case BigInteger n -> out.append(n).append('n');
      case Byte b -> out.append(b & 0xff).append('b');
      case Char c -> writeChar(c.codePoint(), out);
      case Symbol s -> out.append(':').append(s.name());
      case Unit _ -> out.append("()");
      case Opaque o -> out.append(o.source());
      case Record r -> {
        out.append(r.type().name().name()).append('(');
        Iterator<Object> parts = Arrays.asList(r.toArray()).iterator();
        parts.next();
        open.add(new Fields(parts, r.type().fields().iterator()));
      }
      case Tuple t -> {
        out.append('(');
        open.add(new Level(Arrays.asList(t.toArray()).iterator(), ')'));
      }
      case Seq s when s.isKnownText() -> writeString(s.asString(), out);
      case Seq s -> {
        out.append('[');
        open.add(new Level(s.iterator(), ']'));
      }
      case Set s when s.isEmpty() -> out.append("Set::empty");
      case Set s -> {
        out.append('{');
        open.add(new Level(sorted(s), '}'));
      }
      case Dict d -> {
        out.append('{');
        open.add(new Entries(parts(d)));
      }
      default -> out.append(value);
    }
  }

  private static Iterator<Object> sorted(Set set) {
    List<Object> elements = new ArrayList<>(set.size());
    set.forEach(elements::add);
    elements.sort(TotalOrder::compare);
    return elements.iterator();
  }

  /** Keys and values in turn, by ascending key, or in the order that the dict keeps. */
  private static Iterator<Object> parts(Dict dict) {
    List<Tuple> entries = new ArrayList<>(dict.size());
    for (Tuple entry : dict) {
      entries.add(entry);
    }
    if (!dict.isOrdered()) {
      entries.sort((a, b) -> TotalOrder.compare(a.get(0), b.get(0)));
    }
    List<Object> parts = new ArrayList<>(entries.size() * 2);
    for (Tuple entry : entries) {
      parts.add(entry.get(0));
      parts.add(entry.get(1));
    }
    return parts.iterator();
  }

  private static void writeString(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '{') {
        out.append("{{");
      } else {
        escape(c, '"', out);
      }
    }
    out.append('"');
  }

  private static void writeChar(int codePoint, StringBuilder out) {
    out.append('\'');
    if (Character.isBmpCodePoint(codePoint)) {
      escape((char) codePoint, '\'', out);
    } else {
      out.appendCodePoint(codePoint);
    }
    out.append('\'');
  }

  private static void escape(char c, char quote, StringBuilder out) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c == quote) {
          out.append('\\').append(c);
        } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
          out.append("\\u");
          for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt(c >> shift & 0xf));
          }
        } else {
          out.append(c);
        }
      }
    }
  }

  /** A collection whose parts are being written. */
  private static class Level {
    final Iterator<Object> parts;
    final char close;
    boolean started;

    Level(Iterator<Object> parts, char close) {
      this.parts = parts;
      this.close = close;
    }

    /** Writes what stands before the next part. */
    void separate(StringBuilder out) {
      if (started) {
        out.append(", ");
      }
      started = true;
    }
  }

  private static final class Fields extends Level {
    private final Iterator<String> names;

    Fields(Iterator<Object> values, Iterator<String> names) {
      super(values, ')');
      this.names = names;
    }

    @Override
    void separate(StringBuilder out) {
      super.separate(out);
      out.append(names.next()).append(" = ");
    }
  }

  private static final class Entries extends Level {
    private boolean afterKey;

    Entries(Iterator<Object> keysAndValues) {
      super(keysAndValues, '}');
    }

    @Override
    void separate(StringBuilder out) {
      if (afterKey) {
        out.append(" = ");
      } else {
        super.separate(out);
      }
      afterKey = !afterKey;
    }
  }
}
