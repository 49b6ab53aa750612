package yona.async;

/**
 * Refuses operations of a fiber in a section that must neither wait nor start fibers, like a
 * transaction. See {@link Fiber#obey}.
 */
public interface WaitGuard {

  /**
   * Makes the refusal of an operation. Called on the fiber, before the operation has done anything.
   *
   * @param operation what was tried
   * @return the exception to raise
   */
  RuntimeException refusal(String operation);

  /**
   * Whether the section has ended, and this refuses nothing more: a stack that overflowed may have
   * kept its end from {@link Fiber#dismiss}, which is then made up for.
   *
   * @return whether it is over
   */
  boolean isOver();

  /**
   * What called {@link Fiber#reachedWait}.
   *
   * @return its class and method, for people
   */
  static String operationThatWaits() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> !isBookkeeping(frame.getClassName()))
                    .findFirst()
                    .map(WaitGuard::name)
                    .orElse("an operation that may wait"));
  }

  private static boolean isBookkeeping(String name) {
    return name.equals(WaitGuard.class.getName()) || name.equals(Fiber.class.getName());
  }

  private static String name(StackWalker.StackFrame frame) {
    String type = frame.getClassName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName();
  }
}
