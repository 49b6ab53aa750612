package yona.tool.project;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Java library by its Maven coordinates.
 *
 * @param group for example {@code org.apache.commons}
 * @param artifact for example {@code commons-lang3}
 * @param version for example {@code 3.20.0}
 */
public record Dependency(String group, String artifact, String version) {
  /** What Maven takes for each part; no path and no option can look so. */
  private static final String PART = "[A-Za-z0-9_][A-Za-z0-9_.-]*";

  private static final Pattern NAME = Pattern.compile("(" + PART + "):(" + PART + ")");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");

  /**
   * The library of a name and a version.
   *
   * @param name {@code group:artifact}
   * @return null if the name is none
   */
  static @Nullable Dependency of(String name, String version) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() && isVersion(version)
        ? new Dependency(parts.group(1), parts.group(2), version)
        : null;
  }

  /** Whether this is one version: no range, and none that is another one tomorrow. */
  static boolean isVersion(String text) {
    return VERSION.matcher(text).matches()
        && !text.equals("LATEST")
        && !text.equals("RELEASE")
        && !text.endsWith("-SNAPSHOT");
  }

  /**
   * The library of Maven coordinates.
   *
   * @param coordinates {@code group:artifact:version}
   * @throws ProjectException if they are none
   */
  public static Dependency of(String coordinates) throws ProjectException {
    int last = coordinates.lastIndexOf(':');
    Dependency dependency =
        last < 0 ? null : of(coordinates.substring(0, last), coordinates.substring(last + 1));
    if (dependency == null) {
      throw ProjectException.of(
          "expected the coordinates of a Java library, group:artifact:version, found "
              + coordinates,
          "for example org.apache.commons:commons-lang3:3.20.0");
    }
    return dependency;
  }

  /** Group and artifact. */
  public String name() {
    return group + ":" + artifact;
  }

  @Override
  public String toString() {
    return name() + ":" + version;
  }
}
