package yona.tool;

import java.util.EnumSet;
import java.util.Set;
import yona.language.runtime.Invocation.Stream;

/** Which standard streams are terminals. */
final class Terminals {
  /** The numbers of the descriptors that are terminals, one behind the other. */
  static final String PROPERTY = "yona.terminals";

  private Terminals() {}

  /**
   * What the yona script has found, which sets the property {@code yona.terminals} to the numbers
   * of the descriptors: a shell knows, Java would have to call the C library, which takes 25 ms.
   */
  static Set<Stream> all() {
    String numbers = System.getProperty(PROPERTY, "");
    EnumSet<Stream> terminals = EnumSet.noneOf(Stream.class);
    if (numbers.contains("0")) {
      terminals.add(Stream.INPUT);
    }
    if (numbers.contains("1")) {
      terminals.add(Stream.OUTPUT);
    }
    if (numbers.contains("2")) {
      terminals.add(Stream.ERROR);
    }
    return terminals;
  }
}
