package yona.data;

import java.util.Iterator;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An immutable set. Of equal elements the one that was there first is kept. */
@SuppressWarnings({"NonApiType", "ReferenceEquality"})
public final class Set implements Iterable<Object> {
  /** The set without elements. */
  public static final Set EMPTY = new Set(new TreeSet<>(TotalOrder::compare));

  private final TreeSet<Object> elements;

  private Set(TreeSet<Object> elements) {
    this.elements = elements;
  }

  /** A set of these elements. */
  public static Set of(Object... elements) {
    Builder builder = builder();
    for (Object element : elements) {
      builder.add(element);
    }
    return builder.build();
  }

  /** A set of the elements of something iterable. */
  public static Set fromIterable(Iterable<?> elements) {
    Builder builder = builder();
    elements.forEach(builder::add);
    return builder.build();
  }

  /** A builder of a set; for one thread. */
  public static Builder builder() {
    return new Builder();
  }

  /** The number of elements. */
  public int size() {
    return elements.size();
  }

  /** Whether there is no element. */
  public boolean isEmpty() {
    return elements.isEmpty();
  }

  /** Whether an equal element is in the set. */
  public boolean contains(Object element) {
    return elements.contains(element);
  }

  /** This set with an element, this very set if it is there. */
  public Set add(Object element) {
    TreeSet<Object> copy = copy();
    copy.add(element);
    return new Set(copy);
  }

  /** This set without an element, this very set if it is absent. */
  public Set remove(Object element) {
    TreeSet<Object> copy = copy();
    copy.remove(element);
    return new Set(copy);
  }

  /** The elements of either; of equal ones this set's. */
  public Set union(Set other) {
    TreeSet<Object> copy = copy();
    copy.addAll(other.elements);
    return new Set(copy);
  }

  /** This set's elements that are in the other too. */
  public Set intersection(Set other) {
    TreeSet<Object> copy = copy();
    copy.removeIf(e -> !other.contains(e));
    return new Set(copy);
  }

  /** This set's elements that are not in the other. */
  public Set difference(Set other) {
    TreeSet<Object> copy = copy();
    copy.removeIf(other::contains);
    return new Set(copy);
  }

  /** The elements of exactly one of both. */
  public Set symmetricDifference(Set other) {
    return difference(other).union(other.difference(this));
  }

  /** Whether every element is in the other too. */
  public boolean isSubset(Set other) {
    return other.elements.containsAll(elements);
  }

  /** Whether no element is in the other. */
  public boolean isDisjoint(Set other) {
    return intersection(other).isEmpty();
  }

  /** The elements, in iteration order. */
  public Seq toSeq() {
    return Seq.fromIterable(this);
  }

  @Override
  public Iterator<Object> iterator() {
    return java.util.Collections.unmodifiableSet(elements).iterator();
  }

  @Override
  public void forEach(Consumer<? super Object> action) {
    elements.forEach(action);
  }

  private TreeSet<Object> copy() {
    return new TreeSet<>(elements);
  }

  boolean allPairs(Set other, PairTest test) {
    Iterator<Object> others = other.iterator();
    for (Object element : elements) {
      if (!test.test(element, others.next())) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Set && Equality.equal(this, other);
  }

  @Override
  public int hashCode() {
    int sum = 0;
    for (Object e : elements) {
      sum += Equality.mix(Equality.hash(e));
    }
    return Equality.sealed(Kind.SET, sum);
  }

  @Override
  public String toString() {
    return Text.source(this);
  }

  /** Builds a set; for one thread. */
  public static final class Builder {
    private Set set = EMPTY;

    Builder() {}

    /** Adds an element unless an equal one is there. */
    public Builder add(Object element) {
      if (set == EMPTY) {
        set = new Set(new TreeSet<>(TotalOrder::compare));
      }
      set.elements.add(element);
      return this;
    }

    /** The set; the builder goes on from it. */
    public Set build() {
      return new Set(set.copy());
    }
  }
}
