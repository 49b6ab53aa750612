package yona.async;

/**
 * Runs operations near the end of a stack, at every few frames, until one of them overflows: each
 * time a little deeper or less deep, so that another call is the one too many.
 */
public final class StackEnd {

  /** Frames in front of the end from which on the operation is run; the reserves are shorter. */
  private static final int WINDOW = 500;

  /** Frames between two runs. */
  private static final int STEP = 7;

  private static final int STACK = 300_000;

  private final Runnable operation;
  private int from = Integer.MAX_VALUE;
  private int reached;

  private StackEnd(Runnable operation) {
    this.operation = operation;
  }

  /** A thread with a small stack that runs an operation until it overflows, so many times. */
  public static Thread overflowing(int times, Runnable operation) {
    return new Thread(null, () -> overflow(times, operation), "overflowing", STACK);
  }

  private static void overflow(int times, Runnable operation) {
    StackEnd end = new StackEnd(operation);
    for (int i = 0; i < times; i++) {
      end.from = Integer.MAX_VALUE;
      end.descend();
      end.from = Math.max(0, end.reached - WINDOW + i % (2 * STEP));
      end.descend();
    }
  }

  private void descend() {
    try {
      descend(0);
    } catch (StackOverflowError expected) {
      // Where, is another question each time.
    }
  }

  @SuppressWarnings("InfiniteRecursion") // to the end of the stack
  private int descend(int depth) {
    reached = depth;
    if (depth >= from && (depth - from) % STEP == 0) {
      operation.run();
    }
    return descend(depth + 1) + 1;
  }
}
