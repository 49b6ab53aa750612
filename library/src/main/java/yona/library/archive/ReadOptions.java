package yona.library.archive;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** How an archive is read. */
final class ReadOptions {
  long maxEntries = Long.MAX_VALUE;
  long maxSize = Long.MAX_VALUE;
  private @Nullable Charset encoding;

  static ReadOptions of(Object options, String where) {
    ReadOptions given = new ReadOptions();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("max_entries", (value, at) -> given.maxEntries = Arguments.count(value, at));
    takers.put("max_size", (value, at) -> given.maxSize = Arguments.count(value, at));
    takers.put("encoding", (value, at) -> given.encoding = charset(value, at));
    OptionDict.take(options, takers, where);
    return given;
  }

  private static Charset charset(Object value, String where) {
    try {
      return Charset.forName(Arguments.text(value, where));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw Failure.badarg(where, "there is no encoding " + Failure.shown(value));
    }
  }

  /** The encoding of names of tar that are not in UTF-8. */
  Charset ofTar() {
    return encoding == null ? StandardCharsets.ISO_8859_1 : encoding;
  }

  /** The encoding of names of zip that are not in UTF-8: that of the IBM PC. */
  Charset ofZip() {
    return encoding == null ? Charset.forName("IBM437") : encoding;
  }
}
