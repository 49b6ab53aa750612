package yona.language;

import java.util.List;
import yona.language.runtime.Function;

/** Makes the calls of an input that is {@linkplain Session#trace traced}, and takes notes. */
public interface CallTracer {
  /**
   * A call as it was written.
   *
   * @param callee the text of what is called
   * @param arguments the texts of the arguments
   */
  record Site(String callee, List<String> arguments) {
    /** Copies the list. */
    public Site {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * Makes a call. Comes from any fiber, and from several at a time; suspends as the function does.
   *
   * @param site where it is written
   * @param function what is called
   * @param arguments what it is given: of any number, as a call may be partial or go on
   * @return what the function gives
   */
  Object call(Site site, Function function, Object[] arguments);

  /** Whether nothing more is noted: calls in tail position then take no stack. */
  boolean isFull();
}
