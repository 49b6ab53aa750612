package yona.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespEncoder;

/**
 * The slot of a key in a cluster: CRC16 (XMODEM) of the key, or of what stands in its first braces,
 * modulo the number of slots (Redis cluster specification, "Key distribution model").
 */
final class HashSlot {

  /** How many slots a cluster has. */
  static final int COUNT = 16_384;

  private static final int POLYNOMIAL = 0x1021;
  private static final char[] TABLE = table();

  private HashSlot() {}

  private static char[] table() {
    char[] table = new char[256];
    for (int i = 0; i < table.length; i++) {
      int crc = i << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? crc << 1 ^ POLYNOMIAL : crc << 1;
      }
      table[i] = (char) crc;
    }
    return table;
  }

  /** The slot of a word of a command, which is a key. */
  static int of(Object word) {
    byte[] key = bytes(word);
    int open = find(key, '{', 0);
    int close = open < 0 ? -1 : find(key, '}', open + 1);
    boolean isTagged = close > open + 1;
    int from = isTagged ? open + 1 : 0;
    int to = isTagged ? close : key.length;
    int crc = 0;
    for (int i = from; i < to; i++) {
      crc = (crc << 8 ^ TABLE[(crc >> 8 ^ key[i]) & 0xff]) & 0xffff;
    }
    return crc % COUNT;
  }

  private static int find(byte[] key, char wanted, int from) {
    for (int i = from; i < key.length; i++) {
      if (key[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  /** A word of a command as it is sent. */
  static byte[] bytes(Object word) {
    return switch (word) {
      case String text -> text.getBytes(StandardCharsets.UTF_8);
      case byte[] bytes -> bytes;
      case BulkString string -> string.bytes();
      case Double number -> sent(number);
      default -> word.toString().getBytes(StandardCharsets.US_ASCII);
    };
  }

  private static byte[] sent(double number) {
    ByteBuffer bulk = new RespEncoder().bulk(number).take().getFirst();
    String text = StandardCharsets.US_ASCII.decode(bulk).toString();
    return text.split("\r\n", -1)[1].getBytes(StandardCharsets.US_ASCII);
  }
}
