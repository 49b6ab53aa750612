package yona.async.continuation;

/**
 * Makes the monitors that the calling thread holds stay with it when a continuation is suspended.
 *
 * <p>A thread of the virtual machine keeps the monitors that it has entered without contention on a
 * small stack, and freezing a continuation takes that whole stack along, also what frames outside
 * of the continuation have entered: right for virtual threads, outside of which nobody enters any,
 * wrong for ours. The stack has eight places (HotSpot's LockStack::CAPACITY); one more makes the
 * virtual machine move the oldest into a monitor object of its own, which names the thread as its
 * owner and stays. So entering as many monitors as there are places, and leaving them, leaves none
 * behind: some 30 ns. {@link BareCoroutine} tries once whether this holds.
 *
 * <p>The objects belong to one coroutine, so that nobody ever contends for them: a contended one
 * would not be put on that stack.
 */
final class Monitors {

  private final Object first = new Object();
  private final Object second = new Object();
  private final Object third = new Object();
  private final Object fourth = new Object();
  private final Object fifth = new Object();
  private final Object sixth = new Object();
  private final Object seventh = new Object();

  /** Moves every monitor that the thread holds into an object of its own. */
  void settle() {
    synchronized (this) {
      synchronized (first) {
        synchronized (second) {
          synchronized (third) {
            synchronized (fourth) {
              synchronized (fifth) {
                synchronized (sixth) {
                  synchronized (seventh) {
                    return;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
}
