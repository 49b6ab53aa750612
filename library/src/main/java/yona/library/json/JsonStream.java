package yona.library.json;

import org.jspecify.annotations.Nullable;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The values that stand one behind the other in a JSON text that comes in chunks. */
final class JsonStream extends StreamSource {
  private static final String BEHIND = "white space or another value behind a value";

  private final JsonCursor cursor;
  private JsonKeys keys = JsonKeys.take(false, false);
  private boolean begun;

  /** Begins the walk of the chunks, each a String or Bytes. */
  JsonStream(Stream chunks, String where) {
    cursor = new JsonCursor(chunks, JsonLimits.USUAL, where);
  }

  @Override
  protected void close() {
    cursor.close();
  }

  @Override
  protected @Nullable Object next() {
    int c = begun ? cursor.space() : cursor.first();
    begun = true;
    if (c == JsonCursor.END) {
      return null;
    }
    if (keys.isFull()) {
      keys = JsonKeys.take(false, false);
    }
    return cursor.value(c, keys, BEHIND);
  }
}
