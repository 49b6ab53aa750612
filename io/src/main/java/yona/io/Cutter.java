package yona.io;

/** Decides how many of the bytes that are there a read takes, to end at a whole character, say. */
@FunctionalInterface
public interface Cutter {

  /** Takes all that is there. */
  Cutter EVERYTHING = (buffer, from, to, last) -> to - from;

  /**
   * Decides where the read ends. Must not suspend.
   *
   * @param buffer holds the bytes
   * @param from index of the first byte
   * @param to index after the last byte, greater than from
   * @param last whether these are the last bytes of the file
   * @return how many bytes to take; 0 asks for more, which is not allowed if last
   */
  int cut(byte[] buffer, int from, int to, boolean last);
}
