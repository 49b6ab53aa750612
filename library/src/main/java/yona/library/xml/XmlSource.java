package yona.library.xml;

import java.io.IOException;
import java.io.Reader;

/**
 * The characters that StAX reads, as many as it may without telling of anything: it keeps all of a
 * tag, a comment or an instruction in memory.
 */
final class XmlSource extends Reader {
  private final Reader characters;
  private final int most;
  private long silent;
  private long read;
  private boolean ended;

  XmlSource(Reader characters, int most) {
    this.characters = characters;
    this.most = most;
  }

  /** StAX has told of something. */
  void told() {
    silent = 0;
  }

  /**
   * Whether StAX has come to the end of the text.
   *
   * @param offset where it says to be; it counts the last characters twice at times
   */
  boolean isEnd(int offset) {
    return ended && offset >= read;
  }

  /** What is larger than it may be. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public int read(char[] to, int from, int length) throws IOException {
    // What was read before is in the tag that needs more, as StAX reads when it has nothing left.
    if (silent > most) {
      throw new TooLarge();
    }
    int count = characters.read(to, from, length);
    if (count < 0) {
      ended = true;
      return count;
    }
    silent += count;
    read += count;
    return count;
  }

  @Override
  public void close() {}
}
