package yona.library.archive;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What extended headers (POSIX.1-2001) tell of an entry. Of the keys only those are kept that are
 * of use here. A global header is told of all entries behind it.
 */
final class PaxHeader {
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
  private static final Pattern TIME = Pattern.compile("(-?\\d{1,15})(?:\\.(\\d*))?");
  private static final String SPARSE = "GNU.sparse.";

  private final Map<String, byte[]> values;

  /** The numbers of a map of holes in format 0.0, whose keys repeat. */
  private final List<String> sparse = new ArrayList<>();

  PaxHeader() {
    this.values = new HashMap<>();
  }

  private PaxHeader(Map<String, byte[]> values) {
    this.values = new HashMap<>(values);
  }

  /** A header for one entry, that begins with what this one tells of all. */
  PaxHeader copy() {
    return new PaxHeader(values);
  }

  /** Takes records: {@code LENGTH KEY=VALUE} and the end of a line each. */
  void take(byte[] records) throws Broken {
    int at = 0;
    while (at < records.length) {
      int space = at;
      while (space < records.length && records[space] != ' ' && space - at < 8) {
        space++;
      }
      int length = (int) number(new String(records, at, space - at, StandardCharsets.US_ASCII));
      int end = at + length;
      if (end > records.length || end - 1 <= space || records[end - 1] != '\n') {
        throw broken();
      }
      int equals = space + 1;
      while (equals < end && records[equals] != '=') {
        equals++;
      }
      if (equals == end) {
        throw broken();
      }
      String key = new String(records, space + 1, equals - space - 1, StandardCharsets.UTF_8);
      take(key, Arrays.copyOfRange(records, equals + 1, end - 1));
      at = end;
    }
  }

  private static Broken broken() {
    return new Broken("the extended header before it is broken");
  }

  private void take(String key, byte[] value) {
    switch (key) {
      case SPARSE + "offset", SPARSE + "numbytes" ->
          sparse.add(new String(value, StandardCharsets.US_ASCII));
      case "path", "linkpath", "size", "mtime" -> put(key, value);
      default -> {
        if (key.startsWith(SPARSE)) {
          put(key, value);
        }
      }
    }
  }

  private void put(String key, byte[] value) {
    // An empty value takes back what a global header says.
    if (value.length == 0) {
      values.remove(key);
    } else {
      values.put(key, value);
    }
  }

  byte @Nullable [] bytes(String key) {
    return values.get(key);
  }

  /** A number of digits alone, as all of these headers are. */
  static long number(String digits) throws Broken {
    if (!WHOLE.matcher(digits).matches()) {
      throw broken();
    }
    return Long.parseLong(digits);
  }

  private @Nullable String text(String key) {
    byte[] value = values.get(key);
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  long number(String key, long otherwise) throws Broken {
    String text = text(key);
    return text == null ? otherwise : number(text);
  }

  /** When it was modified, in milliseconds since 1970. */
  long modified(long seconds) throws Broken {
    String text = text("mtime");
    if (text == null) {
      if (Math.abs(seconds) > Long.MAX_VALUE / 1000) {
        throw new Broken("its time is beyond 64 bits");
      }
      return seconds * 1000;
    }
    var parts = TIME.matcher(text);
    if (!parts.matches()) {
      throw broken();
    }
    String fraction = parts.group(2) == null ? "" : parts.group(2);
    long thousandths = Long.parseLong((fraction + "000").substring(0, 3));
    long whole = Long.parseLong(parts.group(1)) * 1000;
    return text.startsWith("-") ? whole - thousandths : whole + thousandths;
  }

  /** The name of an entry; of one with holes it is not where others have it. */
  byte[] name(byte[] inHeader) {
    byte[] sparseName = values.get(SPARSE + "name");
    return sparseName != null ? sparseName : values.getOrDefault("path", inHeader);
  }

  /** The map of holes, if there is one in any of three formats. */
  @Nullable SparseMap holes(long stored, SparseMap.Blocks blocks) throws Broken {
    String major = text(SPARSE + "major");
    if (major != null) {
      if (!major.equals("1") || !"0".equals(text(SPARSE + "minor"))) {
        throw new Broken("the format of its holes is not known");
      }
      return SparseMap.ahead(number(SPARSE + "realsize", 0), stored, blocks);
    }
    String map = text(SPARSE + "map");
    if (map == null && sparse.isEmpty() && text(SPARSE + "size") == null) {
      return null;
    }
    List<String> numbers = map == null ? sparse : List.of(map.split(",", -1));
    return SparseMap.listed(numbers, number(SPARSE + "size", 0), stored);
  }
}
