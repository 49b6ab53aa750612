package yona.data;

import org.jspecify.annotations.Nullable;

/**
 * A long Seq: the leaf at the front, the leaves between as a balanced tree, the leaf at the back.
 * Neither end is empty. Work at the ends touches only the end leaf until that is full or used up.
 */
final class Tree extends Seq {
  private final Slice front;
  private final @Nullable Object middle;
  private final Slice back;

  private Tree(long length, Slice front, @Nullable Object middle, Slice back) {
    super(length <= Integer.MAX_VALUE ? (int) length : LARGE);
    this.front = front;
    this.middle = middle;
    this.back = back;
  }

  private static Tree of(Slice front, @Nullable Object middle, Slice back, long length) {
    return new Tree(length, front, middle, back);
  }

  /** The Seq of two leaves, either of which may be empty, and of what stands between them. */
  static Seq of(Slice front, @Nullable Object middle, Slice back) {
    if (front.size() > 0 && back.size() > 0) {
      return of(front, middle, back, front.size() + Node.size(middle) + back.size());
    }
    if (middle == null) {
      return front.size() > 0 ? front : back;
    }
    if (front.size() == 0) {
      Slice first = Node.firstLeaf(middle);
      return of(first, Node.withoutFirstLeaf(middle), back);
    }
    Slice last = Node.lastLeaf(middle);
    return of(front, Node.withoutLastLeaf(middle), last);
  }

  /** The Seq of a subtree. */
  static Seq of(@Nullable Object subtree) {
    return of(Slice.none(), subtree, Slice.none());
  }

  /** Two Seqs, each a slice or a tree, one behind the other. */
  static Seq join(Seq left, Seq right) {
    if (left instanceof Slice a) {
      return right instanceof Slice b ? join(a, b) : ((Tree) right).prependLeaf(a);
    }
    Tree a = (Tree) left;
    return right instanceof Slice b ? a.appendLeaf(b) : join(a, (Tree) right);
  }

  private static Seq join(Slice left, Slice right) {
    Slice merged = left.merge(right);
    return merged == null ? of(left, null, right) : merged;
  }

  private Seq prependLeaf(Slice leaf) {
    if (leaf.size() == 0) {
      return this;
    }
    long total = length() + leaf.size();
    Slice merged = leaf.merge(front);
    return merged != null
        ? of(merged, middle, back, total)
        : of(leaf, Node.prepend(front.compacted(), middle), back, total);
  }

  private Seq appendLeaf(Slice leaf) {
    if (leaf.size() == 0) {
      return this;
    }
    long total = length() + leaf.size();
    Slice merged = back.merge(leaf);
    return merged != null
        ? of(front, middle, merged, total)
        : of(front, Node.append(middle, back.compacted()), leaf, total);
  }

  /** The leaves at the seam become one where they fit, and join a neighbour where they fit. */
  private static Seq join(Tree left, Tree right) {
    Slice merged = left.back.merge(right.front);
    Object before;
    Object after = right.middle;
    if (merged != null) {
      before = Node.append(left.middle, merged.compacted());
    } else {
      before = Node.append(left.middle, left.back.compacted());
      after = Node.prepend(right.front.compacted(), after);
    }
    return of(left.front, Node.joinAny(before, after), right.back, left.length() + right.length());
  }

  Slice front() {
    return front;
  }

  @Nullable Object middle() {
    return middle;
  }

  Slice back() {
    return back;
  }

  @Override
  long largeLength() {
    return front.size() + Node.size(middle) + back.size();
  }

  @Override
  Object first() {
    return front.at(0);
  }

  @Override
  Seq rest() {
    return size == LARGE ? withoutFirst(1) : Cons.expand(this, front, size - 1);
  }

  @Override
  Seq withoutFirst(int count) {
    if (count > front.size()) {
      return lastPart(count);
    }
    Slice remaining = front.part(count, front.size());
    return remaining.size() > 0
        ? of(remaining, middle, back, length() - count)
        : of(remaining, middle, back);
  }

  @Override
  Seq prependLarge(Object element) {
    return prependLeaf(Slice.single(element));
  }

  @Override
  public Object last() {
    return back.at(back.size() - 1);
  }

  @Override
  public Seq init() {
    Slice remaining = back.part(0, back.size() - 1);
    return remaining.size() > 0
        ? of(front, middle, remaining, length() - 1)
        : of(front, middle, remaining);
  }

  @Override
  public Seq append(Object element) {
    Slice longer = back.withLast(element);
    return longer != null
        ? of(front, middle, longer, length() + 1)
        : of(front, Node.append(middle, back.compacted()), Slice.single(element), length() + 1);
  }

  @Override
  Object element(long index) {
    if (index < front.size()) {
      return front.at((int) index);
    }
    long i = index - front.size();
    long between = Node.size(middle);
    return middle != null && i < between ? Node.get(middle, i) : back.at((int) (i - between));
  }

  @Override
  Seq firstPart(long count) {
    if (count <= front.size()) {
      return front.firstPart(count);
    }
    long i = count - front.size();
    long between = Node.size(middle);
    return i <= between
        ? of(front, Node.firstPart(middle, i), Slice.none())
        : of(front, middle, back.part(0, (int) (i - between)));
  }

  @Override
  Seq lastPart(long dropped) {
    if (dropped <= front.size()) {
      return of(front.part((int) dropped, front.size()), middle, back);
    }
    long i = dropped - front.size();
    long between = Node.size(middle);
    return i <= between
        ? of(Slice.none(), Node.lastPart(middle, i), back)
        : back.lastPart(i - between);
  }

  @Override
  Seq with(long index, Object element) {
    Seq changed;
    if (index < front.size()) {
      Slice leaf = front.withElement((int) index, element);
      changed = leaf == null ? null : of(leaf, middle, back, length());
    } else {
      changed = withBehindFront(index - front.size(), element);
    }
    return changed != null ? changed : Seq.replace(this, index, element);
  }

  private @Nullable Seq withBehindFront(long index, Object element) {
    long between = Node.size(middle);
    if (middle != null && index < between) {
      Object changed = Node.with(middle, index, element);
      return changed == null ? null : of(front, changed, back, length());
    }
    Slice leaf = back.withElement((int) (index - between), element);
    return leaf == null ? null : of(front, middle, leaf, length());
  }

  @Override
  Seq balanced() {
    return this;
  }
}
