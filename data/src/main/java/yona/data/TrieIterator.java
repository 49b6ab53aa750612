package yona.data;

import java.util.NoSuchElementException;

/** A walk over the entries of a trie: those of a node, then those of the nodes below. */
final class TrieIterator {
  private final Trie[] path = new Trie[Trie.LEVELS];

  /** The index, in each node of the path, of the next node below it. */
  private final int[] next = new int[Trie.LEVELS];

  private final int width;
  private int depth;
  private Object[] content;
  private int at;
  private int end;

  TrieIterator(Trie root, int width) {
    Checkpoint.pass();
    this.width = width;
    this.content = root.content();
    this.end = root.dataSlots();
    path[0] = root;
    next[0] = content.length - 1;
    this.at = -width;
  }

  /** Goes to the next entry; false at the end. */
  boolean advance() {
    at += width;
    while (at >= end) {
      if (next[depth] < path[depth].dataSlots()) {
        if (depth == 0) {
          at = end;
          return false;
        }
        depth--;
        continue;
      }
      Checkpoint.pass();
      Trie node = (Trie) path[depth].content()[next[depth]--];
      path[++depth] = node;
      content = node.content();
      next[depth] = content.length - 1;
      at = 0;
      end = node.dataSlots();
    }
    return true;
  }

  Object key() {
    return content[at];
  }

  Object value() {
    return content[at + 1];
  }

  static NoSuchElementException atEnd() {
    return new NoSuchElementException("no more entries");
  }
}
