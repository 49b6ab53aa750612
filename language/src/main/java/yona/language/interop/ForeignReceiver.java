package yona.language.interop;

/**
 * An object of another language than Java: what {@code object::name} means is its own affair. Both
 * methods may suspend, and raise what the other language does.
 */
public interface ForeignReceiver {
  /**
   * {@code object::name} without arguments.
   *
   * @param name the name of a member
   * @return its value; of a method without parameters what that gives
   */
  Object mention(String name);

  /**
   * {@code object::name} with arguments.
   *
   * @param name the name of a member
   * @param arguments at least one
   * @return what the method gives
   */
  Object call(String name, Object[] arguments);
}
