package yona.async;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How fibers, scopes and what they wait at are called in dumps and recordings.
 *
 * <p>An object's <em>label</em> is its class and a number, {@code BufferedChannel#1b28cdfa}, or the
 * class and the name that somebody gave it, {@code BufferedChannel "orders"}. The number is the
 * identity hash: it costs the objects nothing, and is as good as unique. What stands behind the
 * label in {@code toString()} is the state of that moment, in parentheses. A fiber has the number
 * of its thread, {@code Fiber#31 "fetch"}, which is also the one in thread dumps; fibers are named
 * by {@link Body#named}.
 *
 * <p>A {@code toString} that follows this says {@code Names.label(this) + " (" + state + ")"},
 * takes no lock and waits for nothing: it is called from other threads while the program runs on.
 *
 * <p>Safe for use by any number of threads; nothing here suspends. An object that has a name can be
 * collected like any other.
 */
public final class Names {

  /** Longer names and descriptions are cut: a dump has a bound. */
  private static final int LONGEST = 200;

  /** How many parts of a race or a select are named. */
  private static final int PARTS = 8;

  private static final ConcurrentHashMap<Key, String> GIVEN = new ConcurrentHashMap<>();
  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

  private Names() {}

  /** What makes up its own label, like something that stands for something else. */
  public interface Labelled {
    /**
     * The label. Called from any thread; takes no lock and waits for nothing.
     *
     * @return what this is, without its state
     */
    String label();
  }

  /** An object that has a name, compared by identity. */
  @SuppressWarnings("ReferenceEquality")
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, @Nullable ReferenceQueue<Object> queue) {
      super(object, queue);
      this.hash = System.identityHashCode(object);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return object != null && other instanceof Key key && key.get() == object;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /**
   * Names a channel, a mutex, a scope or whatever else fibers wait at, for dumps and recordings:
   *
   * <pre>{@code
   * var orders = Names.named("orders", new BufferedChannel<Order>(64));
   * try (Scope scope = Names.named("checkout", Scope.open())) { ... }
   * }</pre>
   *
   * @param name the name; need not be unique
   * @param object what is named
   * @param <T> what it is
   * @return the object
   */
  public static <T> T named(String name, T object) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(object, "object");
    for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      GIVEN.remove(gone);
    }
    GIVEN.put(new Key(object, GONE), name);
    return object;
  }

  /**
   * The name that was given to an object.
   *
   * @param object any object
   * @return its name, or null
   */
  public static @Nullable String name(Object object) {
    Objects.requireNonNull(object, "object");
    return GIVEN.isEmpty() ? null : GIVEN.get(new Key(object, null));
  }

  /**
   * What an object is called, without its state. Calls no code of the object's class, unless that
   * is {@link Labelled}.
   *
   * @param object any object
   * @return its label
   */
  public static String label(Object object) {
    Objects.requireNonNull(object, "object");
    return switch (object) {
      case Fiber fiber -> fiber.label();
      case Scope scope -> scope.label();
      case Future<?> future -> future.label();
      case RacedSource<?> race -> labels("race", race.sources());
      case DerivedSource<?> derived -> label(derived.applied());
      case FilterMapSource<?, ?> mapped -> label(mapped.source) + ", " + mapped.how;
      case List<?> cases -> labels("select", cases);
      case Case<?, ?> one -> label(one.where);
      case Labelled labelled -> labelled.label();
      case String text -> text;
      default -> label(kind(object.getClass()), object);
    };
  }

  /** The label of an object of a kind that need not be its class. */
  static String label(String kind, Object object) {
    String name = name(object);
    return name == null
        ? kind + "#" + Integer.toHexString(System.identityHashCode(object))
        : kind + " " + quoted(name);
  }

  /** The class without its package; of a lambda, the class that it stands in. */
  private static String kind(Class<?> type) {
    String name = type.getName();
    int hidden = name.indexOf("$$");
    String plain = hidden > 0 ? name.substring(0, hidden) : name;
    return plain.substring(plain.lastIndexOf('.') + 1).replace('$', '.');
  }

  /** The labels of what a race or a select is made of. */
  static String labels(String kind, List<?> parts) {
    StringBuilder all = new StringBuilder(kind).append(" of [");
    Iterator<?> each = parts.iterator();
    for (int i = 0; i < PARTS && each.hasNext(); i++) {
      all.append(i == 0 ? "" : ", ").append(label(each.next()));
    }
    if (each.hasNext()) {
      all.append(" and ").append(parts.size() - PARTS).append(" more");
    }
    return cut(all.append(']').toString());
  }

  /** What an object says of itself, whatever that does. */
  static String describe(Object object) {
    try {
      return cut(object instanceof List<?> ? "select of " + object : object.toString());
    } catch (Throwable error) {
      return kind(object.getClass()) + " (its toString raised " + error.getClass().getName() + ")";
    }
  }

  static String quoted(String name) {
    return '"' + cut(name) + '"';
  }

  /** Without line ends and the like, and not too long. */
  private static String cut(@Nullable String text) {
    if (text == null) {
      return "null";
    }
    StringBuilder plain = null;
    int length = Math.min(text.length(), LONGEST);
    for (int i = 0; i < length; i++) {
      if (Character.isISOControl(text.charAt(i))) {
        plain = plain == null ? new StringBuilder(text.substring(0, length)) : plain;
        plain.setCharAt(i, ' ');
      }
    }
    String shown = plain == null ? text.substring(0, length) : plain.toString();
    return length < text.length() ? shown + "..." : shown;
  }
}
