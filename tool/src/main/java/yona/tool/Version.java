package yona.tool;

import java.lang.module.ModuleDescriptor;

/** What {@code yona --version} shows. */
final class Version {
  private Version() {}

  /** Yona's version, which the build writes into the module, and that of the JVM under it. */
  static String text() {
    return "yona "
        + ofYona()
        + " (JVM "
        + Runtime.version()
        + ", "
        + System.getProperty("java.vendor")
        + ")";
  }

  /** Yona's version: the build writes it into the module, and into a jar that runs a program. */
  static String ofYona() {
    ModuleDescriptor module = Main.class.getModule().getDescriptor();
    String version =
        module == null
            ? Main.class.getPackage().getImplementationVersion()
            : module.rawVersion().orElse(null);
    return version == null ? "(unpacked)" : version;
  }
}
