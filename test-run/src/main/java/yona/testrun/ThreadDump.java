package yona.testrun;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What all threads and fibers of a JVM do, for one who looks into a test that hangs. */
public final class ThreadDump {
  private static final String[] SIGNATURE = {String[].class.getName()};

  private ThreadDump() {}

  /**
   * Writes what a JVM does that a test has started, beside the records of the run.
   *
   * @param jvm the JVM
   * @return where it is, or why there is none
   */
  public static String of(ProcessHandle jvm) {
    try {
      Path fibers = file(jvm, "fibers");
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(jvm.pid()),
                  "Thread.dump_to_file",
                  fibers.toString())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      if (!jcmd.waitFor(TestLimit.ofWait().toNanos() / 4, TimeUnit.NANOSECONDS)) {
        jcmd.destroyForcibly();
      }
      return Files.exists(fibers) ? fibers.toString() : "it does not answer jcmd";
    } catch (IOException e) {
      return e.toString();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return e.toString();
    }
  }

  private static Path file(ProcessHandle jvm, String content) throws IOException {
    return Files.createDirectories(RunRecorder.folder())
        .resolve("hang-" + jvm.pid() + "-" + System.nanoTime() + "-" + content + ".txt");
  }

  /**
   * Writes the dumps of this JVM beside the records of the run, and says on standard error where.
   */
  static void write(String test) {
    try {
      Path threads = file(ProcessHandle.current(), "threads");
      Path fibers = file(ProcessHandle.current(), "fibers");
      Files.writeString(threads, command("threadPrint", "-l"));
      command("threadDumpToFile", fibers.toString());
      System.err.println(test + " hangs; its threads: " + threads + ", with fibers: " + fibers);
    } catch (IOException | JMException e) {
      System.err.println(test + " hangs; its threads cannot be shown: " + e);
    }
  }

  /** A command of {@code jcmd}, by the bean that has it. */
  private static String command(String name, String... arguments) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName commands = ObjectName.getInstance("com.sun.management:type=DiagnosticCommand");
    return (String) server.invoke(commands, name, new Object[] {arguments}, SIGNATURE);
  }
}
