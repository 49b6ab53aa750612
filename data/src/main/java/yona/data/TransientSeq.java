package yona.data;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Transient} of a Seq whose elements are replaced: a leaf, and each node above it, is
 * copied when something in it is replaced for the first time.
 */
public final class TransientSeq extends Transient {
  private Seq original;

  /** The leaf at the front, the tree behind it and the leaf at the end, as in {@link Tree}. */
  private Slice front;

  private @Nullable Object middle;
  private Slice back;
  private boolean ownsFront;
  private boolean ownsMiddle;
  private boolean ownsBack;

  /** The leaf of the tree that was changed last, which is owned, and where it begins. */
  private Slice recent = Slice.none();

  private long recentFrom;

  private TransientSeq(Seq original, Slice front, @Nullable Object middle, Slice back) {
    this.original = original;
    this.front = front;
    this.middle = middle;
    this.back = back;
  }

  /**
   * A transient of a Seq.
   *
   * @param seq the Seq
   * @return a new one; null if the Seq has a form in which it gains nothing
   */
  public static @Nullable TransientSeq of(Seq seq) {
    return switch (seq) {
      case Slice slice -> new TransientSeq(slice, slice, null, Slice.none());
      case Tree tree -> new TransientSeq(tree, tree.front(), tree.middle(), tree.back());
      default -> null;
    };
  }

  /** The number of elements, which does not change. */
  public long length() {
    return original.length();
  }

  /**
   * An element.
   *
   * @param index from 0 up to the length, which it must not reach
   * @return the element there
   */
  public Object get(long index) {
    if (index < front.size()) {
      return front.at((int) index);
    }
    long i = index - front.size();
    Object leaves = middle;
    if (leaves == null) {
      return back.at((int) i);
    }
    long between = Node.size(leaves);
    return i < between ? Node.get(leaves, i) : back.at((int) (i - between));
  }

  /**
   * Replaces an element.
   *
   * @param index from 0 up to the length, which it must not reach
   * @param element the new one
   */
  public void set(long index, Object element) {
    if (!replace(index, element)) {
      // A long leaf cannot hold it: the Seq gets other leaves.
      TransientSeq other = of(persistent().set(index, element));
      if (other == null) {
        throw new AssertionError("a set makes leaves");
      }
      original = other.original;
      front = other.front;
      middle = other.middle;
      back = other.back;
      ownsFront = false;
      ownsMiddle = false;
      ownsBack = false;
      recent = Slice.none();
    }
  }

  private boolean replace(long index, Object element) {
    long inRecent = index - recentFrom;
    if (inRecent >= 0 && inRecent < recent.size() && recent.holds(element)) {
      recent.put((int) inRecent, element);
      return true;
    }
    if (index < front.size()) {
      Slice changed = front.edited(ownsFront, (int) index, element);
      if (changed != null) {
        front = changed;
        ownsFront = true;
      }
      return changed != null;
    }
    long i = index - front.size();
    Object leaves = middle;
    long between = Node.size(leaves);
    if (leaves != null && i < between) {
      Object changed = Node.edited(leaves, ownsMiddle, i, element);
      if (changed != null) {
        middle = changed;
        ownsMiddle = true;
        Node.Position position = Node.position(changed, i);
        recent = position.leaf();
        recentFrom = index - position.index();
      }
      return changed != null;
    }
    Slice changed = back.edited(ownsBack, (int) (i - between), element);
    if (changed != null) {
      back = changed;
      ownsBack = true;
    }
    return changed != null;
  }

  @Override
  public boolean contains(Object element) {
    return seq().indexOf(element) >= 0;
  }

  @Override
  public Seq persistent() {
    // Who gets the Seq without synchronisation must find the leaves finished.
    VarHandle.releaseFence();
    return seq();
  }

  private Seq seq() {
    return ownsFront || ownsMiddle || ownsBack ? Tree.of(front, middle, back) : original;
  }
}
