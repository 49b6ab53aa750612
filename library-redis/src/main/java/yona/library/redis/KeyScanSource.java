package yona.library.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.library.stream.StreamSource;
import yona.redis.resp.BulkString;

/** The keys that a scan gives. */
final class KeyScanSource extends StreamSource {
  private final RedisResource client;
  private final Iterator<BulkString> keys;
  private final String where;

  KeyScanSource(RedisResource client, Iterator<BulkString> keys, String where) {
    this.client = client;
    this.keys = keys;
    this.where = where;
  }

  @Override
  protected @Nullable Object next() {
    boolean more = RedisErrors.checked(client, where, this::hasNext);
    return more ? client.values().string(keys.next()) : null;
  }

  private boolean hasNext() throws IOException {
    try {
      return keys.hasNext();
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }
}
