package yona.tool;

import yona.language.runtime.YonaError;

/** That all fibers of a program wait for each other, and nothing outside can wake one. */
final class Deadlock {
  private Deadlock() {}

  /** The error that ends the program; no {@code catch} sees it. */
  static YonaError error() {
    return YonaError.of(
        "deadlock", "all fibers wait for each other, and nothing outside can wake one");
  }
}
