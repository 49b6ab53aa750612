package yona.async;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait at one object, in the order in which they came: a doubly linked list through the
 * {@link Place}s themselves, so that waiting needs no node of its own and leaving no search.
 *
 * <p>Not safe for use by several threads: whoever owns it guards it.
 *
 * @param <T> the items that they wait for
 */
public final class WaitQueue<T> {

  /**
   * A place in a queue.
   *
   * @param <T> the items waited for
   */
  public abstract static class Place<T> {
    private @Nullable Place<T> before;
    private @Nullable Place<T> behind;
    private @Nullable WaitQueue<T> queue;
    private @Nullable Object offer;

    /** Makes a place in no queue. */
    protected Place() {}

    /**
     * What the one who waits has brought, like the value of a sender.
     *
     * @return what was given to {@link WaitQueue#add(Listener, Object)}, or null
     */
    public final @Nullable Object offer() {
      return offer;
    }

    /**
     * Who is told.
     *
     * @return the listener
     */
    public abstract Listener<? super T> listener();

    /**
     * The place behind this one.
     *
     * @return the next place, or null if this is the last one
     */
    public final @Nullable Place<T> behind() {
      return behind;
    }

    /**
     * Whether an item may still be wanted here.
     *
     * @return false if the wait is over
     */
    public boolean isOpen() {
      Claim<?> claim = listener().claim();
      return claim == null || claim.isOpen();
    }
  }

  /** The place of a listener that is no place itself. */
  private static final class Registered<T> extends Place<T> {
    private final Listener<? super T> listener;

    Registered(Listener<? super T> listener) {
      this.listener = listener;
    }

    @Override
    public Listener<? super T> listener() {
      return listener;
    }
  }

  private @Nullable Place<T> first;
  private @Nullable Place<T> last;
  private int size;

  /** Listeners over at which the dead ones are looked for. */
  private int crowded = 64;

  /** Makes an empty queue. */
  public WaitQueue() {}

  /**
   * Who has waited longest.
   *
   * @return the first place, or null if the queue is empty
   */
  public @Nullable Place<T> first() {
    return first;
  }

  /**
   * Whether nobody waits.
   *
   * @return whether the queue has no places
   */
  public boolean isEmpty() {
    return first == null;
  }

  /**
   * How many places there are, also of those whose wait is over and who have not left.
   *
   * @return the number of places
   */
  public int size() {
    return size;
  }

  /**
   * Adds a listener at the end.
   *
   * @param listener who waits; if it is a place in no queue it stands there itself
   */
  public void add(Listener<? super T> listener) {
    add(listener, null);
  }

  /**
   * Adds a listener at the end.
   *
   * @param listener who waits; if it is a place in no queue it stands there itself
   * @param offer what it brings, for {@link Place#offer()}
   */
  @SuppressWarnings("unchecked") // a place whose listener is itself listens to what it waits for
  public void add(Listener<? super T> listener, @Nullable Object offer) {
    Objects.requireNonNull(listener, "listener");
    Place<T> place =
        listener instanceof Place<?> own && own.queue == null
            ? (Place<T>) own
            : new Registered<>(listener);
    place.offer = offer;
    add(place);
  }

  private void add(Place<T> place) {
    if (size >= crowded) {
      leaveClosed();
      crowded = Math.max(64, 2 * size);
    }
    place.queue = this;
    place.before = last;
    if (last == null) {
      first = place;
    } else {
      last.behind = place;
    }
    last = place;
    size++;
  }

  private void leaveClosed() {
    Place<T> behind;
    for (Place<T> each = first; each != null; each = behind) {
      behind = each.behind;
      if (!each.isOpen()) {
        remove(each);
      }
    }
  }

  /**
   * Takes a place out.
   *
   * @param place a place
   * @return false if it was not in this queue
   */
  @SuppressWarnings("ReferenceEquality") // queues have an identity
  public boolean remove(Place<T> place) {
    Objects.requireNonNull(place, "place");
    if (place.queue != this) {
      return false;
    }
    Place<T> before = place.before;
    Place<T> behind = place.behind;
    if (before == null) {
      first = behind;
    } else {
      before.behind = behind;
    }
    if (behind == null) {
      last = before;
    } else {
      behind.before = before;
    }
    place.queue = null;
    place.before = null;
    place.behind = null;
    size--;
    return true;
  }

  /**
   * Takes out all places of a listener.
   *
   * @param listener the listener, or one that equals it
   * @return whether there was one
   */
  @SuppressWarnings("unchecked") // a place in this queue waits for its items
  public boolean drop(Listener<?> listener) {
    Objects.requireNonNull(listener, "listener");
    if (listener instanceof Place<?> place && place.queue == this) {
      return remove((Place<T>) place);
    }
    boolean found = false;
    Place<T> behind;
    for (Place<T> each = first; each != null; each = behind) {
      behind = each.behind;
      if (each.listener().equals(listener)) {
        remove(each);
        found = true;
      }
    }
    return found;
  }

  /**
   * Offers an item to one place, which leaves the queue if it takes the item, if its wait is over,
   * or if its listener throws.
   *
   * @param place a place of this queue
   * @param item the item
   * @return whether it was taken
   */
  public boolean offer(Place<T> place, T item) {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(item, "item");
    boolean taken = false;
    boolean thrown = true;
    try {
      taken = place.listener().complete(item);
      thrown = false;
    } catch (Throwable error) {
      Listener.threw(error);
    }
    if (taken || thrown || !place.isOpen()) {
      remove(place);
    }
    return taken;
  }

  /**
   * Offers an item to one place after the other.
   *
   * @param item the item
   * @return whether somebody took it, who then has left the queue
   */
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    Place<T> behind;
    for (Place<T> each = first; each != null; each = behind) {
      behind = each.behind;
      if (offer(each, item)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Takes everybody out.
   *
   * @return the places, first come first
   */
  public List<Place<T>> clear() {
    List<Place<T>> all = new ArrayList<>(size);
    for (Place<T> each = first; each != null; each = first) {
      remove(each);
      all.add(each);
    }
    return all;
  }
}
