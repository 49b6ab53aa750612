package yona.language.diagnostics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The pages behind {@code yona explain}: one Markdown text for each {@link Code}. */
public final class Explanations {
  private Explanations() {}

  /**
   * The page on a code: what it means, a program that causes it, and how to put it right.
   *
   * @throws IllegalStateException if the code has no page, which a test rules out
   */
  public static String page(Code code) {
    String path = "explain/" + code.id() + ".md";
    try (InputStream page = Explanations.class.getResourceAsStream(path)) {
      if (page == null) {
        throw new IllegalStateException("no page " + path);
      }
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One line for each code, in order: its id and its title. */
  public static String index() {
    StringBuilder index = new StringBuilder();
    for (Code code : Code.values()) {
      index.append(code.id()).append("  ").append(code.title()).append('\n');
    }
    return index.toString();
  }
}
