package yona.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a scan goes through, and how. Immutable.
 *
 * @param match a pattern that names meet, with {@code *}, {@code ?} and {@code [...]}; null for all
 * @param count how much the server looks at for each page, about; 0 for what it chooses
 * @param type the type of values whose keys are wanted, such as {@code hash}; null for all. Only
 *     for {@link Redis#scan}
 */
public record ScanOptions(@Nullable String match, long count, @Nullable String type) {

  /** Everything. */
  public static final ScanOptions ALL = new ScanOptions(null, 0, null);

  /** Checks what is given. */
  public ScanOptions {
    if (count < 0) {
      throw new IllegalArgumentException("a count is at least 1, or 0 for any, not " + count);
    }
  }

  /**
   * The same with a pattern.
   *
   * @param pattern that names meet
   * @return new options
   */
  public ScanOptions withMatch(String pattern) {
    return new ScanOptions(Objects.requireNonNull(pattern, "pattern"), count, type);
  }

  /**
   * The same with another size of pages.
   *
   * @param about how much the server looks at for each page
   * @return new options
   */
  public ScanOptions withCount(long about) {
    return new ScanOptions(match, about, type);
  }

  /**
   * The same with a type.
   *
   * @param name of the type of values
   * @return new options
   */
  public ScanOptions withType(String name) {
    return new ScanOptions(match, count, Objects.requireNonNull(name, "name"));
  }

  /** As words of a command. */
  List<Object> words() {
    List<Object> words = new ArrayList<>();
    if (match != null) {
      words.addAll(List.of("MATCH", match));
    }
    if (count > 0) {
      words.addAll(List.of("COUNT", count));
    }
    if (type != null) {
      words.addAll(List.of("TYPE", type));
    }
    return words;
  }
}
