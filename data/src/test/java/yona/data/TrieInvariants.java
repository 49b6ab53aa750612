package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

/** What must hold inside every trie of a Dict or Set, whatever was done to it. */
final class TrieInvariants {
  private TrieInvariants() {}

  static void check(Dict dict) {
    check(dict.root(), 2);
  }

  static void check(Set set) {
    check(set.root(), 1);
  }

  private static void check(Trie root, int width) {
    assertThat(entries(root, 0, 0, width)).isEqualTo(root.size());
  }

  /** The number of entries of a node, all of which have some lowest bits of their hash. */
  private static int entries(Trie node, int shift, int lowBits, int width) {
    assertThat(node.dataMap() & node.nodeMap()).isZero();
    Object[] content = node.content();
    int slots = node.dataSlots();
    int entries = slots / width;
    if (shift == Trie.COLLISION) {
      assertThat(node.dataMap() | node.nodeMap()).isZero();
      for (int at = 0; at < slots; at += width) {
        assertThat(Equality.hash(content[at])).isEqualTo(lowBits);
        if (at > 0) {
          assertThat(TotalOrder.compare(content[at - width], content[at])).isNegative();
        }
      }
    } else {
      assertThat(entries).isEqualTo(Integer.bitCount(node.dataMap()));
      int at = 0;
      for (int bits = node.dataMap(); bits != 0; bits &= bits - 1) {
        int hash = Equality.hash(content[at]);
        assertThat(Trie.bit(hash, shift)).isEqualTo(bits & -bits);
        assertThat(shift == 0 ? 0 : hash << -shift >>> -shift).isEqualTo(lowBits);
        at += width;
      }
    }
    for (int bits = node.nodeMap(); bits != 0; bits &= bits - 1) {
      int bit = bits & -bits;
      Trie below = node.nodeAt(bit);
      assertThat(below.size()).isGreaterThan(1);
      int low = lowBits | Integer.numberOfTrailingZeros(bit) << shift;
      entries += entries(below, shift + Trie.BITS, low, width);
    }
    assertThat(node.size()).isEqualTo(entries);
    return entries;
  }
}
