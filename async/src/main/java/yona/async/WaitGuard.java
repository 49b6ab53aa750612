package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * Refuses operations of a fiber in a section that must neither wait nor start fibers, like a
 * transaction. See {@link Fiber#obey}.
 */
@FunctionalInterface
public interface WaitGuard {

  /**
   * Makes the refusal of an operation. Called on the fiber, before the operation has done anything.
   *
   * @param operation what was tried
   * @return the exception to raise, or null if the section is over: a stack that overflows may have
   *     kept its end from {@link Fiber#dismiss}, which is then made up for
   */
  @Nullable RuntimeException refusal(String operation);

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
