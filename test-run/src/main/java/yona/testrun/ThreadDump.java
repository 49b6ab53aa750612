package yona.testrun;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What all threads and fibers of this JVM do, for one who looks into a test that hangs. */
final class ThreadDump {
  private static final String[] SIGNATURE = {String[].class.getName()};

  private ThreadDump() {}

  /** Writes the dumps beside the records of the run, and says on standard error where. */
  static void write(String test) {
    try {
      Path folder = Files.createDirectories(RunRecorder.folder());
      String file = "hang-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
      Path threads = folder.resolve(file + "-threads.txt");
      Path fibers = folder.resolve(file + "-fibers.txt");
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
