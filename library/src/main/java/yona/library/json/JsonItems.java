package yona.library.json;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/**
 * The elements of an array, or the names and values of an object, in a JSON text that comes in
 * chunks: of the value that the text is, or of one within it. The rest of the text is looked at,
 * string by string and number by number, and not kept.
 */
final class JsonItems extends StreamSource {
  private static final String BEHIND_NAME = "':' after a name";

  private final JsonCursor cursor;
  private final JsonOptions options;
  private final JsonLimits limits;
  private JsonKeys keys;

  /** Of each array and object around the place, from the inside, whether it is an object. */
  private final Deque<Boolean> around = new ArrayDeque<>();

  private boolean begun;

  /** Whether no element was read yet. */
  private boolean isFirst = true;

  /** Begins the walk of the chunks, each a String or Bytes. */
  JsonItems(Stream chunks, JsonOptions options, String where) {
    this.options = options;
    this.limits = options.limits();
    this.keys = options.keys();
    this.cursor = new JsonCursor(chunks, limits, where);
  }

  @Override
  protected void close() {
    cursor.close();
  }

  @Override
  protected @Nullable Object next() {
    if (!begun) {
      begun = true;
      descend();
    }
    boolean object = around.getFirst();
    if (!isAnother(object, isFirst)) {
      leave();
      return null;
    }
    isFirst = false;
    if (keys.isFull()) {
      keys = options.keys();
    }
    if (!object) {
      return cursor.value(cursor.space(), keys, behind(false));
    }
    Object key = keys.made(name());
    return Tuple.of(key, cursor.value(cursor.space(), keys, behind(true)));
  }

  // The way to the elements and from them

  /** Goes behind the bracket that opens the array or object of the path. */
  private void descend() {
    int c = cursor.first();
    for (Object step : options.path()) {
      boolean object = step instanceof String;
      if (c != (object ? '{' : '[')) {
        throw cursor.expected((object ? "an object with " : "an array with ") + shown(step));
      }
      enter(object);
      find(step, object);
      c = cursor.space();
    }
    if (c != '{' && c != '[') {
      throw cursor.expected("an array or an object");
    }
    enter(c == '{');
  }

  private void enter(boolean object) {
    cursor.take();
    around.push(object);
  }

  /** Goes to the value that a step of the path leads to. */
  private void find(Object step, boolean object) {
    for (long i = 0; isAnother(object, i == 0); i++) {
      boolean found = object ? name().equals(step) : step.equals(i);
      if (found) {
        return;
      }
      skip(behind(object));
    }
    throw cursor.expected(shown(step));
  }

  private static String shown(Object step) {
    if (step instanceof String name) {
      return "the name " + (name.isEmpty() ? "\"\"" : Failure.shown(Seq.text(name))) + " of :path";
    }
    return "the index " + step + " of :path";
  }

  /** Goes from the end of the elements to that of the text. */
  private void leave() {
    cursor.take();
    around.pop();
    while (!around.isEmpty()) {
      boolean object = around.getFirst();
      while (isAnother(object, false)) {
        if (object) {
          skipName();
        }
        skip(behind(object));
      }
      cursor.take();
      around.pop();
    }
    if (cursor.space() != JsonCursor.END) {
      throw cursor.expected(JsonFault.NOTHING);
    }
  }

  // Steps

  /**
   * Goes to the next element of an array, or name of an object.
   *
   * @param first whether none was before it
   * @return false at the bracket that closes the array or object
   */
  private boolean isAnother(boolean object, boolean first) {
    int c = cursor.space();
    if (c == (object ? '}' : ']')) {
      return false;
    }
    if (!first) {
      if (c != ',') {
        throw cursor.expected(behind(object));
      }
      cursor.take();
      c = cursor.space();
    }
    if (object && c != '"') {
      throw cursor.expected(first ? "a name in quotes or '}'" : "a name in quotes");
    }
    if (!object && first && c == JsonCursor.END) {
      throw cursor.expected("a value or ']'");
    }
    return true;
  }

  /** The name here. Goes behind its colon. */
  private String name() {
    Seq name = (Seq) cursor.value('"', keys, BEHIND_NAME);
    colon();
    return name.asString();
  }

  private void skipName() {
    cursor.skip('"', BEHIND_NAME);
    colon();
  }

  private void colon() {
    if (cursor.space() != ':') {
      throw cursor.expected(BEHIND_NAME);
    }
    cursor.take();
  }

  /** Goes behind a value that nobody wants, of any length. */
  private void skip(String after) {
    BitSet objects = new BitSet();
    int depth = 0;
    do {
      int c = cursor.space();
      boolean opens = c == '{' || c == '[';
      if (opens) {
        if (depth == limits.depth()) {
          throw cursor.error(JsonFault.tooDeep(limits));
        }
        objects.set(depth, c == '{');
        depth++;
        cursor.take();
      } else {
        cursor.skip(c, depth == 0 ? after : behind(objects.get(depth - 1)));
      }
      while (depth > 0 && !isAnother(objects.get(depth - 1), opens)) {
        cursor.take();
        depth--;
        opens = false;
      }
      if (depth > 0 && objects.get(depth - 1)) {
        skipName();
      }
    } while (depth > 0);
  }

  /** What may stand behind a value in an array or object. */
  private static String behind(boolean object) {
    return object ? "',' or '}'" : "',' or ']'";
  }
}
