package yona.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** What is made of many elements at once is what it would be one by one. */
final class BulkTest {
  @Test
  void aDictOfManyEntriesIsWhatWasPutIntoIt() {
    Property.check(
        2000,
        choices -> {
          Object[] keys = keys(choices);
          Object[] values = new Object[keys.length + 2];
          Arrays.setAll(values, i -> (long) i);
          Dict expected = Dict.EMPTY;
          for (int i = 0; i < keys.length; i++) {
            expected = expected.put(keys[i], values[i + 2]);
          }
          Dict dict = Dict.of(keys, values, 2);
          same(dict, expected);
          DictShape shape = DictShape.of(keys);
          assertThat(shape.size()).isEqualTo(keys.length);
          same(shape.dict(values, 2), expected);
          same(shape.dict(values, 1), expected, -1);
          TrieInvariants.check(dict);
        });
  }

  private static void same(Dict dict, Dict expected) {
    assertThat(dict).isEqualTo(expected);
    assertThat(dict.toSeq()).isEqualTo(expected.toSeq());
    assertThat(dict.hashCode()).isEqualTo(expected.hashCode());
    Object[] keys = new Object[dict.size()];
    Object[] values = new Object[dict.size()];
    dict.copyInto(keys, values);
    assertThat(Seq.of(values)).isEqualTo(dict.values());
    assertThat(Seq.of(keys)).isEqualTo(dict.keys().toSeq());
  }

  private static void same(Dict dict, Dict expected, long more) {
    Dict.Builder other = Dict.builder();
    expected.forEach((key, value) -> other.put(key, (Long) value + more));
    same(dict, other.build());
  }

  /** Keys of which many are equal, and many have hashes that agree in some bits. */
  private static Object[] keys(Choices choices) {
    int bound = choices.oneOf(3, 20, 1000);
    Object[] keys = new Object[choices.below(100)];
    for (int i = 0; i < keys.length; i++) {
      long n = choices.below(bound);
      keys[i] =
          choices.oneOf(n, n << 32, (n << 32) - n * 0x9e3779b1L, (double) n, Seq.text("k" + n));
    }
    return keys;
  }

  @Test
  void utf16IsTextOfWholeCharacters() {
    Property.check(
        2000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(choices.oneOf(5, 1500)); n > 0; n--) {
            text.append(choices.oneOf("a", "é", "語", "😀", "\ud83d", "\ude00"));
          }
          char[] units = ("xx" + text + "x").toCharArray();
          boolean whole = text.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
          if (whole) {
            Seq seq = utf16(units, 2, units.length - 1);
            assertThat(seq).isEqualTo(Seq.text(text));
            assertThat(seq.asString()).isEqualTo(text.toString());
            assertThat(Seq.utf8Lossy(seq.toUtf8(), 0, seq.toUtf8().length)).isEqualTo(seq);
            SeqInvariants.check(seq);
          } else {
            assertThatThrownBy(() -> Seq.utf16(units, 2, units.length - 1))
                .isInstanceOf(CharacterCodingException.class);
          }
        });
  }

  private static Seq utf16(char[] units, int from, int to) {
    try {
      return Seq.utf16(units, from, to);
    } catch (CharacterCodingException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void elementsAreCopiedOutAsTheyAre() {
    Property.check(
        1000,
        choices -> {
          Object[] elements = new Object[choices.below(choices.oneOf(4, 300))];
          boolean mixed = choices.yes();
          for (int i = 0; i < elements.length; i++) {
            elements[i] = mixed && choices.below(50) == 49 ? "x" : (Object) (long) i;
          }
          Seq seq = Seq.of(elements, 0, elements.length);
          assertThat(seq).isEqualTo(Seq.of(elements));
          long[] longs = seq.toLongArray();
          if (longs != null) {
            assertThat(Seq.longs(longs, 0, longs.length)).isEqualTo(seq);
          } else {
            assertThat(Arrays.asList(elements)).contains("x");
          }
          byte[] latin = new byte[elements.length];
          assertThat(seq.copyLatin1(latin, 0)).isEqualTo(elements.length == 0);
        });
  }

  @Test
  void latinCharactersAreCopiedWhereverTheyLie() {
    Property.check(
        1000,
        choices -> {
          Seq seq = Seq.EMPTY;
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(20); n > 0; n--) {
            String part = choices.oneOf("a", "é", "bc".repeat(choices.below(40)));
            text.append(part);
            seq = choices.yes() ? seq.concat(Seq.text(part)) : appended(seq, part);
          }
          byte[] latin = new byte[text.length() + 1];
          assertThat(seq.copyLatin1(latin, 1)).isTrue();
          assertThat(Seq.latin1(latin, 1, latin.length)).isEqualTo(seq);
          Seq built = Seq.builder().addLatin1(latin, 1, latin.length).build();
          assertThat(built.asString()).isEqualTo(text.toString());
          assertThat(seq.append(Char.of(0x100)).copyLatin1(new byte[text.length() + 1], 0))
              .isFalse();
        });
  }

  private static Seq appended(Seq seq, String text) {
    Seq longer = seq;
    for (int i = 0; i < text.length(); i++) {
      longer = longer.append(Char.of(text.charAt(i)));
    }
    return longer;
  }
}
