package yona.bench.redis;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.RespEncoder;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What a server replies: streams of whole values. */
public enum Replies {
  /** The replies to 1,000 pings. */
  PONGS,
  /** One bulk string of 1,000,000 bytes. */
  BULK,
  /** 100 entries of a stream, each an identifier and an array of fields, and a count beside. */
  NESTED;

  /**
   * The values.
   *
   * @return one for each command
   */
  public List<RespValue> decoded() {
    List<RespValue> values = new ArrayList<>();
    switch (this) {
      case PONGS -> {
        for (int i = 0; i < 1000; i++) {
          values.add(new SimpleString("PONG"));
        }
      }
      case BULK -> values.add(BulkString.of(new byte[1_000_000]));
      case NESTED -> {
        for (int i = 0; i < 100; i++) {
          values.add(entry(i));
        }
        return List.of(new ArrayValue(values));
      }
    }
    return values;
  }

  private static RespValue entry(int number) {
    RespValue id = BulkString.of("1698230400000-" + number);
    List<RespValue> fields = new ArrayList<>();
    for (String field : List.of("sensor", "temperature", "humidity")) {
      fields.add(BulkString.of(field));
      fields.add(BulkString.of(BigInteger.TEN.pow(field.length()).add(BigInteger.TWO).toString()));
    }
    return new ArrayValue(
        List.of(id, new ArrayValue(fields), new IntegerValue(1_000_000L + 37L * number)));
  }

  /**
   * The bytes.
   *
   * @return what comes from the server, in RESP2 and RESP3 the same
   */
  public byte[] bytes() {
    RespEncoder encoder = new RespEncoder();
    decoded().forEach(encoder::value);
    ByteBuffer all = ByteBuffer.allocate((int) encoder.size());
    encoder.take().forEach(all::put);
    return all.array();
  }
}
