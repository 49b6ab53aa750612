package yona.library.program;

import java.util.Arrays;
import yona.language.LibraryPart;

/**
 * A part of the library that is no module of the process's own layer, but of one that was made
 * later. The library is open to its parts by name, which the JVM looks up in the first layer alone.
 */
public final class LaterPart {
  private LaterPart() {}

  /**
   * Lets a part use what the library shows its parts.
   *
   * @param part the Java module of a part that is {@linkplain LibraryPart#isOfBinding of a binding}
   * @throws IllegalArgumentException if it is another module
   */
  public static void admit(Module part) {
    if (Arrays.stream(LibraryPart.values())
        .noneMatch(each -> each.isOfBinding() && each.javaModule().equals(part.getName()))) {
      throw new IllegalArgumentException(part + " is no part of the library");
    }
    LaterPart.class.getModule().addExports("yona.library.argument", part);
  }
}
