package yona.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Seq against {@link ArrayList}, on every mixture of representations. */
class SeqTest {
  /** A Seq, and the list that it must equal for ever. */
  private record Version(Seq seq, List<Object> model) {}

  private static final int LONGEST = 30_000;

  @Test
  void everyOperationDoesAsAListAndLeavesOldVersionsAlone() {
    Property.check(
        150,
        choices -> {
          List<Version> versions = new ArrayList<>();
          versions.add(new Version(Seq.EMPTY, List.of()));
          for (int i = 5 + choices.below(40); i > 0; i--) {
            Version next = operation(choices, versions);
            SeqInvariants.check(next.seq);
            assertSame(next);
            versions.add(next);
          }
          for (Version version : versions) {
            SeqInvariants.check(version.seq);
            assertSame(version);
          }
        });
  }

  private static void assertSame(Version version) {
    Seq seq = version.seq;
    List<Object> model = version.model;
    assertThat(seq.length()).isEqualTo(model.size());
    assertThat(seq.isEmpty()).isEqualTo(model.isEmpty());
    int i = 0;
    for (Object element : seq) {
      assertEqual(element, model.get(i++));
    }
    assertThat(i).isEqualTo(model.size());
    Seq other = Seq.of(model.toArray());
    assertThat(seq).isEqualTo(other).hasSameHashCodeAs(other);
    assertThat(other).isEqualTo(seq);
    assertThat(TotalOrder.compare(seq, other)).isZero();
    assertThat(seq.toArray()).isEqualTo(other.toArray());
    assertThat(seq.isText()).isEqualTo(model.stream().allMatch(e -> e instanceof Char));
    assertThat(seq.isBytes()).isEqualTo(model.stream().allMatch(e -> e instanceof Byte));
    assertThat(seq.append(0L)).isNotEqualTo(other.append(1L));
    assertThat(seq.startsWith(other.take(model.size() / 2))).isTrue();
    assertThat(seq.endsWith(other.drop(model.size() / 2))).isTrue();
    int walked = 0;
    for (Seq rest = seq; walked < 300 && !rest.isEmpty(); rest = rest.tail()) {
      assertThat(rest.head()).isEqualTo(model.get(walked++));
    }
    List<Object> visited = new ArrayList<>();
    seq.forEach(visited::add);
    assertThat(visited).isEqualTo(model);
    assertThat(
            seq.fold(
                0, (count, each) -> each.equals(model.get((int) count)) ? (int) count + 1 : -1))
        .isEqualTo(model.size());
    for (int at = 0; at < model.size(); at += 1 + model.size() / 9) {
      Object wanted = model.get(at);
      long found = seq.indexOf(wanted);
      assertThat(found).isBetween(0L, (long) at);
      assertThat(Equality.equal(model.get((int) found), wanted)).isTrue();
      assertThat(model.subList(0, (int) found)).noneMatch(e -> Equality.equal(e, wanted));
      assertThat(seq.get(at)).isEqualTo(model.get(at));
    }
    if (!model.isEmpty()) {
      assertThat(seq.head()).isEqualTo(model.getFirst());
      assertThat(seq.last()).isEqualTo(model.getLast());
    }
  }

  /** For millions of elements: without an assertion object for each. */
  private static void assertEqual(Object element, Object expected) {
    if (!element.equals(expected)) {
      assertThat(element).isEqualTo(expected);
    }
  }

  @Test
  void aFrontGivesTheElementsInOrderAndWhatIsLeft() {
    Property.check(
        150,
        choices -> {
          List<Version> versions = new ArrayList<>();
          versions.add(new Version(Seq.EMPTY, List.of()));
          for (int i = 3 + choices.below(12); i > 0; i--) {
            versions.add(operation(choices, versions));
          }
          for (Version version : versions) {
            takeApart(choices, version);
            assertSame(version);
          }
        });
  }

  private static void takeApart(Choices choices, Version version) {
    Object cursor = SeqCursor.of(version.seq);
    List<Object> left = version.model;
    while (!left.isEmpty()) {
      assertThat(SeqCursor.isCursor(cursor)).isTrue();
      int step = 1 + choices.below(choices.below(20) == 0 ? 300 : 3);
      assertThat(SeqCursor.has(cursor, step)).isEqualTo(left.size() >= step);
      assertThat(SeqCursor.hasExactly(cursor, step)).isEqualTo(left.size() == step);
      int passed = Math.min(step, left.size());
      for (int i = 0; i < passed; i++) {
        assertEqual(SeqCursor.get(cursor, i), left.get(i));
      }
      // All of it, and thus seldom where there is much.
      if (choices.below(8 + left.size() / 64) == 0) {
        Seq rest = SeqCursor.rest(cursor, passed);
        assertSame(new Version(rest, left.subList(passed, left.size())));
        assertSame(new Version((Seq) SeqCursor.value(cursor), left));
        assertThat(cursor).hasToString(SeqCursor.value(cursor).toString());
      }
      cursor = SeqCursor.advance(cursor, passed) ? cursor : SeqCursor.rest(cursor, passed);
      left = left.subList(passed, left.size());
    }
    assertThat(SeqCursor.has(cursor, 1)).isFalse();
    assertThat(SeqCursor.hasExactly(cursor, 0)).isTrue();
    assertThat(SeqCursor.value(cursor)).isEqualTo(Seq.EMPTY);
  }

  private static Version operation(Choices choices, List<Version> versions) {
    Version on = versions.get(versions.size() - 1 - choices.below(Math.min(4, versions.size())));
    Seq seq = on.seq;
    int length = on.model.size();
    List<Object> model = new ArrayList<>(on.model);
    int operation = choices.below(20);
    choices.note(operation + " on " + seq.getClass().getSimpleName() + " of " + length);
    switch (operation) {
      case 0 -> {
        List<Object> elements = elements(choices);
        SeqBuilder builder = Seq.builder();
        elements.forEach(builder::add);
        return new Version(builder.build(), elements);
      }
      case 1 -> {
        int times = 1 + choices.below(100);
        for (Object element : row(choices, times)) {
          seq = seq.prepend(element);
          model.addFirst(element);
        }
      }
      case 2 -> {
        for (Object element : row(choices, 1 + choices.below(100))) {
          seq = seq.append(element);
          model.add(element);
        }
      }
      case 3 -> {
        for (int i = Math.min(length, 1 + choices.below(100)); i > 0; i--) {
          seq = seq.tail();
          model.removeFirst();
        }
      }
      case 4 -> {
        for (int i = Math.min(length, 1 + choices.below(100)); i > 0; i--) {
          seq = seq.init();
          model.removeLast();
        }
      }
      case 5, 6 -> {
        Version other = versions.get(choices.below(versions.size()));
        if (length + other.model.size() <= LONGEST) {
          seq = seq.concat(other.seq);
          model.addAll(other.model);
        }
      }
      case 7 -> {
        int count = choices.below(length + 2);
        seq = seq.take(count);
        model = model.subList(0, Math.min(count, length));
      }
      case 8 -> {
        int count = choices.below(length + 2);
        seq = seq.drop(count);
        model = model.subList(Math.min(count, length), length);
      }
      case 9 -> {
        int from = choices.below(length + 1);
        // Short ones, too, which lie in one leaf or two.
        int longest = Math.min(choices.oneOf(70, LONGEST), length - from);
        int to = from + choices.below(longest + 1);
        seq = seq.slice(from, to);
        model = model.subList(from, to);
      }
      case 10, 11 -> {
        for (int i = choices.below(20); i > 0 && length > 0; i--) {
          int index = choices.below(length);
          Object element = element(choices, choices.below(8));
          seq = seq.set(index, element);
          model.set(index, element);
        }
      }
      case 19 -> {
        TransientSeq transientSeq = TransientSeq.of(seq);
        int kind = choices.below(9);
        for (int i = choices.below(60); i > 0 && length > 0 && transientSeq != null; i--) {
          int index = choices.below(length);
          Object element = element(choices, kind == 8 ? choices.below(8) : kind);
          transientSeq.set(index, element);
          model.set(index, element);
          int other = choices.below(length);
          assertThat(transientSeq.get(other)).isEqualTo(model.get(other));
          assertThat(transientSeq.contains(element)).isTrue();
        }
        if (transientSeq != null) {
          assertThat(transientSeq.length()).isEqualTo(length);
          seq = transientSeq.persistent();
        }
      }
      case 12, 13 -> {
        for (int i = choices.below(20); i > 0; i--) {
          int index = choices.below(model.size() + 1);
          Object element = element(choices, choices.below(8));
          seq = seq.insert(index, element);
          model.add(index, element);
        }
      }
      case 14 -> {
        for (int i = choices.below(20); i > 0 && !model.isEmpty(); i--) {
          int index = choices.below(model.size());
          seq = seq.remove(index);
          model.remove(index);
        }
      }
      case 15 -> {
        seq = seq.reverse();
        Collections.reverse(model);
      }
      case 16 -> {
        for (int i = choices.below(200); i > 0 && !model.isEmpty(); i--) {
          Object element = element(choices, 0);
          seq = seq.prepend(element).init();
          model.addFirst(element);
          model.removeLast();
        }
      }
      case 17 -> {
        for (int i = choices.below(200); i > 0 && !model.isEmpty(); i--) {
          Object element = element(choices, 0);
          seq = seq.append(element).tail();
          model.add(element);
          model.removeFirst();
        }
      }
      default -> {
        long from = choices.below(1000) - 500L;
        long step = choices.below(9) - 4L;
        long to = choices.below(1000) - 500L;
        if (step != 0) {
          seq = Seq.range(from, to, step);
          model = new ArrayList<>();
          for (long i = from; step > 0 ? i < to : i > to; i += step) {
            model.add(i);
          }
        }
      }
    }
    return new Version(seq, List.copyOf(model));
  }

  /** Elements of one kind or mixed, of a few lengths that matter. */
  private static List<Object> elements(Choices choices) {
    int length =
        switch (choices.below(6)) {
          case 0 -> choices.below(4);
          case 1 -> choices.below(40);
          case 2 -> choices.below(200);
          case 3 -> choices.below(1100);
          case 4 -> choices.below(5000);
          default -> choices.below(LONGEST);
        };
    return row(choices, length);
  }

  /** Elements without a choice for each, so that shrinking stays quick. */
  private static List<Object> row(Choices choices, int length) {
    int kind = choices.below(9);
    java.util.Random random = new java.util.Random(choices.below(1000));
    List<Object> elements = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      int any = random.nextInt(1000);
      elements.add(element(kind == 8 ? any % 8 : kind, any));
    }
    return elements;
  }

  private static Object element(Choices choices, int kind) {
    return element(kind, choices.below(1000));
  }

  private static Object element(int kind, int any) {
    return switch (kind) {
      case 0 -> (long) any;
      case 1 -> Char.of(any & 0xff);
      case 2 -> Char.of(0x3000 + any);
      case 3 -> Char.of(0x1f600 + any);
      case 4 -> (byte) any;
      case 5 -> Symbol.of("s" + any % 10);
      case 6 -> any % 3 == 0;
      default -> Tuple.of((long) any, Unit.UNIT);
    };
  }

  @Test
  void anEmptySeqHasNoEndsAndNoIndex() {
    for (Seq empty : List.of(Seq.EMPTY, Seq.of(1L).tail(), Seq.range(1, 1, 1), Seq.text(""))) {
      assertThatThrownBy(empty::head).isInstanceOf(NoSuchElementException.class);
      assertThatThrownBy(empty::tail).isInstanceOf(NoSuchElementException.class);
      assertThatThrownBy(empty::last).isInstanceOf(NoSuchElementException.class);
      assertThatThrownBy(empty::init).isInstanceOf(NoSuchElementException.class);
      assertThatThrownBy(() -> empty.get(0)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThat(empty).isEqualTo(Seq.EMPTY);
    }
  }

  @Test
  void indexesOutsideAreRefused() {
    for (Seq seq : List.of(Seq.of(1L, 2L), Seq.EMPTY.prepend(2L).prepend(1L), Seq.range(1, 3, 1))) {
      assertThatThrownBy(() -> seq.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.set(2, 0L)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.insert(3, 0L)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.remove(2)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.slice(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> seq.take(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void twoAppendsToOneVersionDoNotSeeEachOther() {
    Seq base = Seq.EMPTY;
    for (long i = 0; i < 100; i++) {
      Seq left = base.append(i).append(-i);
      Seq right = base.append(i);
      assertThat(right.append(i * 2).last()).isEqualTo(i * 2);
      assertThat(left.last()).isEqualTo(-i);
      base = right;
    }
    assertThat(base).isEqualTo(Seq.range(0, 100, 1));
  }

  @Test
  void rangesBeyondAnIntAreStoredAsThreeNumbers() {
    Seq range = Seq.range(0, Long.MAX_VALUE, 1);
    assertThat(range.length()).isEqualTo(Long.MAX_VALUE);
    assertThat(range.get(1L << 40)).isEqualTo(1L << 40);
    assertThat(range.drop(1L << 40).tail().head()).isEqualTo((1L << 40) + 1);
    assertThat(range.take(3)).isEqualTo(Seq.of(0L, 1L, 2L));
    assertThat(Seq.range(Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE).toArray())
        .containsExactly(Long.MIN_VALUE, -1L, Long.MAX_VALUE - 1);
    assertThat(Seq.range(Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE).toArray())
        .containsExactly(Long.MAX_VALUE, -1L);
    assertThatThrownBy(() -> Seq.range(Long.MIN_VALUE, Long.MAX_VALUE, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Seq.range(0, 1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aBuilderGoesOnAfterItsFirstSeq() {
    SeqBuilder builder = Seq.builder();
    List<Object> model = new ArrayList<>();
    for (long i = 0; i < 300; i++) {
      builder.add(i);
      model.add(i);
      assertThat(builder.length()).isEqualTo(model.size());
      assertThat(builder.build().toArray()).containsExactlyElementsOf(model);
    }
  }

  @Test
  void whatABuilderHasBuiltStaysWhenItGoesOn() {
    SeqBuilder text = Seq.builder();
    SeqBuilder objects = Seq.builder();
    List<Seq> built = new ArrayList<>();
    List<Object[]> expected = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      text.addPlain((long) i).addText("a".repeat(i % 7));
      objects.add(i % 2 == 0 ? Symbol.of("even") : Char.of('o'));
      for (Seq now : List.of(text.build(), objects.build())) {
        built.add(now);
        expected.add(now.toArray());
        Object[] longer = Arrays.copyOf(now.toArray(), (int) now.length() + 1);
        longer[longer.length - 1] = Char.of('!');
        built.add(now.append(Char.of('!')));
        expected.add(longer);
      }
    }
    assertThat(built.stream().map(Seq::toArray)).containsExactlyElementsOf(expected);
  }

  @Test
  void concatenatesManyParts() {
    List<Seq> parts = new ArrayList<>();
    StringBuilder model = new StringBuilder();
    for (int i = 0; i < 500; i++) {
      parts.add(i % 3 == 0 ? Seq.text("x" + i) : Seq.of(Char.of(0x3042)).prepend(Char.of('-')));
      model.append(i % 3 == 0 ? "x" + i : "-\u3042");
    }
    assertThat(Seq.concat(parts).asString()).isEqualTo(model.toString());
  }
}
