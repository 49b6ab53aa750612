package yona.data;

import java.util.Iterator;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** An immutable dictionary. Of equal keys the first is kept, of their values the last. */
@SuppressWarnings("NonApiType")
public final class Dict implements Iterable<Tuple> {
  /** The dict without entries. */
  public static final Dict EMPTY = new Dict(new TreeMap<>(TotalOrder::compare));

  private final TreeMap<Object, Object> entries;

  private Dict(TreeMap<Object, Object> entries) {
    this.entries = entries;
  }

  /** A builder of a dict; for one thread. */
  public static Builder builder() {
    return new Builder();
  }

  /** The number of entries. */
  public int size() {
    return entries.size();
  }

  /** Whether there is no entry. */
  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** The value of a key, null if there is none. */
  public @Nullable Object get(Object key) {
    return entries.get(key);
  }

  /** Whether an equal key is there. */
  public boolean contains(Object key) {
    return entries.containsKey(key);
  }

  /** This dict with a key's value; an equal key that is there stays. */
  public Dict put(Object key, Object value) {
    TreeMap<Object, Object> copy = copy();
    copy.put(key, value);
    return new Dict(copy);
  }

  /** This dict without a key, this very dict if it is absent. */
  public Dict remove(Object key) {
    TreeMap<Object, Object> copy = copy();
    copy.remove(key);
    return new Dict(copy);
  }

  /** The entries of either; of equal keys this dict's, of their values the other's. */
  public Dict union(Dict other) {
    TreeMap<Object, Object> copy = copy();
    copy.putAll(other.entries);
    return new Dict(copy);
  }

  /** The keys of this dict that are in the other too, with the other's values. */
  public Dict intersection(Dict other) {
    TreeMap<Object, Object> copy = copy();
    copy.keySet().removeIf(k -> !other.contains(k));
    copy.replaceAll((k, v) -> java.util.Objects.requireNonNull(other.get(k)));
    return new Dict(copy);
  }

  /** This dict's entries whose keys are not in the other. */
  public Dict difference(Dict other) {
    TreeMap<Object, Object> copy = copy();
    copy.keySet().removeIf(other::contains);
    return new Dict(copy);
  }

  /** The entries whose keys are in exactly one of both. */
  public Dict symmetricDifference(Dict other) {
    return difference(other).union(other.difference(this));
  }

  /** Whether the other has every entry of this one: an equal key with an equal value. */
  public boolean isSubset(Dict other) {
    for (Tuple entry : this) {
      Object value = other.get(entry.get(0));
      if (value == null || !Equality.equal(entry.get(1), value)) {
        return false;
      }
    }
    return true;
  }

  /** The keys. */
  public Set keys() {
    return Set.fromIterable(entries.keySet());
  }

  /** The values, in iteration order. */
  public Seq values() {
    return Seq.fromIterable(entries.values());
  }

  /** The entries as tuples of key and value, in iteration order. */
  public Seq toSeq() {
    return Seq.fromIterable(this);
  }

  /** Tuples of key and value. */
  @Override
  public Iterator<Tuple> iterator() {
    return entries.entrySet().stream().map(e -> Tuple.of(e.getKey(), e.getValue())).iterator();
  }

  /** Calls an action with each key and value, in iteration order. */
  public void forEach(BiConsumer<Object, Object> action) {
    entries.forEach(action);
  }

  private TreeMap<Object, Object> copy() {
    return new TreeMap<>(entries);
  }

  boolean allPairs(Dict other, PairTest test) {
    Iterator<Tuple> others = other.iterator();
    for (Tuple entry : this) {
      Tuple o = others.next();
      if (!test.test(entry.get(0), o.get(0)) || !test.test(entry.get(1), o.get(1))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Dict && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (Tuple e : this) {
      sum += Equality.mix(Equality.hash(e.get(0)) ^ 31 * Equality.hashOfEntryValue(e.get(1)));
    }
    return Equality.sealed(Kind.DICT, sum);
  }

  @Override
  public String toString() {
    return Text.source(this);
  }

  /** Builds a dict; for one thread. */
  public static final class Builder {
    private final TreeMap<Object, Object> entries = new TreeMap<>(TotalOrder::compare);

    Builder() {}

    /** Puts a value under a key; an equal key that is there stays. */
    public Builder put(Object key, Object value) {
      entries.put(key, value);
      return this;
    }

    /** The value of a key so far, null if there is none. */
    public @Nullable Object get(Object key) {
      return entries.get(key);
    }

    /** The dict. */
    public Dict build() {
      return new Dict(new TreeMap<>(entries));
    }
  }
}
