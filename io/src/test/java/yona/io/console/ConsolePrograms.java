package yona.io.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.IntStream;
import yona.async.Async;
import yona.async.Body;
import yona.async.ErrorReporter;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.file.OpenFile;

/** Programs for {@link ConsoleTest}, which runs them in processes of their own. */
final class ConsolePrograms {

  private ConsolePrograms() {}

  public static void main(String[] args) throws Exception {
    Body<Integer, Exception> body =
        switch (args[0]) {
          case "many" -> ConsolePrograms::many;
          case "both" -> ConsolePrograms::both;
          case "stalled" -> ConsolePrograms::stalled;
          case "broken" -> ConsolePrograms::broken;
          case "input" -> ConsolePrograms::input;
          case "lines" -> ConsolePrograms::lines;
          default -> () -> hanging(Path.of(args[1]));
        };
    int status = new Program(ErrorReporter.STANDARD_ERROR).run(body);
    System.exit(status);
  }

  private static void println(String text) throws IOException {
    Console.print((text + "\n").getBytes(UTF_8));
  }

  private static int many() throws IOException {
    try (var group = Group.<IOException>inOrder()) {
      group.map(
          IntStream.range(0, 20).iterator(),
          20,
          fiber -> {
            String letter = String.valueOf((char) ('a' + fiber));
            for (int i = 0; i < 100; i++) {
              println(letter.repeat(1 + i * 13));
              Async.yield();
            }
            return null;
          });
    }
    return flushed();
  }

  private static int both() throws IOException {
    for (int i = 0; i < 200; i++) {
      println("out " + i);
      Console.printError(("err " + i + "\n").getBytes(UTF_8));
    }
    return flushed();
  }

  private static int flushed() throws IOException {
    return Console.flush(Long.MAX_VALUE) ? 0 : 1;
  }

  private static int stalled() {
    try (Scope scope = Scope.open()) {
      long[] printed = {0};
      Future<Object> printing =
          scope.background(
              () -> {
                for (; ; ) {
                  println("x".repeat(10_000));
                  printed[0]++;
                  Async.yield();
                }
              });
      long before = -1;
      while (printed[0] != before || printed[0] == 0) {
        before = printed[0];
        Async.sleepNanos(100_000_000);
      }
      return printing.poll() == null ? 7 : 1;
    }
  }

  private static int broken() {
    try {
      for (; ; ) {
        println("x".repeat(10_000));
      }
    } catch (IOException e) {
      return 141;
    }
  }

  private static int input() throws IOException {
    OpenFile input = Console.in();
    try {
      var _ = Async.<byte[], IOException>timeoutNanos(20_000_000, input::readLine);
    } catch (TimeoutException e) {
      println("timed out");
    }
    return lines() + end();
  }

  private static int lines() throws IOException {
    OpenFile input = Console.in();
    for (byte[] line = input.readLine(); line != null; line = input.readLine()) {
      println("got " + new String(line, UTF_8));
    }
    return flushed();
  }

  private static int end() throws IOException {
    println("end");
    return flushed();
  }

  private static int hanging(Path fifo) throws IOException {
    try {
      var _ =
          Async.<OpenFile, IOException>timeoutNanos(
              20_000_000, () -> OpenFile.open(fifo, Set.of(StandardOpenOption.READ)));
    } catch (TimeoutException e) {
      println("timeout");
    }
    return flushed();
  }
}
