package yona.data;

/** Builds a node of a dict's trie from its parts, which come in ascending order of their bits. */
final class TrieNodeBuilder {
  private final Object[] entries = new Object[2 << Trie.BITS];
  private final Trie[] nodes = new Trie[1 << Trie.BITS];
  private int slots;
  private int nodeCount;
  private int dataMap;
  private int nodeMap;
  private int size;

  void addEntry(int bit, Object key, Object value) {
    entries[slots++] = key;
    entries[slots++] = value;
    dataMap |= bit;
    size++;
  }

  /** Adds a node; of one that holds a single entry only the entry. */
  void addNode(int bit, Trie node) {
    if (node.size() == 1) {
      addEntry(bit, node.content()[0], node.content()[1]);
      return;
    }
    nodes[nodeCount++] = node;
    nodeMap |= bit;
    size += node.size();
  }

  Trie build() {
    Object[] content = new Object[slots + nodeCount];
    System.arraycopy(entries, 0, content, 0, slots);
    for (int i = 0; i < nodeCount; i++) {
      content[content.length - 1 - i] = nodes[i];
    }
    return new Trie(null, dataMap, nodeMap, size, content);
  }
}
