package yona.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Strings against Java's: conversion, UTF-8, search, and what they cost in memory. */
class StringsTest {
  private static final String[] PIECES = {
    "a", "line of text\n", "\u00e9t\u00e9", "\u3042\u3044", "\ud83d\ude00", "\u0000", "\uffff"
  };

  private static String javaText(Choices choices, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = choices.below(4); i > 0; i--) {
      text.append(PIECES[choices.below(PIECES.length)].repeat(choices.below(most)));
    }
    return text.toString();
  }

  private static Seq anyForm(Choices choices, String text) {
    return switch (choices.below(4)) {
      case 0 -> Seq.text(text);
      case 1 -> {
        Seq seq = Seq.EMPTY;
        for (int point : text.codePoints().toArray()) {
          seq = seq.append(Char.of(point));
        }
        yield seq;
      }
      case 2 -> {
        Seq seq = Seq.EMPTY;
        int[] points = text.codePoints().toArray();
        for (int i = points.length - 1; i >= 0; i--) {
          seq = seq.prepend(Char.of(points[i]));
        }
        yield seq;
      }
      default -> {
        int middle = text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
        yield Seq.text(text.substring(0, middle)).concat(Seq.text(text.substring(middle)));
      }
    };
  }

  @Test
  void everyFormOfAStringIsTheSameText() throws CharacterCodingException {
    Property.check(
        600,
        choices -> {
          String text = javaText(choices, 300);
          Seq seq = anyForm(choices, text);
          choices.note(text.length() + " units as " + seq.getClass().getSimpleName());
          SeqInvariants.check(seq);
          assertThat(seq.isText()).isTrue();
          assertThat(seq.asString()).isEqualTo(text);
          assertThat(seq.toUtf8()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
          assertThat(seq).isEqualTo(Seq.text(text)).hasSameHashCodeAs(Seq.text(text));
          assertThat(TotalOrder.compare(seq, Seq.text(text))).isZero();
          assertThat(seq.isBytes()).isEqualTo(text.isEmpty());
          byte[] padded = ("\u00e9" + text + "x").getBytes(StandardCharsets.UTF_8);
          try {
            assertThat(Seq.utf8(padded, 2, padded.length - 1)).isEqualTo(seq);
          } catch (CharacterCodingException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void orderIsThatOfCodePoints() {
    Property.check(
        2000,
        choices -> {
          String a = javaText(choices, 3);
          String b = javaText(choices, 3);
          int order = java.util.Arrays.compare(a.codePoints().toArray(), b.codePoints().toArray());
          assertThat(TotalOrder.compare(anyForm(choices, a), anyForm(choices, b)))
              .isEqualTo(Integer.signum(order));
        });
  }

  @Test
  void findsPartsLikeJava() {
    Property.check(
        3000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int i = choices.below(60); i > 0; i--) {
            text.append(choices.oneOf("a", "b", "ab", " ", "A", "\u3042"));
          }
          StringBuilder part = new StringBuilder();
          for (int i = choices.below(4); i > 0; i--) {
            part.append(choices.oneOf("a", "b", "ab", " ", "A", "\u3042"));
          }
          choices.note(part + " in " + text);
          Seq seq = anyForm(choices, text.toString());
          Seq of = anyForm(choices, part.toString());
          int from = choices.below(text.length() + 1);
          assertThat(seq.indexOfPart(of, from)).isEqualTo(text.indexOf(part.toString(), from));
          assertThat(seq.startsWith(of)).isEqualTo(text.toString().startsWith(part.toString()));
          assertThat(seq.endsWith(of)).isEqualTo(text.toString().endsWith(part.toString()));
          assertThat(seq.indexOf(Char.of('b'))).isEqualTo(text.indexOf("b"));
          assertThat(seq.contains(Char.of(0x3042))).isEqualTo(text.indexOf("\u3042") >= 0);
        });
  }

  /** Where nearly every place of the text begins like the part, each is not compared anew. */
  @Test
  void aPartThatBeginsEverywhereIsFoundOrNot() {
    String text = "a".repeat(200_000);
    String part = "a".repeat(1000) + "b";
    assertThat(Seq.text(text).indexOfPart(Seq.text(part), 0)).isEqualTo(-1);
    assertThat(Seq.text(text + "b").indexOfPart(Seq.text(part), 0)).isEqualTo(199_000);
    assertThat(Seq.text("A".repeat(300)).indexOfPart(Seq.text("A".repeat(99) + "b"), 0))
        .isEqualTo(-1);
  }

  @Test
  void decodesAnyBytesAsJavaDoes() {
    Property.check(
        20_000,
        choices -> {
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          for (int i = choices.below(12); i > 0; i--) {
            if (choices.yes()) {
              out.write(choices.oneOf(0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xe0, 0xed, 0xa0, 0xf0, 0xf4));
            } else if (choices.yes()) {
              out.write(choices.below(256));
            } else {
              out.writeBytes(
                  PIECES[choices.below(PIECES.length)]
                      .repeat(1 + choices.below(9))
                      .getBytes(StandardCharsets.UTF_8));
            }
          }
          byte[] bytes = out.toByteArray();
          choices.note(java.util.Arrays.toString(bytes));
          for (int i = 1; i < bytes.length; i++) {
            if (bytes[i - 1] == (byte) 0xed && (bytes[i] & 0xff) >= 0xa0) {
              return; // half a surrogate: here Java departs from the Unicode Standard
            }
          }
          String lossy = new String(bytes, StandardCharsets.UTF_8);
          assertThat(Seq.utf8Lossy(bytes, 0, bytes.length).asString()).isEqualTo(lossy);
          try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            assertThat(Seq.utf8(bytes, 0, bytes.length).asString()).isEqualTo(lossy);
          } catch (CharacterCodingException invalid) {
            assertThatThrownBy(() -> Seq.utf8(bytes, 0, bytes.length))
                .isInstanceOf(CharacterCodingException.class);
          }
        });
  }

  @Test
  void eachByteOfAnEncodedSurrogateIsInvalid() {
    byte[] bytes = {'a', (byte) 0xed, (byte) 0xa0, (byte) 0x80, 'b'};
    assertThat(Seq.utf8Lossy(bytes, 0, 5).asString()).isEqualTo("a\ufffd\ufffd\ufffdb");
    assertThatThrownBy(() -> Seq.utf8(bytes, 0, 5)).isInstanceOf(CharacterCodingException.class);
  }

  @Test
  void aLoneSurrogateIsReplaced() {
    String text = "x".repeat(511) + "\ud83d\ude00" + "\ud83d" + "y".repeat(600) + "\ude00";
    assertThat(Seq.text(text).asString())
        .isEqualTo("x".repeat(511) + "\ud83d\ude00" + "\ufffd" + "y".repeat(600) + "\ufffd");
  }

  @Test
  void bytesComeBack() {
    byte[] bytes = new byte[10_000];
    new Random(1).nextBytes(bytes);
    Seq seq = Seq.bytes(bytes);
    assertThat(seq.isBytes()).isTrue();
    assertThat(seq.toByteArray()).isEqualTo(bytes);
    assertThat(seq.prepend((byte) 7).tail().append((byte) 1).init().toByteArray()).isEqualTo(bytes);
    assertThat(Seq.latin1(bytes, 3, 9_000).asString())
        .isEqualTo(new String(bytes, 3, 8_997, StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> seq.append(1L).toByteArray())
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> seq.asString()).isInstanceOf(IllegalStateException.class);
  }

  /** The bytes of the arrays in which a Seq stands, and the number of arrays. */
  private record Footprint(long bytes, int arrays) {
    static Footprint of(Seq seq) {
      long bytes = 0;
      int arrays = 0;
      for (Cursor c = new Cursor(seq.balanced()); c.fill(); c.position = c.end) {
        int width =
            switch (c.kind) {
              case LeafArray.BYTES, LeafArray.LATIN -> 1;
              case LeafArray.CHARS -> 2;
              case LeafArray.LONGS -> 8;
              default -> 4;
            };
        bytes += (long) width * java.lang.reflect.Array.getLength(c.array);
        arrays++;
      }
      return new Footprint(bytes, arrays);
    }
  }

  @Test
  void aCharacterCostsAsManyBytesAsItNeeds() throws CharacterCodingException {
    int n = 1_000_000;
    String text = "The quick brown fox. ".repeat(n / 21);
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    Seq appended = Seq.EMPTY;
    for (int i = 0; i < text.length(); i++) {
      appended = appended.append(Char.of(text.charAt(i)));
    }
    Seq joined = Seq.EMPTY;
    for (int i = 0; i < n / 21; i++) {
      joined = joined.concat(Seq.text("The quick brown fox. "));
    }
    SeqBuilder built = Seq.builder();
    text.chars().forEach(c -> built.add(Char.of(c)));
    Seq[] all = {Seq.text(text), Seq.utf8(utf8, 0, utf8.length), appended, joined, built.build()};
    for (Seq seq : all) {
      assertThat(seq.asString()).isEqualTo(text);
      Footprint footprint = Footprint.of(seq);
      assertThat(footprint.bytes).isBetween((long) text.length(), text.length() * 102L / 100);
      assertThat(footprint.arrays).isLessThan(text.length() / 800);
    }
    assertThat(Footprint.of(Seq.text("\u3042".repeat(n))).bytes).isLessThan(n * 21L / 10);
    assertThat(Footprint.of(Seq.text("\ud83d\ude00".repeat(n))).bytes).isLessThan(n * 41L / 10);
    assertThat(Footprint.of(Seq.longs(new long[n])).bytes).isLessThan(n * 81L / 10);
    assertThat(Footprint.of(Seq.bytes(new byte[n])).bytes).isLessThan(n * 102L / 100);
  }

  @Test
  void whatIsAppendedFillsTheRoomBehind() {
    Seq text = Seq.text("x".repeat(100));
    Seq once = text.concat(Seq.text("y"));
    assertThat(Footprint.of(once).bytes).isEqualTo(101);
    Seq twice = once.concat(Seq.text("z"));
    assertThat(Footprint.of(twice).bytes).isBetween(102L, 204L);
    Seq longer = twice.concat(Seq.text("\u00e9"));
    Seq other = twice.concat(Seq.text("\u3042"));
    assertThat(((Slice) longer).array()).isSameAs(((Slice) twice).array());
    assertThat(twice.asString()).isEqualTo("x".repeat(100) + "yz");
    assertThat(longer.asString()).isEqualTo("x".repeat(100) + "yz\u00e9");
    assertThat(other.asString()).isEqualTo("x".repeat(100) + "yz\u3042");
  }

  @Test
  void digitsAreThoseOfJava() {
    List<Long> numbers = new ArrayList<>(List.of(0L, Long.MAX_VALUE, Long.MIN_VALUE));
    for (long power = 1; power > 0; power = power > Long.MAX_VALUE / 10 ? 0 : power * 10) {
      for (long number : new long[] {power - 1, power, power + 1, power / 2 * 13}) {
        numbers.add(number);
        numbers.add(-number);
      }
    }
    for (String before : List.of("", "a", "\u3042", "\ud83d\ude00", "x".repeat(1020))) {
      SeqBuilder builder = Seq.builder().addText(before);
      StringBuilder model = new StringBuilder(before);
      for (long number : numbers) {
        builder.addPlain(number);
        model.append(number);
      }
      assertThat(builder.build().asString()).isEqualTo(model.toString());
    }
    assertThat(Seq.builder().add(1L).addPlain(-5L).build())
        .isEqualTo(Seq.of(1L, Char.of('-'), Char.of('5')));
  }

  @Test
  void joinsThePlainTextsOfUpToThreeValues() {
    List<Object> values =
        List.of(
            0L,
            -10L,
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            1.5,
            Seq.EMPTY,
            Seq.text(", "),
            Seq.text("x".repeat(9)),
            Seq.text("abcdef").drop(2),
            Seq.text("\u00e9\u3042"),
            Seq.text("x".repeat(1020)),
            Seq.text("x".repeat(5000)),
            Seq.of(1L, 2L),
            Char.of('c'),
            Symbol.of("symbol"),
            Unit.UNIT);
    for (Object a : values) {
      assertThat(Text.join(a, null, null).asString()).isEqualTo(Text.plain(a));
      for (Object b : values) {
        assertThat(Text.join(a, b, null).asString()).isEqualTo(Text.plain(a) + Text.plain(b));
        for (Object c : values) {
          assertThat(Text.join(a, b, c))
              .isEqualTo(Seq.text(Text.plain(a) + Text.plain(b) + Text.plain(c)));
        }
      }
    }
  }

  /** Every version of a string stays what it was, whatever is appended to it and how often. */
  @Test
  void appendsThePlainTextsOfUpToThreeValues() {
    Property.check(
        2000,
        choices -> {
          List<Seq> versions = new ArrayList<>(List.of(Seq.EMPTY, Seq.of(1L, 2L)));
          List<Seq> expected = new ArrayList<>(versions);
          for (int n = 1 + choices.below(40); n > 0; n--) {
            // Mostly the newest, so that strings grow.
            int which = choices.yes() ? versions.size() - 1 : choices.below(versions.size());
            Object first = part(choices, versions);
            Object second = choices.yes() ? part(choices, versions) : null;
            Object third = second != null && choices.yes() ? part(choices, versions) : null;
            versions.add(Text.append(versions.get(which), first, second, third));
            expected.add(
                Seq.builder()
                    .addAll(expected.get(which))
                    .addPlain(first)
                    .addPlain(second == null ? Seq.EMPTY : second)
                    .addPlain(third == null ? Seq.EMPTY : third)
                    .build());
          }
          assertThat(versions).isEqualTo(expected);
        });
  }

  private static Object part(Choices choices, List<Seq> versions) {
    return switch (choices.below(8)) {
      case 0, 1 -> (long) choices.below(100_000) - 50_000;
      case 2, 3 -> Seq.text("x".repeat(choices.below(12)));
      case 4 -> Seq.text("x".repeat(choices.below(3000)));
      case 5 -> Seq.text(choices.oneOf("\u00e9", "\u3042", "\ud83d\ude00"));
      case 6 -> choices.oneOf(1.5, Symbol.of("symbol"), Unit.UNIT, Char.of('c'));
      default -> {
        Seq version = versions.get(choices.below(versions.size()));
        yield version.length() < 5000 ? version : Seq.EMPTY;
      }
    };
  }

  @Test
  void aShortPartDoesNotKeepALeafAlive() {
    Seq text = Seq.text("x".repeat(100_000));
    assertThat(Footprint.of(text.slice(50_000, 50_010)).bytes).isLessThan(1100);
    assertThat(Footprint.of(text.take(10)).bytes).isEqualTo(10);
    assertThat(Footprint.of(Seq.text("x".repeat(1000)).slice(500, 507)).bytes).isEqualTo(7);
  }

  /** As where there is no memory for it. */
  @Test
  void aTextThatNoArrayHoldsIsRefused() {
    Seq text = Seq.text("a");
    for (int i = 0; i < 31; i++) {
      text = text.concat(text);
    }
    assertThatThrownBy(text::toUtf8)
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("no array has 2147483648 elements");
  }
}
