package yona.http.server;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes of all contents that requests hold in memory at a time. Thread-safe. */
final class ContentMemory {

  private final long most;
  private final AtomicLong held = new AtomicLong();

  /**
   * Nothing is held yet.
   *
   * @param most bytes of all contents
   */
  ContentMemory(long most) {
    this.most = most;
  }

  /**
   * Takes room for more of a content.
   *
   * @param count bytes
   * @param own bytes that this content holds already
   * @return whether there is room; a content that is the only one always has it
   */
  boolean take(int count, long own) {
    long all = held.addAndGet(count);
    if (all > most && all > own + count) {
      held.addAndGet(-count);
      return false;
    }
    return true;
  }

  /** Gives room back. */
  void give(long count) {
    held.addAndGet(-count);
  }

  /** Bytes that are held. */
  long held() {
    return held.get();
  }
}
