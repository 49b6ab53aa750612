package yona.library.archive;

import java.util.Map;
import java.util.zip.Deflater;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;

/** The Java half of module Archive: from entries to bytes and back. */
public final class ArchiveFunctions {
  private ArchiveFunctions() {}

  public static Object tar(Object entries, String where) {
    Stream from = StreamFunctions.stream(entries, where);
    // A content may wait where the entries do not.
    return Stream.of(true, () -> new TarWriter(from, where), from);
  }

  public static Object untar(Object chunks, String where) {
    return untar(new ReadOptions(), chunks, where);
  }

  public static Object untarWith(Object options, Object chunks, String where) {
    return untar(ReadOptions.of(options, where), chunks, where);
  }

  private static Object untar(ReadOptions options, Object chunks, String where) {
    Stream from = StreamFunctions.stream(chunks, where);
    return Stream.of(from.maySuspend(), () -> new TarReader(from, options, where), from);
  }

  public static Object zip(Object entries, String where) {
    return zip(Deflater.DEFAULT_COMPRESSION, entries, where);
  }

  public static Object zipWith(Object options, Object entries, String where) {
    int[] level = {Deflater.DEFAULT_COMPRESSION};
    OptionDict.take(options, Map.of("level", (value, at) -> level[0] = level(value, at)), where);
    return zip(level[0], entries, where);
  }

  private static int level(Object value, String where) {
    long level = Arguments.count(value, where);
    if (level > Deflater.BEST_COMPRESSION) {
      throw Failure.badarg(where, "expected 0 to 9, found " + level);
    }
    return (int) level;
  }

  private static Object zip(int level, Object entries, String where) {
    Stream from = StreamFunctions.stream(entries, where);
    return Stream.of(true, () -> new ZipWriter(level, from, where), from);
  }

  public static Object unzipStream(Object chunks, String where) {
    return unzipStream(new ReadOptions(), chunks, where);
  }

  public static Object unzipStreamWith(Object options, Object chunks, String where) {
    return unzipStream(ReadOptions.of(options, where), chunks, where);
  }

  private static Object unzipStream(ReadOptions options, Object chunks, String where) {
    Stream from = StreamFunctions.stream(chunks, where);
    return Stream.of(from.maySuspend(), () -> new ZipStreamReader(from, options, where), from);
  }
}
