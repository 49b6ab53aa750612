package yona.tool;

/** What {@code yona --version} shows. */
final class Version {
  private Version() {}

  /** Yona's version, which the build writes into the module, and that of the JVM under it. */
  static String text() {
    return "yona "
        + Main.class.getModule().getDescriptor().rawVersion().orElse("(unpacked)")
        + " (JVM "
        + Runtime.version()
        + ", "
        + System.getProperty("java.vendor")
        + ")";
  }
}
