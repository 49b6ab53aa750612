package yona.library.json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * Writes a value as JSON, without recursion: values may be nested as deep as memory allows. For one
 * text.
 */
public final class JsonWriter {
  /** So many Ints are taken out of their Seq at once, to be written unboxed. */
  private static final int MOST_INTS = 1 << 20;

  private final String where;
  private final int indent;
  private final boolean recordsAsObjects;
  private final JsonOutput out;
  private final JsonNames names;
  private final List<Level> open = new ArrayList<>();

  /**
   * A writer.
   *
   * @param where the function's name for errors
   * @param indent spaces for each level; 0: all in one line
   * @param recordsAsObjects whether records become objects rather than arrays
   */
  JsonWriter(String where, int indent, boolean recordsAsObjects) {
    this.where = where;
    this.indent = indent;
    this.recordsAsObjects = recordsAsObjects;
    this.out = new JsonOutput(where);
    this.names = new JsonNames(where);
  }

  /**
   * The text of a value.
   *
   * @throws YonaError {@code :nomatch} for what has no JSON, {@code :badarg} for what cannot be
   *     told in JSON
   */
  Seq text(Object value) {
    write(value);
    while (!open.isEmpty()) {
      Checkpoint.pass();
      Level level = open.getLast();
      if (level.hasNext()) {
        separate(level);
        write(level.next());
      } else {
        open.removeLast();
        if (indent > 0) {
          out.line((long) indent * open.size());
        }
        out.put(level.close());
      }
    }
    return out.text();
  }

  private void separate(Level level) {
    if (level.started) {
      if (indent == 0) {
        out.put(',', ' ');
      } else {
        out.put(',');
      }
    }
    level.started = true;
    if (indent > 0) {
      out.line((long) indent * open.size());
    }
    level.putName(out);
  }

  /** Writes a value, or opens the level that writes its parts. */
  private void write(Object value) {
    if (value instanceof Long number) {
      out.put(number);
      return;
    }
    switch (value) {
      case Seq s -> {
        if ((s.isEmpty() && !s.isKnownText()) || !out.quoteIfText(s)) {
          array(s);
        }
      }
      case Dict d -> object(names.of(d));
      case Double d -> decimal(d);
      case Boolean b -> out.put(b ? "true" : "false");
      case Unit _ -> out.put("null");
      case Symbol s -> out.quote(s.name());
      case Char c -> out.quote(c.toString());
      case Byte b -> out.put(b & 0xffL);
      case BigInteger n -> out.put(n.toString());
      case yona.data.Record r when recordsAsObjects -> object(names.of(r));
      case Tuple t -> array(Arrays.asList(t.toArray()).iterator());
      case Set s -> array(sorted(s));
      case JsonFunctions.JsonString s -> {
        boolean _ = out.quoteIfText(s.text());
      }
      default ->
          throw Failure.of(
              Failure.NOMATCH, where + ": " + Failure.described(value) + " has no JSON" + place());
    }
  }

  private void decimal(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      throw Failure.badarg(where, number + " is no number of JSON" + place());
    }
    out.put(Double.toString(number));
  }

  /** In ascending order: the text of equal sets is the same. */
  private static Iterator<Object> sorted(Set set) {
    List<Object> elements = new ArrayList<>(set.size());
    set.forEach(elements::add);
    elements.sort(yona.data.TotalOrder::compare);
    return elements.iterator();
  }

  private void array(Seq seq) {
    long[] ints = indent == 0 && seq.length() <= MOST_INTS ? seq.toLongArray() : null;
    if (ints == null) {
      array(seq.iterator());
      return;
    }
    out.put('[');
    out.put(ints);
    out.put(']');
  }

  private void array(Iterator<Object> elements) {
    out.put('[');
    if (elements.hasNext()) {
      open.add(new Elements(elements));
    } else {
      out.put(']');
    }
  }

  private void object(JsonNames.Members members) {
    out.put('{');
    if (members.count() > 0) {
      open.add(new Fields(members));
    } else {
      out.put('}');
    }
  }

  /** Where in the whole value the writer stands, as a path of indexes and keys. */
  private String place() {
    if (open.isEmpty()) {
      return "";
    }
    StringBuilder path = new StringBuilder(", at ");
    int shown = Math.min(open.size(), 8);
    for (Level level : open.subList(0, shown)) {
      path.append('[').append(level.step()).append(']');
    }
    return path.append(shown < open.size() ? " ..." : "").toString();
  }

  /** An array or object that is being written. */
  private abstract static class Level {
    boolean started;

    abstract boolean hasNext();

    abstract Object next();

    abstract char close();

    /** What leads to the part that is being written. */
    abstract String step();

    void putName(JsonOutput out) {}
  }

  private static final class Elements extends Level {
    private final Iterator<Object> elements;
    private long index = -1;

    Elements(Iterator<Object> elements) {
      this.elements = elements;
    }

    @Override
    boolean hasNext() {
      return elements.hasNext();
    }

    @Override
    Object next() {
      index++;
      return elements.next();
    }

    @Override
    char close() {
      return ']';
    }

    @Override
    String step() {
      return Long.toString(index);
    }
  }

  private static final class Fields extends Level {
    private final JsonNames.Members members;
    private int next;

    Fields(JsonNames.Members members) {
      this.members = members;
    }

    @Override
    boolean hasNext() {
      return next < members.count();
    }

    @Override
    Object next() {
      return members.value(next++);
    }

    @Override
    char close() {
      return '}';
    }

    @Override
    String step() {
      return Failure.shown(members.row().key(next - 1));
    }

    @Override
    void putName(JsonOutput out) {
      members.row().put(next, out);
    }
  }
}
