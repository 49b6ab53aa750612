package yona.data;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An immutable dictionary. Of equal keys the first is kept, of their values the last.
 *
 * <p>A hash trie (CHAMP, {@link Trie}). To put, remove or find a key takes O(log n), in steps of
 * 32; the operations on two dicts go through both tries together and share what they can. Entries
 * that are put into a large dict wait until somebody looks ({@link PendingEntry}). The iteration
 * order is unspecified, but the same for equal dicts within a run.
 *
 * <p>A dict that is ordered ({@link #ordered}) keeps the order in which its keys were put first. It
 * equals a dict with the same entries. Its methods give ordered dicts: keys that stay keep their
 * order, and new ones follow.
 */
public final class Dict implements Iterable<Tuple> {
  /** The dict without entries. */
  public static final Dict EMPTY = new Dict(Trie.EMPTY);

  private static final Dict ORDERED_EMPTY = new Dict(Trie.EMPTY, KeyOrder.EMPTY);

  /**
   * A {@link Trie}, or a {@link PendingEntry} or {@link Supplier} of a dict, which the trie
   * replaces when somebody looks.
   */
  private Object content;

  /** That of the keys, in a dict that is ordered. */
  private final @Nullable KeyOrder order;

  /** The hash, 0 until somebody asks. */
  private int hash;

  /** Of what {@link #content} may be. */
  Dict(Object content) {
    this(content, null);
  }

  /** Of a trie, and the order of its keys. */
  Dict(Object content, @Nullable KeyOrder order) {
    this.content = content;
    this.order = order;
  }

  static Dict of(Trie root, @Nullable KeyOrder order) {
    return root.size() > 0 ? new Dict(root, order) : order == null ? EMPTY : ORDERED_EMPTY;
  }

  /**
   * A builder, which is the fastest way to make a dict of many entries.
   *
   * @return a new one; for one thread
   */
  public static Builder builder() {
    return new Builder(EMPTY);
  }

  /**
   * A builder of an ordered dict.
   *
   * @return a new one; for one thread
   */
  public static Builder orderedBuilder() {
    return new Builder(ORDERED_EMPTY);
  }

  /**
   * A builder of a dict that is ordered if this one is.
   *
   * @return a new one; for one thread
   */
  public Builder builderAlike() {
    return new Builder(order == null ? EMPTY : ORDERED_EMPTY);
  }

  /**
   * Whether it keeps the order in which its keys were put first.
   *
   * @return whether it is ordered
   */
  public boolean isOrdered() {
    return order != null;
  }

  /**
   * The dict of many entries at once, faster than a builder.
   *
   * @param keys the keys; of equal ones the first stays and the last one's value counts
   * @param values holds as many values, in the order of the keys
   * @param from index of the first value
   * @return the dict
   */
  public static Dict of(Object[] keys, Object[] values, int from) {
    return of(new TrieBulkLoader(keys, values, from).trie(), null);
  }

  /**
   * The ordered dict of many entries at once, faster than a builder.
   *
   * @param keys the keys; of equal ones the first stays and the last one's value counts
   * @param values holds as many values, in the order of the keys
   * @param from index of the first value
   * @return the dict
   */
  public static Dict ordered(Object[] keys, Object[] values, int from) {
    Trie root = new TrieBulkLoader(keys, values, from).trie();
    if (root.size() == keys.length) {
      return of(root, KeyOrder.of(Seq.of(keys)));
    }
    Builder builder = orderedBuilder();
    for (int i = 0; i < keys.length; i++) {
      builder.put(keys[i], values[from + i]);
    }
    return builder.build();
  }

  /**
   * A dict whose entries are made when somebody looks at it first, for those that often nobody
   * looks at.
   *
   * @param entries makes them: without suspending, without an error, and equal ones whenever it is
   *     called; two threads that look at the same time both call it
   * @return the dict; it refers to the supplier until somebody has looked
   */
  public static Dict lazy(Supplier<Dict> entries) {
    return new Dict(entries);
  }

  /** The number of entries. */
  public int size() {
    return root().size();
  }

  /** Whether there is no entry. */
  public boolean isEmpty() {
    return root().size() == 0;
  }

  /**
   * The value of a key.
   *
   * @param key the key
   * @return the value of an equal key, null if there is none
   */
  public @Nullable Object get(Object key) {
    return root().get(0, Equality.hash(key), key);
  }

  /**
   * Whether an equal key is there.
   *
   * @param key the key
   * @return whether it has a value
   */
  public boolean contains(Object key) {
    return get(key) != null;
  }

  /**
   * This dict with a value for a key.
   *
   * @param key the key; an equal one that is there stays
   * @param value its value
   * @return the changed dict
   */
  public Dict put(Object key, Object value) {
    Object there = content;
    if (there instanceof PendingEntry last && !last.isFull()) {
      return new Dict(new PendingEntry(last, key, value));
    }
    Trie root = root();
    // An order has to know at once whether a key is new.
    if (root.size() >= PendingEntry.LARGE && order == null) {
      return new Dict(new PendingEntry(root, key, value));
    }
    return with(root, Equality.hash(key), key, value);
  }

  /**
   * This dict with another value for a key, whose hash is computed once.
   *
   * @param key the key; an equal one that is there stays
   * @param change gives the new value from the one that is there, from null if there is none; it
   *     may suspend
   * @return the changed dict
   */
  public Dict update(Object key, Function<@Nullable Object, Object> change) {
    int keyHash = Equality.hash(key);
    Trie root = root();
    return with(root, keyHash, key, change.apply(root.get(0, keyHash, key)));
  }

  private Dict with(Trie root, int keyHash, Object key, Object value) {
    Trie changed = root.put(0, keyHash, key, value, 2, null);
    if (changed == root) {
      return this;
    }
    KeyOrder keys = order;
    boolean isNew = keys != null && changed.size() > root.size();
    return new Dict(changed, isNew ? keys.with(key) : keys);
  }

  /**
   * A transient, which puts values in place.
   *
   * @return a new one
   */
  public TransientDict asTransient() {
    return new TransientDict(this);
  }

  /**
   * This dict without a key.
   *
   * @param key the key
   * @return the smaller dict; this very dict if the key is absent
   */
  public Dict remove(Object key) {
    Trie root = root();
    Trie changed = root.remove(0, Equality.hash(key), key, 2);
    if (changed == root) {
      return this;
    }
    return of(changed, order == null ? null : order.without(key));
  }

  /**
   * The entries of either dict.
   *
   * @param other the other dict
   * @return all entries; of equal keys this dict's, of their values the other's
   */
  public Dict union(Dict other) {
    return result(TrieAlgebra.ofDicts().union(root(), other.root()), other);
  }

  /**
   * The keys of both dicts.
   *
   * @param other the other dict
   * @return this dict's keys that the other has too, with the other's values
   */
  public Dict intersection(Dict other) {
    return result(TrieAlgebra.ofDicts().intersection(root(), other.root()), other);
  }

  /**
   * This dict without the keys of another.
   *
   * @param other the other dict
   * @return this dict's entries whose keys the other does not have
   */
  public Dict difference(Dict other) {
    return result(TrieAlgebra.ofDicts().difference(root(), other.root()), other);
  }

  /**
   * The entries whose keys only one of both dicts has.
   *
   * @param other the other dict
   * @return those entries
   */
  public Dict symmetricDifference(Dict other) {
    return result(TrieAlgebra.ofDicts().symmetricDifference(root(), other.root()), other);
  }

  /** Of both dicts: keys that stay in their order, and then those of the other one. */
  private Dict result(Trie changed, Dict other) {
    if (changed == root()) {
      return this;
    }
    KeyOrder own = order;
    if (own == null) {
      return changed == other.root() && other.order == null ? other : of(changed, null);
    }
    SeqBuilder keys = Seq.builder();
    for (Object key : own) {
      if (changed.get(0, Equality.hash(key), key) != null) {
        keys.add(key);
      }
    }
    other.forEach(
        (key, _) -> {
          int hash = Equality.hash(key);
          if (changed.get(0, hash, key) != null && root().get(0, hash, key) == null) {
            keys.add(key);
          }
        });
    return of(changed, KeyOrder.of(keys.build()));
  }

  /**
   * Whether this dict is part of another.
   *
   * @param other the other dict
   * @return whether it has every key of this one, with an equal value
   */
  public boolean isSubset(Dict other) {
    return TrieAlgebra.ofDicts().isSubset(root(), other.root(), Equality::equal);
  }

  /**
   * The keys, without hashing them again.
   *
   * @return the set of them
   */
  public Set keys() {
    return isEmpty() ? Set.EMPTY : new Set(root().keys());
  }

  /** The values, in iteration order. */
  public Seq values() {
    SeqBuilder builder = Seq.builder();
    forEach((_, value) -> builder.add(value));
    return builder.build();
  }

  /** The entries as tuples of key and value, in iteration order. */
  public Seq toSeq() {
    return Seq.fromIterable(this);
  }

  /** The entries as tuples of key and value; for one thread. */
  @Override
  public Iterator<Tuple> iterator() {
    return order == null ? unordered() : inOrder(order.iterator());
  }

  private Iterator<Tuple> inOrder(Iterator<Object> keys) {
    Trie root = root();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return keys.hasNext();
      }

      @Override
      public Tuple next() {
        Object key = keys.next();
        return Tuple.of(key, Objects.requireNonNull(root.get(0, Equality.hash(key), key)));
      }
    };
  }

  private Iterator<Tuple> unordered() {
    TrieIterator entries = new TrieIterator(root(), 2);
    return new Iterator<>() {
      private boolean more = entries.advance();

      @Override
      public boolean hasNext() {
        return more;
      }

      @Override
      public Tuple next() {
        if (!more) {
          throw TrieIterator.atEnd();
        }
        Tuple entry = Tuple.of(entries.key(), entries.value());
        more = entries.advance();
        return entry;
      }
    };
  }

  /**
   * Calls an action with each key and value, in iteration order.
   *
   * @param action the action
   */
  public void forEach(BiConsumer<Object, Object> action) {
    if (order != null) {
      Trie root = root();
      for (Object key : order) {
        action.accept(key, Objects.requireNonNull(root.get(0, Equality.hash(key), key)));
      }
      return;
    }
    for (TrieIterator entries = new TrieIterator(root(), 2); entries.advance(); ) {
      action.accept(entries.key(), entries.value());
    }
  }

  /**
   * Copies the keys and values, in iteration order.
   *
   * @param keys as long as this dict
   * @param values as long as this dict
   */
  public void copyInto(Object[] keys, Object[] values) {
    int[] at = {0};
    forEach(
        (key, value) -> {
          keys[at[0]] = key;
          values[at[0]++] = value;
        });
  }

  /** That of the keys, in a dict that is ordered. */
  @Nullable KeyOrder order() {
    return order;
  }

  /** The trie with all entries. */
  Trie root() {
    Object there = content;
    if (there instanceof Trie root) {
      return root;
    }
    Trie root =
        there instanceof PendingEntry last
            ? last.trie()
            : ((Dict) ((Supplier<?>) there).get()).root();
    content = root;
    return root;
  }

  boolean allPairs(Dict other, PairPredicate test) {
    return TrieAlgebra.ofDicts().allPairs(root(), other.root(), test);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Dict && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    int known = hash;
    if (known == 0) {
      for (TrieIterator entries = new TrieIterator(root(), 2); entries.advance(); ) {
        int key = Equality.hash(entries.key());
        known += Equality.mix(key ^ Equality.hashOfEntryValue(entries.value()) * 31);
      }
      known = Equality.sealed(Kind.DICT, known);
      hash = known;
    }
    return known;
  }

  /** The source text, as {@link Text#source}. */
  @Override
  public String toString() {
    return Text.source(this);
  }

  /** Builds a dict, changing the nodes that it made itself in place; for one thread. */
  public static final class Builder {
    private Trie.Owner owner = new Trie.Owner();
    private Trie root = Trie.EMPTY;
    private @Nullable KeyOrder order;

    Builder(Dict empty) {
      this.order = empty.order;
    }

    /**
     * Puts a value under a key.
     *
     * @param key the key; an equal one that is there stays
     * @param value its value
     * @return this builder
     */
    public Builder put(Object key, Object value) {
      int size = root.size();
      root = root.put(0, Equality.hash(key), key, value, 2, owner);
      if (order != null && root.size() > size) {
        order = order.with(key);
      }
      return this;
    }

    /**
     * The value of a key so far.
     *
     * @param key the key
     * @return its value, null if there is none
     */
    public @Nullable Object get(Object key) {
      return root.get(0, Equality.hash(key), key);
    }

    /** The number of entries so far. */
    public int size() {
      return root.size();
    }

    /**
     * The dict of what was put so far; more may be put afterwards.
     *
     * @return the dict
     */
    public Dict build() {
      owner = new Trie.Owner();
      return of(root, order);
    }
  }
}
