package yona.graal;

import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.StackTrace;

/**
 * The texts of the programs and modules of a context, by the names that stack traces give them, so
 * that errors have source sections. Of many texts the latest are kept. Thread-safe.
 */
final class ProgramTexts {
  private static final int MOST = 1_000;

  /** Guarded by this. */
  private final Map<String, Source> texts =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Source> eldest) {
          return size() > MOST;
        }
      };

  /** Notes a text of guests. */
  synchronized void add(String name, Source text) {
    texts.put(name, text);
  }

  /** Notes a text that the compiler has read. */
  synchronized void add(yona.language.diagnostics.Source text) {
    if (!texts.containsKey(text.name())) {
      texts.put(text.name(), source(text));
    }
  }

  private static Source source(yona.language.diagnostics.Source text) {
    return Source.newBuilder(YonaLanguage.ID, text.text(), text.name()).build();
  }

  /** Where a frame is; null if its text is not known. */
  @Nullable SourceSection section(StackTrace.Frame frame) {
    Source text;
    synchronized (this) {
      text = texts.get(frame.file());
    }
    if (text == null || frame.line() < 1 || frame.line() > text.getLineCount()) {
      return null;
    }
    int line = frame.line();
    int length = text.getLineLength(line);
    int column = Math.max(1, frame.column());
    return frame.column() == 0 || column > length
        ? text.createSection(line)
        : text.createSection(line, column, 1);
  }
}
