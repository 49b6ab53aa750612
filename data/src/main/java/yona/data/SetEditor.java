package yona.data;

import java.lang.invoke.VarHandle;

/** The {@link Editor} of a set. */
public final class SetEditor extends Editor {
  private final Set original;
  private final Trie.Editor owner = new Trie.Editor();
  private Trie root;

  SetEditor(Set original) {
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
  public Set finish() {
    if (root == original.root()) {
      return original;
    }
    // Who gets the set without synchronisation must find the nodes finished.
    VarHandle.releaseFence();
    return new Set(root);
  }
}
