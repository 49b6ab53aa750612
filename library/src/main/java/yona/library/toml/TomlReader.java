package yona.library.toml;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.text.SourceText;
import yona.library.text.TextDicts;

/** Makes values of a text that tomlj reads. */
final class TomlReader {
  static final Symbol TOML_ERROR = Symbol.of("toml_error");

  /** tomlj takes a hundred times as much memory. */
  private static final long MOST = 8 << 20;

  /** How many levels a text and a value may have; tomlj recurses. */
  static final int DEPTH = 200;

  /** How many errors a message tells of. */
  private static final int MOST_ERRORS = 10;

  private static final TomlParseOptions OPTIONS =
      TomlParseOptions.sourceless().withVersion(TomlVersion.V1_0_0).withMaxNestingDepth(DEPTH);

  private final String where;

  TomlReader(String where) {
    this.where = where;
  }

  Object read(Object source) {
    String text = SourceText.of(source, MOST, TOML_ERROR, where);
    TomlParseResult parsed = parsed(text);
    if (parsed.hasErrors()) {
      throw wrong(parsed.errors());
    }
    return table(parsed, 0);
  }

  private TomlParseResult parsed(String text) {
    try {
      return Toml.parse(text, OPTIONS);
    } catch (RuntimeException | AssertionError | StackOverflowError fault) {
      // Some texts break the parser rather than being refused by it.
      throw Failure.of(TOML_ERROR, where + ": the text cannot be read as TOML");
    }
  }

  private YonaError wrong(List<TomlParseError> errors) {
    String places =
        errors.stream()
            .limit(MOST_ERRORS)
            .map(error -> place(error.position()) + TomlMessage.of(error.getMessage()))
            .collect(Collectors.joining("; "));
    String more = errors.size() > MOST_ERRORS ? "; and more" : "";
    return Failure.of(TOML_ERROR, Failure.line(where + ": " + places + more));
  }

  private static String place(@Nullable TomlPosition position) {
    return position == null
        ? ""
        : "line " + position.line() + ", column " + position.column() + ": ";
  }

  private Dict table(TomlTable table, int depth) {
    checkDepth(depth);
    Dict.Builder entries = TextDicts.builder();
    for (Map.Entry<String, Object> entry : table.entrySet()) {
      entries.put(Seq.text(entry.getKey()), value(entry.getValue(), depth + 1));
    }
    return entries.build();
  }

  private Seq array(TomlArray array, int depth) {
    checkDepth(depth);
    SeqBuilder elements = Seq.builder();
    for (int i = 0; i < array.size(); i++) {
      elements.add(value(array.get(i), depth + 1));
    }
    return elements.build();
  }

  private void checkDepth(int depth) {
    Checkpoint.pass();
    if (depth > DEPTH) {
      throw Failure.of(
          TOML_ERROR, where + ": nested deeper than the limit of " + DEPTH + " levels");
    }
  }

  private Object value(Object value, int depth) {
    return switch (value) {
      case String text -> Seq.text(text);
      case TomlTable table -> table(table, depth);
      case TomlArray array -> array(array, depth);
      case Long number -> number;
      case Double number -> number;
      case Boolean truth -> truth;
      default -> Seq.text(TomlDates.text(value));
    };
  }
}
