package yona.library.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes UTF-8 of a text in another encoding that comes in chunks, so that whoever reads UTF-8 reads
 * any. What is no text becomes the byte {@link #INVALID}, which UTF-8 does not have: the reader
 * finds it at its place, and treats it as it does what is no UTF-8. A byte order mark at the start
 * is left out. In memory are a chunk and some characters. For one thread.
 */
public final class Transcoder implements Supplier<byte @Nullable []> {
  /** Stands for bytes that are no text, by itself. */
  public static final byte INVALID = (byte) 0xff;

  private static final int CHARACTERS = 1 << 14;
  private static final char BYTE_ORDER_MARK = '\ufeff';

  /** No unit of UTF-16 has more bytes in UTF-8. */
  private static final int MOST_OF_UNIT = 3;

  private final Supplier<byte @Nullable []> chunks;
  private final CharsetDecoder decoder;

  /** How many bytes one mistake takes at most. */
  private final int mostInvalid;

  private final CharBuffer characters = CharBuffer.allocate(CHARACTERS);
  private final byte[] utf8 = new byte[CHARACTERS * MOST_OF_UNIT + 1];
  private ByteBuffer in = ByteBuffer.allocate(0);
  private boolean begun;

  /** Whether all chunks are in. */
  private boolean last;

  private boolean ended;

  /**
   * The UTF-8 of some chunks.
   *
   * @param encoding theirs
   * @param chunks gives one after the other, and null at the end; may suspend
   */
  public Transcoder(TextEncoding encoding, Supplier<byte @Nullable []> chunks) {
    this.chunks = chunks;
    // The JDK takes the half of a pair together with what follows, which may well be a character.
    this.mostInvalid = encoding.name().contains("UTF-16") ? 2 : Integer.MAX_VALUE;
    this.decoder =
        encoding
            .charset()
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** The next bytes, whole characters and at least one; null at the end. */
  @Override
  public byte @Nullable [] get() {
    while (!ended) {
      CoderResult result = decoder.decode(in, characters, last);
      if (result.isUnderflow() && last) {
        result = decoder.flush(characters);
        ended = result.isUnderflow();
      }
      int length = takeCharacters();
      if (result.isError()) {
        in.position(in.position() + Math.min(result.length(), mostInvalid));
        begun = true;
        utf8[length++] = INVALID;
      }
      if (length > 0) {
        return Arrays.copyOf(utf8, length);
      }
      if (result.isUnderflow() && !last) {
        fetch();
      }
    }
    return null;
  }

  private void fetch() {
    byte @Nullable [] chunk = chunks.get();
    if (chunk == null) {
      last = true;
    } else if (in.hasRemaining()) {
      // The beginning of a character.
      ByteBuffer more = ByteBuffer.allocate(in.remaining() + chunk.length);
      in = more.put(in).put(chunk).flip();
    } else {
      in = ByteBuffer.wrap(chunk);
    }
  }

  /** Puts the UTF-8 of the characters that are there; its length. */
  private int takeCharacters() {
    char[] units = characters.array();
    int to = characters.position();
    characters.clear();
    if (to == 0) {
      return 0;
    }
    int from = !begun && units[0] == BYTE_ORDER_MARK ? 1 : 0;
    begun = true;
    int length = 0;
    for (int i = from; i < to; i++) {
      char c = units[i];
      if (c < 0x80) {
        utf8[length++] = (byte) c;
      } else if (c < 0x800) {
        utf8[length++] = (byte) (0xc0 | c >> 6);
        utf8[length++] = (byte) (0x80 | (c & 0x3f));
      } else if (!Character.isSurrogate(c)) {
        utf8[length++] = (byte) (0xe0 | c >> 12);
        utf8[length++] = (byte) (0x80 | (c >> 6 & 0x3f));
        utf8[length++] = (byte) (0x80 | (c & 0x3f));
      } else if (i + 1 < to && Character.isSurrogatePair(c, units[i + 1])) {
        i++;
        int point = Character.toCodePoint(c, units[i]);
        utf8[length++] = (byte) (0xf0 | point >> 18);
        utf8[length++] = (byte) (0x80 | (point >> 12 & 0x3f));
        utf8[length++] = (byte) (0x80 | (point >> 6 & 0x3f));
        utf8[length++] = (byte) (0x80 | (point & 0x3f));
      } else {
        utf8[length++] = INVALID;
      }
    }
    return length;
  }
}
