package yona.language.embedding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a function does that a host gives to its scripts; see {@link Engine#function}. */
@FunctionalInterface
public interface HostFunction {
  /**
   * Called on the fiber of the script that calls the function; may block, which blocks no other
   * fiber. Scripts may call it from several fibers at a time.
   *
   * @param arguments as many as the function has parameters
   * @return the result, which becomes a value as inputs do
   * @throws Exception becomes the error {@code :java} of the script
   */
  @Nullable Object call(List<Value> arguments) throws Exception;
}
