package yona.async.sync;

import yona.async.Names;

/**
 * A lock that many readers can have together, or one writer alone.
 *
 * <pre>{@code
 * try (Permit permit = lock.read().acquire()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Readers and writers get it in the order in which they asked: a reader that comes while a
 * writer waits gets it after that writer, and neighbours in the queue that read get it together. So
 * writers are not starved by readers, nor readers by writers; a reader waits for at most those
 * writers that came before it. (Task-fair, in the words of Brandenburg &amp; Anderson,
 * Reader-writer synchronization for shared-memory multiprocessor real-time systems, ECRTS 2009.)
 *
 * <p>Not reentrant: who reads and asks to read again waits for itself if a writer has come in
 * between; a reader cannot become a writer. See {@link Permits} for all else. In truth this is a
 * semaphore of which a reader takes one permit and a writer all. Safe for use by any number of
 * threads.
 */
public final class RwLock {

  private static final int ALL = Integer.MAX_VALUE;

  private final PermitPool pool = new PermitPool("read/write lock", ALL);
  private final Permits read = new Side(pool, 1, "reading side of a read/write lock");
  private final Permits write = new Side(pool, ALL, "writing side of a read/write lock");

  private static final class Side extends Permits {
    private final String name;

    Side(PermitPool pool, int count, String name) {
      super(pool, count);
      this.name = name;
    }

    @Override
    public String toString() {
      return name + state(pool);
    }
  }

  /** Makes a lock that nobody has. */
  public RwLock() {}

  /**
   * The side that many can have at a time, while nobody has the other one.
   *
   * @return what readers acquire; the same object each time
   */
  public Permits read() {
    return read;
  }

  /**
   * The side that one can have, while nobody else has either.
   *
   * @return what writers acquire; the same object each time
   */
  public Permits write() {
    return write;
  }

  /**
   * How many readers have the lock; outdated as soon as one comes or leaves.
   *
   * @return 0 also while a writer has it
   */
  public int readers() {
    int free = pool.free();
    return free == 0 ? 0 : ALL - free;
  }

  /**
   * Whether a writer has the lock; outdated as soon as one comes or leaves.
   *
   * @return whether it is held for writing
   */
  public boolean isWriting() {
    return pool.free() == 0;
  }

  @Override
  public String toString() {
    return Names.label(this) + state(pool);
  }

  private static String state(PermitPool pool) {
    int free = pool.freeAtAGlance();
    return pool.withWaiting(
        free == 0 ? "writing" : free == ALL ? "free" : (ALL - free) + " reading");
  }
}
