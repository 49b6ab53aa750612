package yona.data;

import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An entry that was put into a large {@link Dict} and is not in its trie yet, behind those that
 * were put before it.
 *
 * <p>To insert a random key into a large trie copies the nodes on its path, and nearly all of them
 * are copied again for the next key. So a program that puts many entries one after the other and
 * looks only then would make most nodes for nothing. Entries wait in a chain instead, until
 * somebody looks or half as many wait as the trie holds; then one pass partitions them by their
 * hashes and makes each node that they lead to once ({@link Trie#withAll}). 1,000,000 random Ints:
 * 250 ms of processor time against 430 ms without the chain.
 *
 * <p>Every version of the dict may be looked at, so the cost must stay bounded whatever the order.
 * The trie of the n-th waiting entry is made from that of the entry whose number is n without its
 * lowest bit set, and kept in both. So a first look inserts all n entries in at most log n passes;
 * and to look at all n versions inserts each entry at most log n times, since from each number
 * divisible by 2^k at most 2^k entries are inserted. A race of two threads ends with either of two
 * equal tries.
 */
final class PendingEntry {
  /** From how many entries on a dict lets puts wait; a smaller trie is in the nearest cache. */
  static final int LARGE = 1024;

  /** The trie below the chain, or the entry before this one. */
  private final Object before;

  private final Object key;
  private final Object value;
  private final int hash;

  /** The number of entries that wait, this one included. */
  private final int count;

  /** The trie with all of them, once it was needed. */
  private @Nullable Trie trie;

  /**
   * An entry behind others.
   *
   * @param before a trie, or the entry before this one
   */
  PendingEntry(Object before, Object key, Object value) {
    this.before = before;
    this.key = key;
    this.value = value;
    this.hash = Equality.hash(key);
    this.count = before instanceof PendingEntry p ? p.count + 1 : 1;
  }

  Object key() {
    return key;
  }

  Object value() {
    return value;
  }

  int hash() {
    return hash;
  }

  /** Whether no further entry shall wait. */
  boolean isFull() {
    // Powers of two, so that one pass inserts them all.
    return (count & (count - 1)) == 0 && count >= LARGE / 2 && count >= base().size() / 4;
  }

  private Trie base() {
    Object below = before;
    while (below instanceof PendingEntry p) {
      below = p.before;
    }
    return (Trie) below;
  }

  /** The trie with all entries that wait. */
  Trie trie() {
    Trie known = trie;
    if (known != null) {
      return known;
    }
    PendingEntry[] entries = new PendingEntry[Integer.lowestOneBit(count)];
    Object below = this;
    for (int i = entries.length - 1; i >= 0; i--) {
      entries[i] = (PendingEntry) below;
      below = entries[i].before;
    }
    Trie start = below instanceof PendingEntry p ? p.trie() : (Trie) below;
    Trie made =
        entries.length == 1
            ? start.put(0, hash, key, value, 2, null)
            : start.withAll(0, entries, new PendingEntry[entries.length], 0, entries.length);
    // Who reads the reference without synchronisation must find the nodes finished.
    VarHandle.releaseFence();
    trie = made;
    return made;
  }
}
