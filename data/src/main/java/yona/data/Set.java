package yona.data;

import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An immutable set. Of equal elements the one that was there first is kept.
 *
 * <p>A hash trie (CHAMP, {@link Trie}). To add, remove or find an element takes O(log n), in steps
 * of 32; the operations on two sets go through both tries together and share what they can. The
 * iteration order is unspecified, but the same for equal sets within a run.
 */
public final class Set implements Iterable<Object> {
  /** The set without elements. */
  public static final Set EMPTY = new Set(Trie.EMPTY);

  private final Trie root;

  /** The hash, 0 until somebody asks. */
  private int hash;

  Set(Trie root) {
    this.root = root;
  }

  private static Set of(Trie root) {
    return root.size() == 0 ? EMPTY : new Set(root);
  }

  /**
   * A set of these elements.
   *
   * @param elements the elements; of equal ones the first is kept
   * @return the set of them
   */
  public static Set of(Object... elements) {
    Builder builder = builder();
    for (Object element : elements) {
      builder.add(element);
    }
    return builder.build();
  }

  /**
   * A set of the elements of something iterable.
   *
   * @param elements the elements; of equal ones the first is kept
   * @return the set of them
   */
  public static Set fromIterable(Iterable<?> elements) {
    if (elements instanceof Set set) {
      return set;
    }
    Builder builder = builder();
    elements.forEach(builder::add);
    return builder.build();
  }

  /**
   * A builder, which is the fastest way to make a set of many elements.
   *
   * @return a new one; for one thread
   */
  public static Builder builder() {
    return new Builder();
  }

  /** The number of elements. */
  public int size() {
    return root.size();
  }

  /** Whether there is no element. */
  public boolean isEmpty() {
    return root.size() == 0;
  }

  /**
   * Whether an equal element is in the set.
   *
   * @param element the element
   * @return whether it is there
   */
  public boolean contains(Object element) {
    return root.getKey(0, Equality.hash(element), element, 1) != null;
  }

  /**
   * This set with an element.
   *
   * @param element the element
   * @return the larger set; this very set if an equal element is there
   */
  public Set add(Object element) {
    Trie changed = root.put(0, Equality.hash(element), element, null, 1, null);
    return changed == root ? this : new Set(changed);
  }

  /**
   * A transient, which adds elements in place.
   *
   * @return a new one
   */
  public TransientSet asTransient() {
    return new TransientSet(this);
  }

  /**
   * This set without an element.
   *
   * @param element the element
   * @return the smaller set; this very set if the element is absent
   */
  public Set remove(Object element) {
    Trie changed = root.remove(0, Equality.hash(element), element, 1);
    return changed == root ? this : of(changed);
  }

  /**
   * The elements of either set.
   *
   * @param other the other set
   * @return all elements; of equal ones this set's
   */
  public Set union(Set other) {
    return result(TrieAlgebra.ofSets().union(root, other.root), other);
  }

  /**
   * The elements of both sets.
   *
   * @param other the other set
   * @return this set's elements that the other has too
   */
  public Set intersection(Set other) {
    return result(TrieAlgebra.ofSets().intersection(root, other.root), other);
  }

  /**
   * This set without another.
   *
   * @param other the other set
   * @return this set's elements that the other does not have
   */
  public Set difference(Set other) {
    return result(TrieAlgebra.ofSets().difference(root, other.root), other);
  }

  /**
   * The elements that only one of both sets has.
   *
   * @param other the other set
   * @return those elements
   */
  public Set symmetricDifference(Set other) {
    return result(TrieAlgebra.ofSets().symmetricDifference(root, other.root), other);
  }

  private Set result(Trie changed, Set other) {
    return changed == root ? this : changed == other.root ? other : of(changed);
  }

  /**
   * Whether this set is part of another.
   *
   * @param other the other set
   * @return whether it has all elements of this one
   */
  public boolean isSubset(Set other) {
    return TrieAlgebra.ofSets().isSubset(root, other.root, Equality::equal);
  }

  /**
   * Whether two sets have no element in common.
   *
   * @param other the other set
   * @return whether no element of this one is in the other
   */
  public boolean isDisjoint(Set other) {
    if (size() > other.size()) {
      return other.isDisjoint(this);
    }
    for (Object element : this) {
      if (other.contains(element)) {
        return false;
      }
    }
    return true;
  }

  /** The elements, in iteration order. */
  public Seq toSeq() {
    return Seq.fromIterable(this);
  }

  /** The elements; for one thread. */
  @Override
  public Iterator<Object> iterator() {
    TrieIterator entries = new TrieIterator(root, 1);
    return new Iterator<>() {
      private boolean more = entries.advance();

      @Override
      public boolean hasNext() {
        return more;
      }

      @Override
      public Object next() {
        if (!more) {
          throw TrieIterator.atEnd();
        }
        Object element = entries.key();
        more = entries.advance();
        return element;
      }
    };
  }

  @Override
  public void forEach(Consumer<? super Object> action) {
    for (TrieIterator entries = new TrieIterator(root, 1); entries.advance(); ) {
      action.accept(entries.key());
    }
  }

  /** The trie, for its invariants. */
  Trie root() {
    return root;
  }

  boolean allPairs(Set other, PairPredicate test) {
    return TrieAlgebra.ofSets().allPairs(root, other.root, test);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Set && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    int known = hash;
    if (known == 0) {
      for (TrieIterator entries = new TrieIterator(root, 1); entries.advance(); ) {
        known += Equality.mix(Equality.hash(entries.key()));
      }
      known = Equality.sealed(Kind.SET, known);
      hash = known;
    }
    return known;
  }

  /** The source text, as {@link Text#source}. */
  @Override
  public String toString() {
    return Text.source(this);
  }

  /** Builds a set, changing the nodes that it made itself in place; for one thread. */
  public static final class Builder {
    private Trie.Owner owner = new Trie.Owner();
    private Trie root = Trie.EMPTY;

    Builder() {}

    /**
     * Adds an element unless an equal one is there.
     *
     * @param element the element
     * @return this builder
     */
    public Builder add(Object element) {
      root = root.put(0, Equality.hash(element), element, null, 1, owner);
      return this;
    }

    /**
     * Whether an equal element was added.
     *
     * @param element the element
     * @return whether it is there
     */
    public boolean contains(Object element) {
      return root.getKey(0, Equality.hash(element), element, 1) != null;
    }

    /** The number of elements so far. */
    public int size() {
      return root.size();
    }

    /**
     * The set of what was added so far; more may be added afterwards.
     *
     * @return the set
     */
    public Set build() {
      owner = new Trie.Owner();
      return of(root);
    }
  }
}
