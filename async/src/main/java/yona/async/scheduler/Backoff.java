package yona.async.scheduler;

/**
 * What to do while another thread has what it holds for some instructions only: look again, and
 * after some looks give the processor away, since the holder may have lost its own.
 */
public final class Backoff {

  /** Some microseconds of looks. */
  private static final int LOOKS = 100;

  private Backoff() {}

  /**
   * Waits between two looks.
   *
   * @param looks how often the caller has looked in vain, counted from 0
   */
  @SuppressWarnings("ThreadPriorityCheck") // the holder may have lost the processor
  public static void pause(int looks) {
    if (looks < LOOKS) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
