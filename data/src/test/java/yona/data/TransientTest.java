package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.property.Property;

/**
 * Transients, one after the other on what the one before made, leave what they began with alone.
 */
class TransientTest {
  @Test
  void largeSeqsBeforeATransientStayAsTheyWere() {
    Property.check(
        40,
        choices -> {
          int length = choices.oneOf(300, 6_000);
          List<Object> model = new ArrayList<>();
          for (long i = 0; i < length; i++) {
            model.add(i);
          }
          Seq seq = Seq.fromIterable(model);
          for (int round = choices.oneOf(2, 3, 4); round > 0; round--) {
            TransientSeq transientSeq = TransientSeq.of(seq);
            assertThat(transientSeq).isNotNull();
            List<Object> changed = new ArrayList<>(model);
            for (int i = choices.below(12); i > 0; i--) {
              int index = Math.min(choices.oneOf(0, 150, 299, 3_000, 5_999) + i % 3, length - 1);
              Object element = choices.below(6) == 5 ? Symbol.of("s") : (Object) (long) -i;
              transientSeq.set(index, element);
              changed.set(index, element);
              choices.note("set " + index + " to " + element);
            }
            Seq persistent = transientSeq.persistent();
            assertThat(List.of(seq.toArray())).isEqualTo(model);
            assertThat(List.of(persistent.toArray())).isEqualTo(changed);
            seq = persistent;
            model = changed;
          }
        });
  }

  @Test
  void hashesFollowWhatATransientChanges() {
    Property.check(
        200,
        choices -> {
          int length = choices.oneOf(1, 20, 300, 1_000, 3_000);
          char[] model = "x".repeat(length).toCharArray();
          Seq text = Seq.text(new String(model));
          for (int round = choices.oneOf(1, 2, 3); round > 0; round--) {
            assertThat(text.hashCode()).isEqualTo(Seq.text(new String(model)).hashCode());
            TransientSeq transientSeq = TransientSeq.of(text);
            if (transientSeq == null) {
              int index = choices.below(length);
              model[index] = 'y';
              text = text.with(index, Char.of('y'));
              continue;
            }
            for (int i = choices.below(5); i > 0; i--) {
              int index = choices.below(length);
              char c = choices.oneOf('a', 'é', '€');
              model[index] = c;
              transientSeq.set(index, Char.of(c));
            }
            text = transientSeq.persistent();
          }
          Seq made = Seq.text(new String(model));
          assertThat(text).isEqualTo(made);
          assertThat(text.hashCode()).isEqualTo(made.hashCode());
        });
  }

  @Test
  void dictsAndSetsBeforeATransientStayAsTheyWere() {
    Property.check(
        500,
        choices -> {
          int keys = choices.oneOf(4, 40, 2_000);
          Map<Object, Object> model = new HashMap<>();
          Dict dict = Dict.EMPTY;
          Set set = Set.EMPTY;
          for (int round = choices.oneOf(2, 3, 4); round > 0; round--) {
            TransientDict ofDict = dict.asTransient();
            TransientSet ofSet = set.asTransient();
            Map<Object, Object> changed = new HashMap<>(model);
            for (int i = choices.below(60); i > 0; i--) {
              Object key = (long) choices.below(keys);
              ofDict.put(key, (long) i);
              ofSet.add(key);
              changed.put(key, (long) i);
            }
            assertThat(ofDict.size()).isEqualTo(changed.size());
            assertThat(ofSet.size()).isEqualTo(changed.size());
            assertSame(dict, set, model);
            dict = ofDict.persistent();
            set = ofSet.persistent();
            model = changed;
            assertSame(dict, set, model);
          }
        });
  }

  private static void assertSame(Dict dict, Set set, Map<Object, Object> model) {
    Map<Object, Object> entries = new HashMap<>();
    dict.forEach(entries::put);
    assertThat(entries).isEqualTo(model);
    java.util.Set<Object> elements = new HashSet<>();
    set.forEach(elements::add);
    assertThat(elements).isEqualTo(model.keySet());
  }
}
