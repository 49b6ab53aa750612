package yona.redis.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import yona.redis.resp.BulkString;

/**
 * An entry of a stream.
 *
 * @param id such as {@code 1526919030474-55}
 * @param fields in order, those with the same name too; none if the entry has been deleted, which
 *     those that are pending in a group can be
 */
public record StreamEntry(String id, List<Map.Entry<BulkString, BulkString>> fields) {
  /** Makes an entry. */
  public StreamEntry {
    Objects.requireNonNull(id);
    fields = List.copyOf(fields);
  }

  /**
   * The fields by name.
   *
   * @return in order; of those with the same name the last
   */
  public Map<BulkString, BulkString> map() {
    Map<BulkString, BulkString> map = new LinkedHashMap<>();
    fields.forEach(field -> map.put(field.getKey(), field.getValue()));
    return map;
  }
}
