package yona.data;

import org.jspecify.annotations.Nullable;

/**
 * A long Seq: the leaf at the front, the leaves between as a balanced tree, the leaf at the back.
 * Neither end is empty. Work at the ends touches only the end leaf until that is full or used up.
 *
 * <p>Who walks a long Seq by head and tail takes leaf after leaf out of the tree. So that this does
 * not copy a path of nodes for each, a whole row of leaves is taken out at once, and stays as it is
 * while an index runs over it.
 */
final class Tree extends Seq {
  private final Slice front;

  /** The row of leaves that follows the front, from {@link #rowAt} on; null for none. */
  private final @Nullable Node row;

  private final int rowAt;

  /** What follows the row. */
  private final @Nullable Object middle;

  private final Slice back;

  private Tree(
      long length,
      Slice front,
      @Nullable Node row,
      int rowAt,
      @Nullable Object middle,
      Slice back) {
    super(length <= Integer.MAX_VALUE ? (int) length : LARGE);
    this.front = front;
    this.row = row;
    this.rowAt = rowAt;
    this.middle = middle;
    this.back = back;
  }

  private static Tree of(Slice front, @Nullable Object middle, Slice back, long length) {
    return new Tree(length, front, null, 0, middle, back);
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

  /** Two Seqs, each a slice or a tree, one behind the other. */
  static Seq join(Seq left, Seq right) {
    if (left instanceof Slice a) {
      return right instanceof Slice b ? join(a, b) : ((Tree) right).prependLeaf(a);
    }
    Tree a = (Tree) left;
    return right instanceof Slice b ? a.appendLeaf(b) : join(a, (Tree) right);
  }

  private static Seq join(Slice left, Slice right) {
    Slice merged = left.appendAll(right);
    return merged == null ? of(left, null, right) : merged;
  }

  private Seq prependLeaf(Slice leaf) {
    if (leaf.size() == 0) {
      return this;
    }
    long total = length() + leaf.size();
    Slice merged = leaf.merge(front);
    return merged != null
        ? new Tree(total, merged, row, rowAt, middle, back)
        : of(leaf, Node.prepend(front.compacted(), middle()), back, total);
  }

  private Seq appendLeaf(Slice leaf) {
    if (leaf.size() == 0) {
      return this;
    }
    long total = length() + leaf.size();
    Slice merged = back.appendAll(leaf);
    return withBack(merged != null ? merged : leaf, merged == null, total);
  }

  /** This tree with another leaf at the back, in the place of the old one or behind it. */
  Tree withBack(Slice leaf, boolean behind, long length) {
    Object between = behind ? Node.append(middle, back.compacted()) : middle;
    return new Tree(length, front, row, rowAt, between, leaf);
  }

  /** The leaves at the seam become one where they fit, and join a neighbour where they fit. */
  private static Seq join(Tree left, Tree right) {
    Slice merged = left.back.merge(right.front);
    Object before;
    Object after = right.middle();
    if (merged != null) {
      before = Node.append(left.middle(), merged.compacted());
    } else {
      before = Node.append(left.middle(), left.back.compacted());
      after = Node.prepend(right.front.compacted(), after);
    }
    return of(left.front, Node.joinAny(before, after), right.back, left.length() + right.length());
  }

  Slice front() {
    return front;
  }

  /** All leaves between front and back. */
  @Nullable Object middle() {
    return row == null ? middle : Node.joinAny(row.rowFrom(rowAt), middle);
  }

  Slice back() {
    return back;
  }

  @Override
  long largeLength() {
    return front.size() + rowLength() + Node.size(middle) + back.size();
  }

  private long rowLength() {
    return row == null ? 0 : Node.size(row) - row.before(rowAt);
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
    int left = front.size() - count;
    if (left > 0) {
      Slice remaining = front.part(count, front.size());
      return new Tree(length() - count, remaining, row, rowAt, middle, back);
    }
    return left == 0 ? withoutFront() : lastPart(count);
  }

  private Seq withoutFront() {
    long length = length() - front.size();
    if (row != null) {
      return startingWith(row, rowAt, middle, back, length);
    }
    if (middle instanceof Node n) {
      return startingWith(Node.firstRow(n), 0, Node.withoutFirstRow(n), back, length);
    }
    return middle == null ? back : of((Slice) middle, null, back, length);
  }

  private static Tree startingWith(
      Node row, int at, @Nullable Object middle, Slice back, long length) {
    Object[] leaves = row.children();
    boolean more = at + 1 < leaves.length;
    return new Tree(length, (Slice) leaves[at], more ? row : null, more ? at + 1 : 0, middle, back);
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
        ? withBack(remaining, false, length() - 1)
        : of(front, middle(), remaining);
  }

  @Override
  public Seq append(Object element) {
    Slice longer = back.withLast(element);
    return longer != null
        ? withBack(longer, false, length() + 1)
        : withBack(Slice.single(element), true, length() + 1);
  }

  @Override
  Object element(long index) {
    if (index < front.size()) {
      return front.at((int) index);
    }
    long i = index - front.size();
    if (row != null) {
      long inRow = rowLength();
      if (i < inRow) {
        return Node.get(row, i + row.before(rowAt));
      }
      i -= inRow;
    }
    long between = Node.size(middle);
    return middle != null && i < between ? Node.get(middle, i) : back.at((int) (i - between));
  }

  /** A part of one leaf needs no tree, of which {@link #firstPart} would make a path. */
  @Override
  Seq between(long from, long to) {
    if (to <= front.size()) {
      return front.between(from, to);
    }
    long start = from - front.size();
    Object leaves = start < 0 ? null : middle();
    if (leaves != null && start < Node.size(leaves)) {
      Seq part = Node.between(leaves, start, to - front.size());
      return part != null ? part : super.between(from, to);
    }
    long before = front.size() + rowLength() + Node.size(middle);
    return from >= before ? back.between(from - before, to - before) : super.between(from, to);
  }

  @Override
  Seq firstPart(long count) {
    if (count <= front.size()) {
      return front.firstPart(count);
    }
    Object leaves = middle();
    long i = count - front.size();
    long between = Node.size(leaves);
    return i <= between
        ? of(front, Node.firstPart(leaves, i), Slice.none())
        : of(front, leaves, back.part(0, (int) (i - between)));
  }

  @Override
  Seq lastPart(long dropped) {
    if (dropped < front.size()) {
      return withoutFirst((int) dropped);
    }
    Object leaves = middle();
    long i = dropped - front.size();
    long between = Node.size(leaves);
    return i <= between
        ? of(Slice.none(), Node.lastPart(leaves, i), back)
        : back.lastPart(i - between);
  }

  @Override
  Seq with(long index, Object element) {
    Seq changed;
    if (index < front.size()) {
      Slice leaf = front.withElement((int) index, element);
      changed = leaf == null ? null : new Tree(length(), leaf, row, rowAt, middle, back);
    } else {
      changed = withBehindFront(index - front.size(), element);
    }
    return changed != null ? changed : Seq.replace(this, index, element);
  }

  private @Nullable Seq withBehindFront(long index, Object element) {
    Object leaves = middle();
    long between = Node.size(leaves);
    if (leaves != null && index < between) {
      Object changed = Node.with(leaves, index, element);
      return changed == null ? null : of(front, changed, back, length());
    }
    Slice leaf = back.withElement((int) (index - between), element);
    return leaf == null ? null : withBack(leaf, false, length());
  }

  @Override
  boolean isTextAtEnds() {
    return front.isTextAtEnds() && back.isTextAtEnds();
  }

  @Override
  Seq balanced() {
    return this;
  }
}
