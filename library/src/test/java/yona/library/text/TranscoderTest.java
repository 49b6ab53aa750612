package yona.library.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Texts in other encodings, cut into chunks anywhere. */
class TranscoderTest {
  private static final List<String> UNICODE =
      List.of("UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "GB18030");

  private static final List<String> NARROW =
      List.of("ISO-8859-1", "windows-1252", "windows-1250", "KOI8-R", "Shift_JIS", "ISO-2022-JP");

  private static byte[] utf8(String encoding, byte[] bytes, Random random) {
    Queue<byte[]> chunks = new ArrayDeque<>();
    for (int from = 0; from < bytes.length; ) {
      int to = Math.min(bytes.length, from + random.nextInt(random.nextBoolean() ? 5 : 50_000));
      chunks.add(Arrays.copyOfRange(bytes, from, to));
      from = to;
    }
    Transcoder transcoder =
        new Transcoder(new TextEncoding(Charset.forName(encoding)), chunks::poll);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] piece = transcoder.get(); piece != null; piece = transcoder.get()) {
      assertThat(piece).isNotEmpty();
      out.writeBytes(piece);
    }
    assertThat(transcoder.get()).isNull();
    return out.toByteArray();
  }

  private static String text(Random random, Charset charset) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(3) == 0 ? random.nextInt(60_000) : random.nextInt(20);
    while (text.length() < length) {
      int bound = List.of(0x80, 0x400, 0x3100, 0x20000).get(random.nextInt(4));
      String next = Character.toString(random.nextInt(bound));
      // A mark at the start would be left out, and ISO-2022-JP has a use of its own for ESC.
      boolean isUsable = !next.equals("\ufeff") && !next.equals("\u001b");
      if (isUsable && charset.newEncoder().canEncode(next) && isKept(next, charset)) {
        text.append(next);
      }
    }
    return text.toString();
  }

  /** Some encodings write two characters as the same bytes. */
  private static boolean isKept(String next, Charset charset) {
    return new String(next.getBytes(charset), charset).equals(next);
  }

  @Test
  void aTextIsTheSameInAnyChunks() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 60; round++) {
      String encoding =
          round % 2 == 0
              ? UNICODE.get(random.nextInt(UNICODE.size()))
              : NARROW.get(random.nextInt(NARROW.size()));
      Charset charset = Charset.forName(encoding);
      String text = text(random, charset);
      assertThat(utf8(encoding, text.getBytes(charset), random))
          .as("%s, seed %d", encoding, seed)
          .isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void anyBytesAreTextOrMarkedAsNone() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      String encoding = UNICODE.get(random.nextInt(UNICODE.size()));
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      String plain =
          new String(utf8(encoding, bytes, random), StandardCharsets.ISO_8859_1)
              .replace("\u00ff", "");
      byte[] rest = plain.getBytes(StandardCharsets.ISO_8859_1);
      assertThatCode(() -> StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(rest)))
          .as("%s of %s, seed %d", encoding, Arrays.toString(bytes), seed)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void whatIsNoTextHasItsPlace() {
    Random random = new Random(1);
    assertThat(utf8("windows-1252", new byte[] {'a', (byte) 0x81, 'b'}, random))
        .containsExactly('a', 0xff, 'b');
    assertThat(utf8("UTF-16LE", new byte[] {'a', 0, 0, (byte) 0xd8, 'b', 0, 'c'}, random))
        .containsExactly('a', 0xff, 'b', 0xff);
  }
}
