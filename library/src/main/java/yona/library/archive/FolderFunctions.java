package yona.library.archive;

import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import yona.io.file.FolderWalk;
import yona.io.file.OpenFile;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.file.FileErrors;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;

/** The Java half of module Archive: archives and entries in files. */
@Needs(Grant.FILES)
public final class FolderFunctions {
  private FolderFunctions() {}

  @Suspends
  public static Object unzip(Object path, String where) {
    return unzip(new ReadOptions(), path, where);
  }

  @Suspends
  public static Object unzipWith(Object options, Object path, String where) {
    return unzip(ReadOptions.of(options, where), path, where);
  }

  private static Object unzip(ReadOptions options, Object path, String where) {
    Path file = Arguments.path(path, where);
    OpenFile zip =
        FileErrors.checked(
            file.toString(), () -> OpenFile.open(file, Set.of(StandardOpenOption.READ)));
    return Stream.holding(true, new ZipFileReader(zip, options, where));
  }

  @Suspends
  public static Object files(Object folder, String where) {
    Path root = Arguments.path(folder, where);
    FolderWalk walk = FileErrors.checked(root.toString(), () -> FolderWalk.of(root));
    return Stream.of(true, () -> new FolderEntries(root, walk, where));
  }

  @Suspends
  public static Object extract(Object folder, Object entries, String where) {
    return extract(new ExtractOptions(), folder, entries, where);
  }

  @Suspends
  public static Object extractWith(Object options, Object folder, Object entries, String where) {
    return extract(ExtractOptions.of(options, where), folder, entries, where);
  }

  private static Object extract(
      ExtractOptions options, Object folder, Object entries, String where) {
    Path root = Arguments.path(folder, where);
    Stream from = StreamFunctions.stream(entries, where);
    return new Extraction(root, options, where).run(from);
  }
}
