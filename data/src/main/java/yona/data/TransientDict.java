package yona.data;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The {@link Transient} of a dict. */
public final class TransientDict extends Transient {
  private final Dict original;
  private final Trie.Owner owner = new Trie.Owner();
  private Trie root;
  private @Nullable KeyOrder order;

  TransientDict(Dict original) {
    this.original = original;
    this.root = original.root();
    this.order = original.order();
  }

  /**
   * Puts a value under a key.
   *
   * @param key the key; an equal one that is there stays
   * @param value its value
   */
  public void put(Object key, Object value) {
    int size = root.size();
    root = root.put(0, Equality.hash(key), key, value, 2, owner);
    if (order != null && root.size() > size) {
      order = order.with(key);
    }
  }

  /**
   * The value of a key.
   *
   * @param key the key
   * @return the value of an equal key, null if there is none
   */
  public @Nullable Object get(Object key) {
    return root.get(0, Equality.hash(key), key);
  }

  @Override
  public boolean contains(Object key) {
    return get(key) != null;
  }

  /** The number of entries. */
  public int size() {
    return root.size();
  }

  @Override
  public Dict persistent() {
    if (root == original.root()) {
      return original;
    }
    // Who gets the dict without synchronisation must find the nodes finished.
    VarHandle.releaseFence();
    return new Dict(root, order);
  }
}
