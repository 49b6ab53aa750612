package yona.io.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.io.Cutter;
import yona.io.LineConsumer;

/**
 * An open file that is read as text: what is read from its start begins behind the byte order mark
 * of UTF-8, if it is to be passed. To look for the mark and to read is one operation of the file,
 * so that reads of several fibers are served in their order. Waits for no more bytes than tell
 * whether there is a mark.
 *
 * <p>Thread-safe, as the file is.
 */
public final class OpenFileText {
  private final OpenFile file;
  private final boolean passesMark;

  OpenFileText(OpenFile file, boolean passesMark) {
    this.file = file;
    this.passesMark = passesMark;
  }

  private void begin(MediumReader reader) throws IOException {
    if (passesMark) {
      reader.passByteOrderMark();
    }
  }

  /**
   * See {@link OpenFile#readSome}.
   *
   * @param limit the most bytes that are taken
   * @param cutter decides how many of those that are there are taken
   * @return the bytes, or null at the end
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readSome(int limit, Cutter cutter) throws IOException {
    return file.read(
        reader -> {
          begin(reader);
          return reader.some(limit, cutter);
        });
  }

  /**
   * See {@link OpenFile#readAll}.
   *
   * @return the bytes; none at the end
   * @throws IOException if reading fails
   */
  public byte[] readAll() throws IOException {
    return file.read(
        reader -> {
          begin(reader);
          return reader.all();
        });
  }

  /**
   * Reads a line as {@link OpenFile#readLine} does. One that is too long stays to be read.
   *
   * @param limit how many bytes the line may have
   * @return the line without its end, or null at the end of the file
   * @throws yona.io.TooLongException if there is no end within the limit
   * @throws IOException if reading fails
   */
  public byte @Nullable [] readLine(int limit) throws IOException {
    return file.read(
        reader -> {
          begin(reader);
          return reader.line(limit);
        });
  }

  /**
   * See {@link OpenFile#readLines}.
   *
   * @param limit how many bytes a line may have, unless its end has been fetched with its beginning
   * @param lines takes each line
   * @throws yona.io.TooLongException if a line has no end within the limit
   * @throws IOException if reading fails
   */
  public void readLines(int limit, LineConsumer lines) throws IOException {
    var _ =
        file.read(
            reader -> {
              begin(reader);
              reader.lines(limit, lines);
              return true;
            });
  }
}
