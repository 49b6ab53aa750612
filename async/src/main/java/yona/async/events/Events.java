package yona.async.events;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import yona.async.Names;

/**
 * Where the library reports its events to JDK Flight Recorder.
 *
 * <p>Whoever has something to report asks {@link #on} first: while nobody has started the recorder
 * in this process that is a read of one static field, no event class is loaded, and nothing else of
 * the recorder either. Processes without the module {@code jdk.jfr} do not even read that field.
 * Once the recorder runs, an event that is not enabled costs a few nanoseconds more.
 *
 * <p>Spans, from one event to another, are handed out as plain objects, so that those who keep one
 * load no class of the recorder.
 */
public final class Events {

  /** Whether this process has the recorder's module. */
  static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent()
          && (Events.class.getModule().getDescriptor() == null
              || Events.class.getModule().canRead(ModuleLayer.boot().findModule("jdk.jfr").get()));

  private Events() {}

  /**
   * Whether the recorder has been started in this process.
   *
   * @return whether to go on and report
   */
  public static boolean on() {
    return AVAILABLE && FlightRecorder.isInitialized();
  }

  // ---- fibers ----------------------------------------------------------------------------------

  /**
   * A fiber begins to run; called by itself.
   *
   * @param fiber its number
   * @param name its name, or null
   * @param parent the number of the fiber that opened the scope
   * @param scope the scope
   * @return to be handed to {@link #ended}
   */
  static Object started(long fiber, @Nullable String name, long parent, Object scope) {
    FiberStart start = new FiberStart();
    if (start.isEnabled()) {
      start.fiber = fiber;
      start.name = name;
      start.parent = parent;
      start.scope = Names.label(scope);
      start.commit();
    }
    FiberEnd end = new FiberEnd();
    end.begin();
    return end;
  }

  /**
   * A fiber has ended; called by itself.
   *
   * @param span what {@link #started} gave, or null if nobody recorded then
   * @param fiber its number
   * @param name its name, or null
   * @param outcome {@code value}, {@code failure} or {@code cancellation}
   * @param error what it ended with, or null
   */
  static void ended(
      @Nullable Object span,
      long fiber,
      @Nullable String name,
      String outcome,
      @Nullable Throwable error) {
    FiberEnd end = span instanceof FiberEnd begun ? begun : new FiberEnd();
    end.end();
    if (end.shouldCommit()) {
      end.fiber = fiber;
      end.name = name;
      end.outcome = outcome;
      end.error = error == null ? null : error.getClass();
      end.commit();
    }
  }

  /**
   * A fiber is about to wait; called by itself.
   *
   * @param fiber its number
   * @param name its name, or null
   * @param where what it waits at
   * @return to be handed to {@link #resumed}
   */
  static Object suspended(long fiber, @Nullable String name, Object where) {
    FiberSuspended suspended = new FiberSuspended();
    if (suspended.isEnabled()) {
      suspended.fiber = fiber;
      suspended.name = name;
      suspended.waitsAt = Names.label(where);
      suspended.commit();
    }
    FiberResumed resumed = new FiberResumed();
    resumed.begin();
    return resumed;
  }

  /**
   * A fiber goes on; called by itself.
   *
   * @param span what {@link #suspended} gave
   * @param fiber its number
   * @param name its name, or null
   * @param where what it waited at
   */
  static void resumed(Object span, long fiber, @Nullable String name, Object where) {
    FiberResumed resumed = (FiberResumed) span;
    resumed.end();
    if (resumed.shouldCommit()) {
      resumed.fiber = fiber;
      resumed.name = name;
      resumed.waitedAt = Names.label(where);
      resumed.commit();
    }
  }

  /**
   * A cancellation reaches a fiber; called by whoever cancels.
   *
   * @param fiber the number of the fiber
   * @param name its name, or null
   * @param scope the innermost scope that is cancelled
   */
  static void cancelled(long fiber, @Nullable String name, Object scope) {
    FiberCancelled cancelled = new FiberCancelled();
    if (cancelled.isEnabled()) {
      cancelled.fiber = fiber;
      cancelled.name = name;
      cancelled.scope = Names.label(scope);
      cancelled.commit();
    }
  }

  // ---- channels --------------------------------------------------------------------------------

  /**
   * A sender has to wait.
   *
   * @param channel where
   * @param capacity how many values the channel holds
   */
  public static void full(Object channel, int capacity) {
    ChannelFull full = new ChannelFull();
    if (full.isEnabled()) {
      full.channel = Names.label(channel);
      full.capacity = capacity;
      full.commit();
    }
  }

  /**
   * A reader has to wait.
   *
   * @param channel where
   */
  public static void empty(Object channel) {
    ChannelEmpty empty = new ChannelEmpty();
    if (empty.isEnabled()) {
      empty.channel = Names.label(channel);
      empty.commit();
    }
  }

  // ---- transactions ----------------------------------------------------------------------------

  /**
   * An attempt of a transaction is dropped and will be repeated.
   *
   * @param reason why, in a word or two; one of a few
   * @param attempt how many attempts the transaction has made
   */
  public static void aborted(String reason, int attempt) {
    TransactionAborted aborted = new TransactionAborted();
    if (aborted.isEnabled()) {
      aborted.reason = reason;
      aborted.attempt = attempt;
      aborted.commit();
    }
  }
}
