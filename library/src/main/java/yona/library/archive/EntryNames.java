package yona.library.archive;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Names of entries, which are bytes in archives. */
final class EntryNames {
  private EntryNames() {}

  /** The text of UTF-8, or else of another encoding. */
  static String decode(byte[] bytes, Charset otherwise) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      return new String(bytes, otherwise);
    }
  }
}
