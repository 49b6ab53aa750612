package yona.tool.reference;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import yona.language.ModuleSources;
import yona.language.diagnostics.Source;

/**
 * A program as text.
 *
 * @param files its files by the names of their modules; its main one is {@link #MAIN}
 */
record Program(SortedMap<String, String> files) {
  static final String MAIN = "";

  /** A program without modules of its own. */
  static Program of(String text) {
    return new Program(new TreeMap<>()).with(MAIN, text);
  }

  /** The text of its main file. */
  String main() {
    return text(MAIN);
  }

  /** The text of a file that it has. */
  String text(String file) {
    String text = files.get(file);
    if (text == null) {
      throw new IllegalArgumentException("no file: " + file);
    }
    return text;
  }

  /** The same program with another text in a file. */
  Program with(String file, String text) {
    SortedMap<String, String> changed = new TreeMap<>(files);
    changed.put(file, text);
    return new Program(changed);
  }

  /** Its modules, as the compiler asks for them. */
  ModuleSources modules() {
    return this::source;
  }

  private @Nullable Source source(String path) {
    String module = path.substring(0, path.length() - ".yona".length()).replace('/', '\\');
    String text = files.get(module);
    return text == null ? null : Source.of(path, text);
  }

  /** As a conformance program. */
  @Override
  public String toString() {
    StringBuilder all = new StringBuilder(main());
    files.forEach(
        (module, text) -> {
          if (!module.equals(MAIN)) {
            all.append("\n# module ").append(module.replace('\\', '/')).append(".yona:\n#| ");
            all.append(text.replace("\n", "\n#| "));
          }
        });
    return all.toString();
  }
}
