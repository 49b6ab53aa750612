package yona.redis.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Streams of bytes as texts, a character a byte, and what a codec makes of them. */
final class Bytes {
  private Bytes() {}

  static byte[] of(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(of(text));
  }

  /** All whole values of a stream that comes at once. */
  static List<RespValue> decode(RespDecoder decoder, byte[] stream) throws RespException {
    List<RespValue> values = new ArrayList<>();
    ByteBuffer input = ByteBuffer.wrap(stream);
    for (RespValue value = decoder.decode(input); value != null; value = decoder.decode(input)) {
      values.add(value);
    }
    return values;
  }

  static List<RespValue> decode(String stream) throws RespException {
    return decode(new RespDecoder(), of(stream));
  }

  /** What an encoder holds, which holds nothing afterwards. */
  static byte[] taken(RespEncoder encoder) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer buffer : encoder.take()) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  static String text(RespEncoder encoder) {
    return new String(taken(encoder), ISO_8859_1);
  }
}
