package yona.data;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * An element in front of a Seq.
 *
 * <p>A chain of these is what recursive programs build and take apart: one object of 24 bytes an
 * element, whose head and tail are fields of Seq. Whatever needs more than the first few elements
 * of a chain balances it, once: every node whose rest has a length divisible by {@value #STEP} is a
 * checkpoint, and balancing puts the balanced form of the rest in the place of its rest. It is an
 * equal Seq, so no program can tell, and a race of two threads ends with either of two equal ones
 * (both reach other threads through the final fields of their objects). From any node, of any
 * version, a checkpoint is at most {@value #STEP} steps away: that makes balancing cost amortised
 * O(1) for each element ever prepended, with persistent use too.
 */
final class Cons extends Seq {
  /** The distance between checkpoints, and the length of the leaves that balancing makes. */
  private static final int STEP = 32;

  /** How long a chain is taken apart and put together again rather than balanced. */
  static final int SHORT = 8;

  /** How many elements of a leaf the first call of tail turns into a chain. */
  private static final int EXPANDED = 8;

  /**
   * The size is given so that nothing stands between allocation and stores: no GC barriers then.
   */
  Cons(Object head, Seq rest, int size) {
    super(head, rest, size);
  }

  /**
   * The tail of a Seq whose first elements stand in a leaf. The next few elements become a chain in
   * front of what remains, so that one of several calls of tail does the work of all.
   *
   * @param seq the Seq, not empty
   * @param leaf the leaf of its first elements
   * @param remaining the length of the tail, at most an int
   * @return all but the first element
   */
  static Seq expand(Seq seq, Slice leaf, int remaining) {
    if (remaining == 0) {
      return nothingBehind(leaf.at(0));
    }
    int count = Math.min(EXPANDED, leaf.size() - 1);
    Seq chain = count == remaining ? EMPTY : seq.withoutFirst(count + 1);
    return leaf.onto(chain, count);
  }

  private boolean isCheckpoint() {
    return rest.size % STEP == 0;
  }

  @Override
  Object first() {
    return head;
  }

  @Override
  Seq rest() {
    return rest;
  }

  @Override
  Object element(long index) {
    Seq there = skip(index);
    return there instanceof Cons c ? c.head : there.element(index - (size - there.length()));
  }

  /**
   * Walks down the chain.
   *
   * @param count how many elements to leave behind, less than the length
   * @return the node whose first element is the one looked for, or the Seq below the chain if the
   *     chain is shorter
   */
  private Seq skip(long count) {
    Seq there = this;
    long left = count;
    int steps = 0;
    while (left > 0 && there instanceof Cons c) {
      if (steps++ >= STEP && c.isCheckpoint() && c.rest instanceof Cons below) {
        c.rest = below.balanced();
      }
      there = c.rest;
      left--;
    }
    return there;
  }

  /** Of a chain only the first few elements are looked at. */
  @Override
  boolean isTextAtEnds() {
    Seq below = this;
    for (int i = 0; i < SHORT && below instanceof Cons c; i++) {
      if (!(c.head instanceof Char)) {
        return false;
      }
      below = c.rest;
    }
    return below instanceof Cons || below.isTextAtEnds();
  }

  @Override
  Seq balanced() {
    Cons[] chain = new Cons[STEP];
    int count = 0;
    Seq below = this;
    // read each rest once: another thread may be balancing too
    for (; below instanceof Cons c; below = c.rest) {
      if (count == chain.length) {
        chain = Arrays.copyOf(chain, count * 2);
      }
      chain[count++] = c;
    }
    Seq done = below.materialised();
    Object[] group = new Object[STEP];
    int end = count;
    while (end > 0) {
      int start = end - 1;
      while (start > 0 && !chain[start - 1].isCheckpoint()) {
        start--;
      }
      for (int i = start; i < end; i++) {
        group[i - start] = chain[i].head;
      }
      done = Tree.join(Slice.compact(group, 0, end - start), done);
      if (start > 0) {
        chain[start - 1].rest = done;
      }
      end = start;
    }
    return done;
  }

  /**
   * Changes the end of this Seq: below the chain, if that is short and not all there is, else in
   * the balanced form.
   */
  private Seq changeEnd(UnaryOperator<Seq> change) {
    Object[] heads = new Object[SHORT];
    int count = 0;
    Seq below = this;
    while (count < SHORT && below instanceof Cons c) {
      heads[count++] = c.head;
      below = c.rest;
    }
    if (below instanceof Cons || below.size == 0) {
      return change.apply(balanced());
    }
    Seq changed = change.apply(below);
    while (count > 0) {
      changed = changed.prepend(heads[--count]);
    }
    return changed;
  }

  @Override
  public Object last() {
    return element(size - 1);
  }

  @Override
  public Seq init() {
    return changeEnd(Seq::init);
  }

  @Override
  public Seq append(Object element) {
    return changeEnd(end -> end.append(element));
  }

  /** This Seq and then another; neither is empty. */
  Seq followedBy(Seq other) {
    return changeEnd(end -> end.concat(other));
  }

  @Override
  Seq firstPart(long count) {
    if (count > STEP) {
      return balanced().firstPart(count);
    }
    Object[] elements = new Object[(int) count];
    Seq there = this;
    for (int i = 0; i < elements.length; i++) {
      if (!(there instanceof Cons c)) {
        return onto(elements, i, there.firstPart(count - i));
      }
      elements[i] = c.head;
      there = c.rest;
    }
    return Slice.compact(elements, 0, elements.length);
  }

  private static Seq onto(Object[] elements, int count, Seq below) {
    return Slice.compact(elements, 0, count).concat(below);
  }

  @Override
  Seq lastPart(long dropped) {
    Seq there = skip(dropped);
    return there instanceof Cons ? there : there.drop(dropped - (size - there.length()));
  }

  @Override
  Seq with(long index, Object element) {
    if (index == 0) {
      return rest.prepend(element);
    }
    if (index < SHORT && rest instanceof Cons) {
      return rest.with(index - 1, element).prepend(head);
    }
    return balanced().with(index, element);
  }
}
