package yona.io.medium;

import java.io.IOException;

/**
 * What is behind an open file: bytes with positions ({@link RegularMedium}) or a stream of them
 * ({@link StreamMedium}). All operations but close come one at a time.
 */
public interface Medium {

  /**
   * Reads what is there, at least a byte. Suspends.
   *
   * @param position where to read; a stream ignores it
   * @return how many bytes; -1 at the end
   */
  int read(byte[] into, int from, int length, long position) throws IOException;

  /** Writes all of it. Suspends. */
  void write(byte[] bytes, int from, int length, long position) throws IOException;

  /** Writes all of it at the end; gives the position after it. Suspends. */
  long append(byte[] bytes, int from, int length) throws IOException;

  /** The size in bytes; 0 for a stream. Suspends. */
  long size() throws IOException;

  /** Cuts the file to a size if it is longer. Suspends. */
  void truncate(long size) throws IOException;

  /** Forces what was written to the device. Suspends. */
  void sync() throws IOException;

  /** Whether bytes have positions. */
  boolean isSeekable();

  /** Closes, also while another operation runs; that one then fails. Suspends. */
  void close() throws IOException;
}
