package yona.library.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.library.Given;
import yona.property.Choices;
import yona.property.Property;

/** Module Encoding: what was encoded is decoded, and what was changed on the way is refused. */
final class EncodingTest {
  private static byte[] bytes(Choices choices, int most) {
    byte[] bytes = new byte[choices.below(most + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) choices.below(256);
    }
    return bytes;
  }

  private static void undoes(
      Choices choices, UnaryOperator<Object> encode, UnaryOperator<Object> decode) {
    Seq data = Seq.bytes(bytes(choices, 200));
    choices.note(data.toString());
    assertThat(decode.apply(encode.apply(data))).isEqualTo(data);
  }

  @Test
  void decodersUndoEncoders() {
    Property.check(
        300,
        choices -> {
          undoes(choices, yona.module.Encoding::base64_encode, yona.module.Encoding::base64_decode);
          undoes(
              choices,
              yona.module.Encoding::base64_url_encode,
              yona.module.Encoding::base64_url_decode);
          undoes(choices, yona.module.Encoding::hex_encode, yona.module.Encoding::hex_decode);
          undoes(
              choices, yona.module.Encoding::gzip, data -> yona.module.Encoding.gunzip(200L, data));
          Seq text = Seq.text(Given.text(choices, 50));
          assertThat(yona.module.Encoding.url_decode(yona.module.Encoding.url_encode(text)))
              .isEqualTo(text);
        });
  }

  /** A decoder takes nothing that an encoder does not give. */
  @Test
  void whatIsDecodedIsEncodedAlike() {
    Property.check(
        2000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(10); n > 0; n--) {
            text.append(choices.oneOf("A", "Q", "w", "=", "/", "_", "\n", "é"));
          }
          choices.note(text.toString());
          Seq given = Seq.text(text);
          Object decoded;
          try {
            decoded = yona.module.Encoding.base64_decode(given);
          } catch (yona.language.runtime.YonaError e) {
            assertThat(e.symbol().name()).isEqualTo("badarg");
            return;
          }
          assertThat(yona.module.Encoding.base64_encode(decoded)).isEqualTo(given);
        });
  }

  @Test
  void gzipIsThatOfOthers() {
    Property.check(
        100,
        choices -> {
          byte[] data = bytes(choices, 500);
          byte[] zipped = ((Seq) yona.module.Encoding.gzip(Seq.bytes(data))).toByteArray();
          try (var others = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
            assertThat(others.readAllBytes()).isEqualTo(data);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** All bytes but those that say when, by whom and how well it was compressed are looked at. */
  @Test
  void aChangedByteIsNoticed() {
    byte[] data = "light work, light work".getBytes(StandardCharsets.US_ASCII);
    byte[] zipped = ((Seq) yona.module.Encoding.gzip(Seq.bytes(data))).toByteArray();
    for (int i = 0; i < zipped.length; i++) {
      if (i >= 3 && i < 10) {
        continue;
      }
      for (int bit = 0; bit < 8; bit++) {
        byte[] changed = zipped.clone();
        changed[i] ^= (byte) (1 << bit);
        raises("badarg", () -> yona.module.Encoding.gunzip(1000L, Seq.bytes(changed)));
      }
    }
    for (int length = 0; length < zipped.length; length++) {
      Seq part = Seq.bytes(zipped, 0, length);
      raises("badarg", () -> yona.module.Encoding.gunzip(1000L, part));
    }
  }

  @Test
  void theLimitHoldsWhileItGrows() {
    // A thousand bytes that stand for a million.
    Object zipped = yona.module.Encoding.gzip(Seq.bytes(new byte[1_000_000]));
    raises("badarg", () -> yona.module.Encoding.gunzip(999_999L, zipped));
    assertThat(((Seq) yona.module.Encoding.gunzip(1_000_000L, zipped)).length())
        .isEqualTo(1_000_000);
    // Many members, each with nothing in it.
    Seq empty = (Seq) yona.module.Encoding.gzip(Seq.EMPTY);
    Seq many = Seq.EMPTY;
    for (int i = 0; i < 10_000; i++) {
      many = many.concat(empty);
    }
    assertThat(yona.module.Encoding.gunzip(0L, Seq.bytes(many.toByteArray()))).isEqualTo(Seq.EMPTY);
  }

  @Test
  void whatWasEscapedForHtmlIsUnescaped() {
    Property.check(
        1000,
        choices -> {
          StringBuilder text = new StringBuilder(Given.text(choices, 10));
          for (int n = choices.below(10); n > 0; n--) {
            text.append(choices.oneOf("&", "<", "'", "&lt;", "&#", "65;", "amp;", "x"));
          }
          choices.note(text.toString());
          Seq given = Seq.text(text);
          assertThat(yona.module.Encoding.html_unescape(yona.module.Encoding.html_escape(given)))
              .isEqualTo(given);
        });
  }

  /** A reference, right or wrong. */
  private static String reference(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(12); n > 0; n--) {
      text.append(choices.oneOf("a", "é", ".", "..", "/", "/", "//", ":", "?", "#", "%20", ";"));
    }
    return text.toString();
  }

  @Test
  void anAddressIsItsParts() {
    Property.check(
        2000,
        choices -> {
          String text = reference(choices);
          choices.note(text);
          assertThat(UriReference.of(text).text()).isEqualTo(text);
        });
  }

  @Test
  void whatALinkMeansHasNoDotsAndMeansTheSameEverywhere() {
    Property.check(
        3000,
        choices -> {
          Seq base = Seq.text(choices.oneOf("http://h", "http://h/x/y?q#f", "file:/x/y", "s:x"));
          String link = reference(choices);
          choices.note(base + " " + link);
          Seq meant = (Seq) yona.module.Encoding.url_resolve(base, Seq.text(link));
          assertThat(yona.module.Encoding.url_resolve(base, meant)).isEqualTo(meant);
          if (!link.isEmpty() && !link.startsWith("#") && !link.startsWith("?")) {
            String path = UriReference.of(meant.asString()).path().replaceFirst("^/\\./", "/");
            assertThat(path.split("/", -1)).doesNotContain(".", "..");
          }
        });
  }
}
