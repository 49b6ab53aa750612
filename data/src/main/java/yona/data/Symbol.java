package yona.data;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A name that is a value: {@code :ok}. Symbols are interned, so two of them are equal exactly when
 * they are the same object.
 *
 * <p>The table holds symbols weakly: a program that makes symbols from its input does not grow for
 * ever. While a symbol is reachable it stays the one of its name; once it is not, nobody can tell
 * that a new one took its place (its hash comes from the name). Safe for use by many threads.
 */
public final class Symbol implements Comparable<Symbol> {
  private static final ConcurrentHashMap<String, Entry> TABLE = new ConcurrentHashMap<>(512);
  private static final ReferenceQueue<Symbol> CLEARED = new ReferenceQueue<>();

  private final String name;
  private final int hash;

  private Symbol(String name) {
    this.name = name;
    this.hash = Equality.mix(name.hashCode() ^ 0x5bd1e995);
  }

  /**
   * The symbol of a name.
   *
   * @param name the name, without the colon
   * @return the only symbol of that name
   */
  public static Symbol of(String name) {
    Entry entry = TABLE.get(name);
    if (entry != null) {
      Symbol known = entry.get();
      if (known != null) {
        return known;
      }
    }
    return intern(name);
  }

  private static Symbol intern(String name) {
    for (Entry dead; (dead = (Entry) CLEARED.poll()) != null; ) {
      TABLE.remove(dead.name, dead);
    }
    Symbol fresh = new Symbol(name);
    Entry mine = new Entry(fresh);
    while (true) {
      Entry entry = TABLE.putIfAbsent(name, mine);
      if (entry == null) {
        return fresh;
      }
      Symbol known = entry.get();
      if (known != null) {
        return known;
      }
      if (TABLE.replace(name, entry, mine)) {
        return fresh;
      }
    }
  }

  /** The name, without the colon. */
  public String name() {
    return name;
  }

  /** Orders by name, code point by code point. */
  @Override
  public int compareTo(Symbol other) {
    return this == other ? 0 : compareByCodePoints(name, other.name);
  }

  /** UTF-16 order differs from the order of code points where surrogates meet U+E000 to U+FFFF. */
  private static int compareByCodePoints(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean wideX = Character.isSurrogate(x);
        boolean wideY = Character.isSurrogate(y);
        return wideX == wideY ? Character.compare(x, y) : wideX ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** The name, as {@link Text#plain}. */
  @Override
  public String toString() {
    return name;
  }

  private static final class Entry extends WeakReference<Symbol> {
    final String name;

    Entry(Symbol symbol) {
      super(symbol, CLEARED);
      this.name = symbol.name;
    }
  }
}
