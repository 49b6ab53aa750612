package yona.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The inner node of a balanced tree of leaves, a B+-tree ordered by position.
 *
 * <p>A <em>subtree</em> is a {@link Slice} (height 0) or a node. All children of a node have the
 * height of the node less one; every node but a root has {@value #MIN} to {@value #MAX} children, a
 * root at least two. A node keeps the number of elements up to the end of each child, so leaves may
 * have any length. Only {@link #join} has to keep the tree balanced: taking a part away leaves
 * pieces that it joins again.
 */
final class Node {
  static final int MAX = 32;
  static final int MIN = MAX / 2;

  private final byte height;
  private final byte shift;
  private final Object[] children;
  private final long[] ends;

  /**
   * A bit for each child: whether it belongs to the {@link TransientSeq} to whom this node belongs.
   * It says nothing once the transient is gone, since then nobody owns the root.
   */
  private int owned;

  private Node(int height, Object[] children, long[] ends) {
    this.height = (byte) height;
    this.children = children;
    this.ends = ends;
    this.shift = (byte) (63 - Long.numberOfLeadingZeros(ends[0]));
  }

  /** A node over subtrees of one height. */
  private static Node over(int height, Object[] children) {
    long[] ends = new long[children.length];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += size(children[i]);
      ends[i] = end;
    }
    return new Node(height, children, ends);
  }

  /**
   * This node with another child at an index; the ends come from arithmetic, not from all children.
   */
  private Node withChild(int index, Object child) {
    Object[] copy = children.clone();
    copy[index] = child;
    long more = size(child) - size(children[index]);
    if (more == 0) {
      return new Node(height, copy, ends);
    }
    long[] moved = ends.clone();
    for (int i = index; i < moved.length; i++) {
      moved[i] += more;
    }
    return new Node(height, copy, moved);
  }

  int height() {
    return height;
  }

  Object[] children() {
    return children;
  }

  /** The number of elements of a subtree. */
  static long size(@Nullable Object tree) {
    return tree instanceof Node n
        ? n.ends[n.ends.length - 1]
        : tree == null ? 0 : ((Slice) tree).size();
  }

  private static int height(Object tree) {
    return tree instanceof Node n ? n.height : 0;
  }

  /** The child that holds an index: guessed from the length of the first, then corrected. */
  private int find(long index) {
    int child = (int) Math.min(index >>> shift, ends.length - 1);
    while (child > 0 && ends[child - 1] > index) {
      child--;
    }
    while (ends[child] <= index) {
      child++;
    }
    return child;
  }

  private long start(int child) {
    return child == 0 ? 0 : ends[child - 1];
  }

  /** The element at an index of a subtree. */
  static Object get(Object tree, long index) {
    Position position = position(tree, index);
    return position.leaf().at(position.index());
  }

  /** A leaf, and the index of an element in it. */
  record Position(Slice leaf, int index) {}

  /** Where the element at an index of a subtree is. */
  static Position position(Object tree, long index) {
    Object there = tree;
    long i = index;
    while (there instanceof Node n) {
      int child = n.find(i);
      i -= n.start(child);
      there = n.children[child];
    }
    return new Position((Slice) there, (int) i);
  }

  /** The elements from an index of a subtree up to another, null if no leaf holds them all. */
  static @Nullable Seq between(Object tree, long from, long to) {
    Position first = position(tree, from);
    long end = first.index() + (to - from);
    return end <= first.leaf().size() ? first.leaf().between(first.index(), end) : null;
  }

  /** A subtree with another element at an index, null if the leaf there cannot hold it. */
  static @Nullable Object with(Object tree, long index, Object element) {
    if (!(tree instanceof Node n)) {
      return ((Slice) tree).withElement((int) index, element);
    }
    int child = n.find(index);
    Object changed = with(n.children[child], index - n.start(child), element);
    return changed == null ? null : n.withChild(child, changed);
  }

  /**
   * As {@link #with}, but the very subtree, changed, if its leaf holds the element.
   *
   * @param own whether the subtree belongs to the one transient that asks
   */
  @SuppressWarnings("ReferenceEquality") // the same child needs no storing
  static @Nullable Object edited(Object tree, boolean own, long index, Object element) {
    if (!(tree instanceof Node n)) {
      return ((Slice) tree).edited(own, (int) index, element);
    }
    int child = n.find(index);
    boolean ownChild = own && (n.owned >>> child & 1) != 0;
    Object changed = edited(n.children[child], ownChild, index - n.start(child), element);
    if (changed == null || changed == n.children[child]) {
      return changed == null ? null : n;
    }
    Node mine = own ? n : new Node(n.height, n.children.clone(), n.ends);
    mine.children[child] = changed;
    mine.owned |= 1 << child;
    return mine;
  }

  static Slice firstLeaf(Object tree) {
    Object there = tree;
    while (there instanceof Node n) {
      there = n.children[0];
    }
    return (Slice) there;
  }

  static Slice lastLeaf(Object tree) {
    Object there = tree;
    while (there instanceof Node n) {
      there = n.children[n.children.length - 1];
    }
    return (Slice) there;
  }

  /** A subtree and a leaf behind it, in the last leaf if there is room. */
  static Object append(@Nullable Object tree, Slice leaf) {
    if (tree == null) {
      return leaf;
    }
    Slice merged = lastLeaf(tree).merge(leaf);
    return merged == null ? join(tree, leaf) : withLastLeaf(tree, merged);
  }

  /** A subtree and a leaf before it, in the first leaf if there is room. */
  static Object prepend(Slice leaf, @Nullable Object tree) {
    if (tree == null) {
      return leaf;
    }
    Slice merged = leaf.merge(firstLeaf(tree));
    return merged == null ? join(leaf, tree) : withFirstLeaf(tree, merged);
  }

  private static Object withLastLeaf(Object tree, Slice leaf) {
    if (!(tree instanceof Node n)) {
      return leaf;
    }
    int last = n.children.length - 1;
    return n.withChild(last, withLastLeaf(n.children[last], leaf));
  }

  private static Object withFirstLeaf(Object tree, Slice leaf) {
    if (!(tree instanceof Node n)) {
      return leaf;
    }
    return n.withChild(0, withFirstLeaf(n.children[0], leaf));
  }

  /**
   * Two subtrees, one behind the other. It goes down the taller one's edge to the height of the
   * other and puts their children together: O(difference of heights) nodes are made.
   *
   * @return the joined subtree, at most one higher than the taller; if higher, it has two children
   */
  static @Nullable Object joinAny(@Nullable Object left, @Nullable Object right) {
    return left == null ? right : right == null ? left : join(left, right);
  }

  static Object join(Object left, Object right) {
    int leftHeight = height(left);
    int rightHeight = height(right);
    if (leftHeight == rightHeight) {
      return leftHeight == 0
          ? over(1, new Object[] {left, right})
          : ((Node) left).joinRow((Node) right);
    }
    if (leftHeight > rightHeight) {
      Node row = (Node) left;
      int last = row.children.length - 1;
      Object joined = join(row.children[last], right);
      return height(joined) < leftHeight
          ? row.withChild(last, joined)
          : row.part(0, last).joinRow((Node) joined);
    }
    Node row = (Node) right;
    Object joined = join(left, row.children[0]);
    return height(joined) < rightHeight
        ? row.withChild(0, joined)
        : ((Node) joined).joinRow(row.part(1, row.children.length));
  }

  /** The children of this node and another of its height, in one node or, if too many, two. */
  private Node joinRow(Node other) {
    int mine = children.length;
    int count = mine + other.children.length;
    Object[] row = Arrays.copyOf(children, count);
    System.arraycopy(other.children, 0, row, mine, count - mine);
    long[] rowEnds = Arrays.copyOf(ends, count);
    long before = rowEnds[mine - 1];
    for (int i = mine; i < count; i++) {
      rowEnds[i] = before + other.ends[i - mine];
    }
    Node all = new Node(height, row, rowEnds);
    return count <= MAX
        ? all
        : over(height + 1, new Object[] {all.part(0, count / 2), all.part(count / 2, count)});
  }

  /** The first elements of a subtree, null for none. */
  static @Nullable Object firstPart(@Nullable Object tree, long count) {
    if (tree == null || count == 0) {
      return null;
    }
    if (!(tree instanceof Node n)) {
      return ((Slice) tree).part(0, (int) count);
    }
    if (count == size(n)) {
      return n;
    }
    int child = n.find(count - 1);
    return joinAny(n.row(0, child), firstPart(n.children[child], count - n.start(child)));
  }

  /** What remains of a subtree without its first elements, null for nothing. */
  static @Nullable Object lastPart(@Nullable Object tree, long dropped) {
    if (dropped == 0 || tree == null) {
      return tree;
    }
    if (!(tree instanceof Node n)) {
      Slice leaf = (Slice) tree;
      return dropped == leaf.size() ? null : leaf.part((int) dropped, leaf.size());
    }
    if (dropped == size(n)) {
      return null;
    }
    int child = n.find(dropped);
    return joinAny(
        lastPart(n.children[child], dropped - n.start(child)), n.row(child + 1, n.children.length));
  }

  /** The children from one on as a subtree, null for none. */
  @Nullable Object rowFrom(int child) {
    return row(child, children.length);
  }

  /** The number of elements before a child. */
  long before(int child) {
    return start(child);
  }

  /** Some of the children as a subtree. */
  private @Nullable Object row(int from, int to) {
    return switch (to - from) {
      case 0 -> null;
      case 1 -> children[from];
      default -> part(from, to);
    };
  }

  /** A node of some of the children, at least one. */
  private Node part(int from, int to) {
    long before = start(from);
    long[] partEnds = Arrays.copyOfRange(ends, from, to);
    if (before != 0) {
      for (int i = 0; i < partEnds.length; i++) {
        partEnds[i] -= before;
      }
    }
    return new Node(height, Arrays.copyOfRange(children, from, to), partEnds);
  }

  /** A subtree without its first leaf, null if that was all. */
  static @Nullable Object withoutFirstLeaf(Object tree) {
    return tree instanceof Node n ? n.withoutFirst(0) : null;
  }

  /** The first node of leaves of a subtree. */
  static Node firstRow(Node tree) {
    Node there = tree;
    while (there.height > 1) {
      there = (Node) there.children[0];
    }
    return there;
  }

  /** A subtree without its first node of leaves, null if that was all. */
  static @Nullable Object withoutFirstRow(Node tree) {
    return tree.height == 1 ? null : tree.withoutFirst(1);
  }

  /** This node without the first subtree of a height in it. */
  private @Nullable Object withoutFirst(int removedHeight) {
    if (height == removedHeight + 1) {
      return row(1, children.length);
    }
    Object first = ((Node) children[0]).withoutFirst(removedHeight);
    if (first instanceof Node n && n.height == height - 1 && n.children.length >= MIN) {
      return withChild(0, n);
    }
    return joinAny(first, row(1, children.length));
  }

  /** A subtree without its last leaf, null if that was all. */
  static @Nullable Object withoutLastLeaf(Object tree) {
    return tree instanceof Node n ? n.withoutLastLeaf() : null;
  }

  private @Nullable Object withoutLastLeaf() {
    int end = children.length - 1;
    if (height == 1) {
      return row(0, end);
    }
    Object last = ((Node) children[end]).withoutLastLeaf();
    if (last instanceof Node n && n.height == height - 1 && n.children.length >= MIN) {
      return withChild(end, n);
    }
    return joinAny(row(0, end), last);
  }

  /**
   * The tree of many leaves.
   *
   * @param leaves at least one leaf; used up
   * @param count how many of them
   */
  static Object build(Object[] leaves, int count) {
    Object[] row = leaves;
    int length = count;
    for (int height = 1; length > 1; height++) {
      int nodes = (length + MAX - 1) / MAX;
      Object[] above = new Object[nodes];
      int from = 0;
      for (int i = 0; i < nodes; i++) {
        int left = length - from;
        // the last two share what is left, so that neither is too small
        int take = left <= MAX ? left : left < MAX + MIN ? left / 2 : MAX;
        above[i] = over(height, Arrays.copyOfRange(row, from, from + take));
        from += take;
      }
      row = above;
      length = nodes;
    }
    return row[0];
  }
}
