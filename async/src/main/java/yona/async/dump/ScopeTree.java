package yona.async.dump;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A picture of all scopes and fibers of the process: the model of a {@link yona.async.ScopeDump}.
 *
 * @param threads those that have called in and stand in scopes, or wait outside of any
 * @param threadsLeftOut how many more there are
 * @param shown how many fibers and threads it holds
 */
public record ScopeTree(List<FiberNode> threads, int threadsLeftOut, int shown) {

  /**
   * A fiber, or a thread that called in.
   *
   * @param id its number
   * @param label what it is called
   * @param name what somebody has named it, or null
   * @param own whether it is a fiber
   * @param background whether it runs beside its scope's work
   * @param state what it does, in a word of {@link yona.async.ScopeDump}
   * @param at what it waits at, or null
   * @param awaits the number of the fiber whose result it waits for, or 0
   * @param nanos for how long it waits, in nanoseconds, or -1 if that is not known
   * @param startedBy who has started it, if that is to be said
   * @param frames lines of its stack
   * @param root what belongs to it
   */
  public record FiberNode(
      long id,
      String label,
      @Nullable String name,
      boolean own,
      boolean background,
      String state,
      @Nullable String at,
      long awaits,
      long nanos,
      @Nullable String startedBy,
      List<String> frames,
      ScopeNode root) {}

  /**
   * What belongs to a scope. Of a fiber's outermost scope, which nobody opened, to the fiber. It is
   * filled when the scopes and fibers of its depth have been looked at.
   */
  public static final class ScopeNode {
    final String label;
    final @Nullable String name;
    final boolean cancelled;

    /** Oldest first, the newest if there are too many. */
    public final List<FiberNode> fibers = new ArrayList<>();

    /** How many there are besides, with those that have no fiber. */
    public int fibersLeftOut;

    /** How many futures have no fiber: they have not started, or run where they are awaited. */
    public int futures;

    /** The linked cancellables, newest first. */
    public final List<String> cancellables = new ArrayList<>();

    /** Whether more is linked. */
    public boolean cancellablesLeftOut;

    /** The scope that the owner opened inside. */
    public @Nullable ScopeNode inner;

    /** Whether there is one that is too deep. */
    public boolean innerLeftOut;

    /**
     * A scope to which nothing belongs yet.
     *
     * @param label what it is called
     * @param name what somebody has named it, or null
     * @param cancelled whether it was cancelled
     */
    public ScopeNode(String label, @Nullable String name, boolean cancelled) {
      this.label = label;
      this.name = name;
      this.cancelled = cancelled;
    }
  }
}
