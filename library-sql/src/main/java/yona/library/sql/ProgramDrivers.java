package yona.library.sql;

import java.sql.Driver;
import java.sql.SQLException;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.language.interop.JavaClasses;

/** The JDBC drivers among the Java libraries of the program that calls. */
final class ProgramDrivers {

  /** Those of databases that Yona has a driver for, with which it knows how to use them. */
  private static final Pattern OWN =
      Pattern.compile("(?i:jdbc):(postgresql|mysql|h2|sqlite):.*", Pattern.DOTALL);

  private ProgramDrivers() {}

  /** The first driver that takes a URL; null if there is none, or Yona has one itself. */
  static @Nullable Driver find(String uri) {
    if (!uri.regionMatches(true, 0, "jdbc:", 0, 5) || OWN.matcher(uri).matches()) {
      return null;
    }
    for (Driver driver :
        JavaClasses.ofCaller().services(loader -> ServiceLoader.load(Driver.class, loader))) {
      if (accepts(driver, uri)) {
        return driver;
      }
    }
    return null;
  }

  private static boolean accepts(Driver driver, String uri) {
    try {
      return driver.acceptsURL(uri);
    } catch (SQLException | RuntimeException _) {
      return false;
    }
  }
}
