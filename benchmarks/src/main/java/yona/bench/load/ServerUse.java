package yona.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What the system knows of a server's process. */
final class ServerUse {
  private ServerUse() {}

  /** What a process has used, in nanoseconds; the system counts in hundredths of a second. */
  static long processorTime(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .orElse(0L);
  }

  /** The resident memory of a process and of all that it has started, in kB. */
  static long resident(long pid) throws IOException {
    long kilobytes = 0;
    var process = ProcessHandle.of(pid).orElseThrow();
    for (var each : Stream.concat(Stream.of(process), process.descendants()).toList()) {
      var status = Path.of("/proc", String.valueOf(each.pid()), "status");
      for (var line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          kilobytes += Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    }
    return kilobytes;
  }
}
