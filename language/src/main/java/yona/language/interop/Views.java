package yona.language.interop;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Tuple;

/**
 * Yona's collections as unmodifiable ones of {@code java.util}: views, whose elements are converted
 * when somebody asks for them. They keep the contracts of {@code java.util}: equal to, and with the
 * hash of, a list, set or map of the converted elements.
 */
final class Views {
  private Views() {}

  /** A list of the elements of a Seq. */
  static List<Object> list(Seq seq) {
    return new SeqView(seq);
  }

  /** A list of the elements of a tuple. */
  static List<Object> list(Tuple tuple) {
    return new TupleView(tuple);
  }

  static Set<Object> set(yona.data.Set set) {
    return new SetView(set);
  }

  static Map<Object, Object> map(Dict dict) {
    return new DictView(dict);
  }

  private static int size(long length) {
    return (int) Math.min(length, Integer.MAX_VALUE);
  }

  /** Converts elements on their way to Java. */
  private record Elements(Iterator<?> source) implements Iterator<Object> {
    @Override
    public boolean hasNext() {
      return source.hasNext();
    }

    @Override
    public Object next() {
      return ToJava.object(source.next());
    }
  }

  private static final class SeqView extends AbstractList<Object> implements View {
    private final Seq seq;

    SeqView(Seq seq) {
      this.seq = seq;
    }

    @Override
    public Seq value() {
      return seq;
    }

    @Override
    public Object get(int index) {
      if (index < 0 || index >= seq.length()) {
        throw new IndexOutOfBoundsException("index " + index + ", size " + seq.length());
      }
      return ToJava.object(seq.get(index));
    }

    @Override
    public int size() {
      return Views.size(seq.length());
    }

    @Override
    public Iterator<Object> iterator() {
      return new Elements(seq.iterator());
    }
  }

  private static final class TupleView extends AbstractList<Object>
      implements View, java.util.RandomAccess {
    private final Tuple tuple;

    TupleView(Tuple tuple) {
      this.tuple = tuple;
    }

    @Override
    public Tuple value() {
      return tuple;
    }

    @Override
    public Object get(int index) {
      if (index < 0 || index >= tuple.length()) {
        throw new IndexOutOfBoundsException("index " + index + ", size " + tuple.length());
      }
      return ToJava.object(tuple.get(index));
    }

    @Override
    public int size() {
      return tuple.length();
    }
  }

  private static final class SetView extends AbstractSet<Object> implements View {
    private final yona.data.Set set;
    private @Nullable Set<Object> index;

    SetView(yona.data.Set set) {
      this.set = set;
    }

    @Override
    public yona.data.Set value() {
      return set;
    }

    @Override
    public int size() {
      return set.size();
    }

    @Override
    public Iterator<Object> iterator() {
      return new Elements(set.iterator());
    }

    /**
     * Java tells numbers of different classes apart, which Yona does not, so looking up is not the
     * set's own: an index is made by the first look.
     */
    @Override
    public boolean contains(Object element) {
      Set<Object> known = index;
      if (known == null) {
        known = new java.util.HashSet<>(this);
        index = known;
      }
      return known.contains(element);
    }

    @Override
    public boolean removeAll(Collection<?> elements) {
      throw new UnsupportedOperationException("a Yona Set does not change");
    }
  }

  private static final class DictView extends AbstractMap<Object, Object> implements View {
    private final Dict dict;
    private @Nullable Map<Object, Object> index;

    DictView(Dict dict) {
      this.dict = dict;
    }

    @Override
    public Dict value() {
      return dict;
    }

    @Override
    public int size() {
      return dict.size();
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return (key instanceof String text && dict.contains(Seq.text(text)))
          || index().containsKey(key);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      if (key instanceof String text) {
        Object value = dict.get(Seq.text(text));
        if (value != null) {
          return ToJava.object(value);
        }
      }
      return ToJava.object(index().get(key));
    }

    /** As of {@link SetView#contains}; strings, the most frequent keys, are found without it. */
    private Map<Object, Object> index() {
      Map<Object, Object> known = index;
      if (known == null) {
        known = new HashMap<>();
        for (Tuple entry : dict) {
          known.put(ToJava.object(entry.get(0)), entry.get(1));
        }
        index = known;
      }
      return known;
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
      return new Entries(dict);
    }
  }

  private static final class Entries extends AbstractSet<Map.Entry<Object, Object>> {
    private final Dict dict;

    Entries(Dict dict) {
      this.dict = dict;
    }

    @Override
    public int size() {
      return dict.size();
    }

    @Override
    public Iterator<Map.Entry<Object, Object>> iterator() {
      Iterator<Tuple> source = dict.iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return source.hasNext();
        }

        @Override
        public Map.Entry<Object, Object> next() {
          Tuple entry = source.next();
          return new AbstractMap.SimpleImmutableEntry<>(
              ToJava.object(entry.get(0)), ToJava.object(entry.get(1)));
        }
      };
    }
  }
}
