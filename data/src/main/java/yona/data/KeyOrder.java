package yona.data;

import java.lang.invoke.VarHandle;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the keys of a {@link Dict} were put into it first: the keys one behind the
 * other, with a gap where one was removed. To add a key takes O(1), and to remove one O(log n), in
 * steps of 32; the first removal takes O(n), as only removals ask where a key stands.
 */
final class KeyOrder implements Iterable<Object> {
  /** That of no keys. */
  static final KeyOrder EMPTY = new KeyOrder(Seq.EMPTY, 0, null);

  private static final Object GAP = new Object();

  /** Fewer gaps are not worth a copy of the keys. */
  private static final int FEW_GAPS = 16;

  private final Seq keys;
  private final int gaps;

  /** The indexes of the keys, once a key was to be removed. Two threads may make equal ones. */
  private @Nullable Trie places;

  private KeyOrder(Seq keys, int gaps, @Nullable Trie places) {
    this.keys = keys;
    this.gaps = gaps;
    this.places = places;
  }

  /** That of different keys. */
  static KeyOrder of(Seq keys) {
    return keys.isEmpty() ? EMPTY : new KeyOrder(keys, 0, null);
  }

  /** This order with a key behind it that it does not have. */
  KeyOrder with(Object key) {
    Trie known = places;
    Trie more = known == null ? null : withPlace(known, key, keys.length(), null);
    return new KeyOrder(keys.append(key), gaps, more);
  }

  /** This order without a key that it has. */
  KeyOrder without(Object key) {
    Trie known = places();
    int hash = Equality.hash(key);
    long place = (long) known.get(0, hash, key);
    if (gaps >= FEW_GAPS && gaps >= keys.length() / 2) {
      return of(kept(place));
    }
    return new KeyOrder(keys.set(place, GAP), gaps + 1, known.remove(0, hash, key, 2));
  }

  /** How many keys and gaps it has. */
  long length() {
    return keys.length();
  }

  @SuppressWarnings("ReferenceEquality") // a key may be equal to anything
  private static boolean isKey(Object element) {
    return element != GAP;
  }

  private Seq kept(long without) {
    SeqBuilder kept = Seq.builder();
    long place = 0;
    for (Object key : keys) {
      if (isKey(key) && place != without) {
        kept.add(key);
      }
      place++;
    }
    return kept.build();
  }

  private Trie places() {
    Trie known = places;
    if (known == null) {
      Trie.Owner owner = new Trie.Owner();
      known = Trie.EMPTY;
      long place = 0;
      for (Object key : keys) {
        if (isKey(key)) {
          known = withPlace(known, key, place, owner);
        }
        place++;
      }
      // A thread that reads the reference without synchronisation must find the nodes finished.
      VarHandle.releaseFence();
      places = known;
    }
    return known;
  }

  private static Trie withPlace(Trie places, Object key, long place, Trie.@Nullable Owner owner) {
    return places.put(0, Equality.hash(key), key, place, 2, owner);
  }

  /** The keys in this order; for one thread. */
  @Override
  public Iterator<Object> iterator() {
    if (gaps == 0) {
      return keys.iterator();
    }
    return kept(-1).iterator();
  }
}
