package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** What is left of a text is a text, whatever form it had; what is left of others is not. */
class EmptyTextTest {
  @Test
  void equalsTheEmptySeq() {
    assertThat(Seq.EMPTY_TEXT).isEqualTo(Seq.EMPTY).hasSameHashCodeAs(Seq.EMPTY);
    assertThat(Seq.EMPTY).isEqualTo(Seq.EMPTY_TEXT);
    assertThat(TotalOrder.compare(Seq.EMPTY_TEXT, Seq.EMPTY)).isZero();
    assertThat(Ordering.compareOperands(Seq.EMPTY_TEXT, Seq.EMPTY)).isEqualTo(Ordering.EQUAL);
    assertThat(Set.of(Seq.EMPTY_TEXT, Seq.EMPTY).size()).isEqualTo(1);
    assertThat(Dict.EMPTY.put(Seq.EMPTY, 1L).get(Seq.EMPTY_TEXT)).isEqualTo(1L);
    assertThat(Seq.EMPTY.isText()).isTrue();
    assertThat(Seq.EMPTY_TEXT.isBytes()).isTrue();
  }

  @Test
  void isWrittenAsText() {
    assertThat(Text.source(Seq.EMPTY_TEXT)).isEqualTo("\"\"");
    assertThat(Text.plain(Seq.EMPTY_TEXT)).isEmpty();
    assertThat(Text.source(Seq.of(Seq.EMPTY_TEXT, Seq.EMPTY))).isEqualTo("[\"\", []]");
  }

  @Test
  void comesFromWhateverMakesTexts() throws Exception {
    List<Seq> texts =
        List.of(
            Seq.text(""),
            Seq.latin1(new byte[1], 1, 1),
            Seq.utf8(new byte[1], 1, 1),
            Seq.utf8Lossy(new byte[0], 0, 0),
            Seq.utf16(new char[1], 0, 0),
            Text.join(Seq.EMPTY, null, null),
            Text.join(Seq.EMPTY, Seq.EMPTY_TEXT, Seq.of()),
            Text.append(Seq.EMPTY, Seq.EMPTY, null, null),
            Seq.builder().addText("").buildText(),
            Seq.EMPTY.asText());
    assertThat(texts).allMatch(Seq::isKnownText);
    List<Seq> others =
        List.of(
            Seq.of(),
            Seq.bytes(new byte[0]),
            Seq.longs(new long[0]),
            Seq.range(3, 1, 1),
            Seq.builder().addAll(Seq.EMPTY_TEXT).build(),
            Seq.fromIterable(List.of()));
    assertThat(others).noneMatch(Seq::isKnownText);
  }

  @Test
  void joinedWithNothingIsAText() {
    Seq text = Seq.EMPTY_TEXT;
    Seq one = Seq.of(1L);
    assertThat(text.concat(text).isKnownText()).isTrue();
    assertThat(text.concat(Seq.EMPTY).isKnownText()).isTrue();
    assertThat(Seq.EMPTY.concat(text).isKnownText()).isTrue();
    assertThat(Seq.EMPTY.concat(Seq.EMPTY).isKnownText()).isFalse();
    assertThat(Seq.concat(List.of(Seq.EMPTY, text)).isKnownText()).isTrue();
    assertThat(Seq.concat(List.of(Seq.EMPTY)).isKnownText()).isFalse();
    assertThat(one.concat(text)).isSameAs(one);
    assertThat(text.concat(one)).isSameAs(one);
    assertThat(one.prepend(2L).concat(text).toString()).isEqualTo("[2, 1]");
    assertThat(text.prepend(1L).tail().isKnownText()).isFalse();
    assertThat(Seq.EMPTY.prepend(Char.of('a')).tail().isKnownText()).isTrue();
  }

  @Test
  void growsAsAnyOther() {
    Seq seq = Seq.EMPTY_TEXT;
    for (long i = 0; i < 100; i++) {
      seq = seq.append(i);
    }
    assertThat(seq).isEqualTo(Seq.range(0, 100, 1));
    SeqInvariants.check(seq);
  }

  @Test
  void isLeftOfEveryText() {
    Property.check(
        500,
        choices -> {
          Seq seq = made(choices, true);
          assertThat(nothingOf(choices, seq).isKnownText()).as("of %s", seq).isTrue();
        });
  }

  @Test
  void isNotLeftOfOthers() {
    Property.check(
        500,
        choices -> {
          Seq seq = made(choices, false);
          assertThat(nothingOf(choices, seq).isKnownText()).as("of %s", seq).isFalse();
        });
  }

  /** A Seq of Chars, or of Ints and Symbols, in a random form. */
  private static Seq made(Choices choices, boolean text) {
    Seq seq = text ? Seq.EMPTY_TEXT : Seq.EMPTY;
    int last = choices.oneOf(0x61, 0xe9, 0x3042, 0x1f600);
    for (int i = 1 + choices.below(5); i > 0; i--) {
      List<Object> some = new ArrayList<>();
      for (int k = choices.below(choices.below(8) == 0 ? 2_000 : 12); k >= 0; k--) {
        Object other = choices.yes() ? (Object) (long) k : Symbol.of("s");
        some.add(text ? Char.of(last - k % 60) : other);
      }
      switch (choices.below(4)) {
        case 0 -> seq = seq.concat(Seq.fromIterable(some));
        case 1 -> seq = Seq.fromIterable(some).concat(seq);
        case 2 -> {
          for (Object each : some) {
            seq = seq.prepend(each);
          }
        }
        default -> {
          for (Object each : some) {
            seq = seq.append(each);
          }
        }
      }
    }
    return seq;
  }

  /** Takes elements away until none is left. */
  private static Seq nothingOf(Choices choices, Seq whole) {
    Seq seq = whole;
    while (!seq.isEmpty()) {
      long length = seq.length();
      long some = choices.below((int) length + 1);
      seq =
          switch (choices.below(9)) {
            case 0 -> seq.tail();
            case 1 -> seq.init();
            case 2 -> seq.take(length - some);
            case 3 -> seq.drop(some);
            case 4 -> seq.slice(some, some + choices.below((int) (length - some) + 1));
            case 5 -> seq.remove(choices.below((int) length));
            case 6 -> SeqCursor.rest(SeqCursor.of(seq), (int) Math.max(1, some));
            case 7 -> walked(seq);
            default -> seq.reverse();
          };
      SeqInvariants.check(seq);
    }
    return choices.yes() ? seq : seq.reverse().take(0).drop(0).emptied();
  }

  private static Seq walked(Seq seq) {
    Object cursor = SeqCursor.of(seq);
    while (SeqCursor.has(cursor, 1)) {
      cursor = SeqCursor.advance(cursor, 1) ? cursor : SeqCursor.rest(cursor, 1);
    }
    return (Seq) SeqCursor.value(cursor);
  }
}
