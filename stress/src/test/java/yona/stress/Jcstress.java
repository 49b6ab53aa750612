package yona.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * jcstress as its command runs it: a JVM for each race and each mode of the compilers. A process of
 * its own, which ends when it is done: threads of jcstress would keep it for a minute.
 */
final class Jcstress {
  /** jcstress sets the affinity of its threads through it. */
  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** Fibers on a scheduler of our own, besides what jcstress tries out. */
  private static final String JVM_ARGUMENTS =
      NATIVE_ACCESS + " --add-opens java.base/java.lang=ALL-UNNAMED";

  /** How much of what jcstress says is shown if something fails, in characters. */
  private static final int SHOWN = 4_000;

  private Jcstress() {}

  public static void main(String[] arguments) throws Exception {
    try {
      Main.main(arguments);
    } finally {
      System.exit(0);
    }
  }

  /** Runs jcstress with these options, and gives the results by the names of the races. */
  static Map<String, List<TestResult>> run(String options, Path folder) throws Exception {
    Files.createDirectories(folder);
    for (Path old : blobs(folder)) {
      Files.delete(old);
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(NATIVE_ACCESS, "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Jcstress.class.getName(), "-r", folder.resolve("report").toString()));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-jvmArgsPrepend", JVM_ARGUMENTS));
    Path log = folder.resolve("jcstress.log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    Map<String, List<TestResult>> results = results(folder);
    if (results.isEmpty()) {
      String said = Files.readString(log);
      throw new AssertionError(
          "no result; jcstress says:\n" + said.substring(Math.max(0, said.length() - SHOWN)));
    }
    return results;
  }

  private static List<Path> blobs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".bin.gz")).toList();
    }
  }

  private static Map<String, List<TestResult>> results(Path folder) throws Exception {
    InProcessCollector collector = new InProcessCollector();
    for (Path blob : blobs(folder)) {
      DiskReadCollector reader = new DiskReadCollector(blob.toString(), collector);
      reader.dump();
      reader.close();
    }
    Map<String, List<TestResult>> results = new TreeMap<>();
    for (TestResult result : collector.getTestResults()) {
      results.computeIfAbsent(result.getName(), _ -> new ArrayList<>()).add(result);
    }
    return results;
  }
}
