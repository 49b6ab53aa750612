package yona.data;

import java.lang.invoke.VarHandle;

/** The {@link Transient} of a set. */
public final class TransientSet extends Transient {
  private final Set original;
  private final Trie.Owner owner = new Trie.Owner();
  private Trie root;

  TransientSet(Set original) {
    this.original = original;
    this.root = original.root();
  }

  /**
   * Adds an element unless an equal one is there.
   *
   * @param element the element
   */
  public void add(Object element) {
    root = root.put(0, Equality.hash(element), element, null, 1, owner);
  }

  @Override
  public boolean contains(Object element) {
    return root.getKey(0, Equality.hash(element), element, 1) != null;
  }

  /** The number of elements. */
  public int size() {
    return root.size();
  }

  @Override
  public Set persistent() {
    if (root == original.root()) {
      return original;
    }
    // Who gets the set without synchronisation must find the nodes finished.
    VarHandle.releaseFence();
    return new Set(root);
  }
}
