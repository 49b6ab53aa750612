package yona.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.testrun.network.Ports;

/**
 * A PostgreSQL server that can be killed and started again, with the same data and at the same
 * port. It runs the programs of the server of all tests, and lies in its folder, with which it
 * goes.
 */
final class PostgresProcess implements AutoCloseable {

  private static final String READY = "database system is ready to accept connections";
  private static final String STANDS_BY = "consistent recovery state reached";

  /** Kills the server when its input ends: with this JVM, however that ends. */
  private static final String WATCHED = "\"$@\" & exec > /dev/null 2>&1; read -r _; kill -9 $!";

  private final Path programs;
  private final Path data;
  private final int port;

  private @Nullable Process process;
  private @Nullable BufferedReader output;

  private PostgresProcess(Path folder) throws IOException {
    this.programs = folder.resolve("program/bin");
    this.port = Ports.free();
    this.data = folder.resolve("data-" + port);
  }

  /** Makes one, and starts it. */
  static PostgresProcess create() throws IOException {
    PostgresProcess server;
    try (Database database = Database.connect(Products.server().uri())) {
      Row row = database.queryOne("show data_directory").orElseThrow();
      server = new PostgresProcess(Path.of(String.valueOf(row.get(0))).getParent());
    }
    server.run("initdb", "-U", "postgres", "-A", "trust", "--no-sync", "--no-locale");
    server.start();
    return server;
  }

  String uri() {
    return "postgresql://postgres@127.0.0.1:" + port + "/postgres";
  }

  /** Starts it, until it accepts connections. */
  void start() throws IOException {
    begin();
    await(READY);
  }

  /** Starts it, so that it refuses connections as while it reads its log, until it is promoted. */
  void startAsStandby() throws IOException {
    Files.createFile(data.resolve("standby.signal"));
    begin("-c", "hot_standby=off");
    await(STANDS_BY);
  }

  /** Lets one that stands by accept connections. */
  void promote() throws IOException {
    run("pg_ctl", "promote");
    await(READY);
  }

  /** Kills it as the system does, and waits until no process of it is left. */
  void kill() throws IOException {
    Process killed = process;
    BufferedReader said = output;
    if (killed != null && said != null) {
      process = null;
      killed.getOutputStream().close();
      while (said.readLine() != null) {
        // Its processes notice that the first one has gone.
      }
      killed.onExit().join();
    }
  }

  @Override
  public void close() throws IOException {
    kill();
  }

  private void begin(String... more) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", WATCHED, "sh"));
    command.addAll(program("postgres"));
    command.addAll(
        List.of("-p", Integer.toString(port), "-h", "127.0.0.1", "-k", "", "-c", "fsync=off"));
    command.addAll(List.of(more));
    Process begun = started(command);
    process = begun;
    output = begun.inputReader();
  }

  private void await(String text) throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader lines = output;
    String line = lines == null ? null : lines.readLine();
    while (lines != null && line != null && !line.contains(text)) {
      said.append(line).append('\n');
      line = lines.readLine();
    }
    if (line == null) {
      throw new IOException("the server has ended: " + said);
    }
  }

  private void run(String program, String... arguments) throws IOException {
    List<String> command = program(program);
    command.addAll(List.of(arguments));
    Process run = started(command);
    String said = String.join("\n", run.inputReader().lines().toList());
    if (run.onExit().join().exitValue() != 0) {
      throw new IOException(command + ": " + said);
    }
  }

  /** PostgreSQL refuses to be the superuser's. */
  private List<String> program(String name) {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=nobody", "--clear-groups"));
    }
    command.addAll(List.of(programs.resolve(name).toString(), "-D", data.toString()));
    return command;
  }

  private Process started(List<String> command) throws IOException {
    return new ProcessBuilder(command)
        .directory(data.getParent().toFile())
        .redirectErrorStream(true)
        .start();
  }
}
