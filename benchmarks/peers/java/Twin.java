import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rows of the Speed table in plain Java, as the limit of what the same machine can do with the
 * same boxed values. Usage: {@code Twin ROW MODE SIZE WARM_MS SAMPLE_MS FILE} (the protocol is
 * described in benchmarks/README.md).
 */
final class Twin {
  private Twin() {}

  /** The Lehmer generator "minstd": every peer draws the same numbers. */
  static long next(long x) {
    return x * 16807 % 2147483647;
  }

  /** An immutable linked list of boxed values; null is the empty one. */
  private record Cons(Object head, Cons tail) {}

  private static Cons randomList(long n) {
    var numbers = new long[(int) n];
    long x = 42;
    for (int i = 0; i < numbers.length; i++) {
      x = next(x);
      numbers[i] = x;
    }
    Cons list = null;
    for (int i = numbers.length - 1; i >= 0; i--) {
      list = new Cons(numbers[i], list);
    }
    return list;
  }

  private static long listCheck(Cons list) {
    long check = 0;
    for (Cons l = list; l != null; l = l.tail) {
      check = (check * 31 + (Long) l.head) % 1000003;
    }
    return check;
  }

  private static Cons pass(Cons list) {
    if (list == null || list.tail == null) {
      return list;
    }
    Object a = list.head;
    Object b = list.tail.head;
    Cons rest = list.tail.tail;
    return (Long) a > (Long) b
        ? new Cons(b, pass(new Cons(a, rest)))
        : new Cons(a, pass(new Cons(b, rest)));
  }

  private static Cons sort(long n, Cons list) {
    for (; n != 0; n--) {
      list = pass(list);
    }
    return list;
  }

  private static Object fibBoxed(Object n) {
    return (Long) n < 2
        ? n
        : (Object)
            Math.addExact(
                (Long) fibBoxed(Math.subtractExact((Long) n, 1L)),
                (Long) fibBoxed(Math.subtractExact((Long) n, 2L)));
  }

  private static long fib(long n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  private static boolean safe(long queen, long distance, Cons placed) {
    for (Cons l = placed; l != null; l = l.tail) {
      long other = (Long) l.head;
      if (other == queen || Math.abs(other - queen) == distance) {
        return false;
      }
      distance++;
    }
    return true;
  }

  private static long place(long n, long row, Cons placed) {
    return row == 0 ? 1 : choose(n, n, row, placed);
  }

  private static long choose(long queen, long n, long row, Cons placed) {
    if (queen == 0) {
      return 0;
    }
    long rest = choose(queen - 1, n, row, placed);
    return safe(queen, 1, placed) ? rest + place(n, row - 1, new Cons(queen, placed)) : rest;
  }

  /** Mutable: what the machine can do at best. */
  private static long dict(long n) {
    var map = new HashMap<Long, Long>();
    long x = 42;
    for (long i = n; i > 0; i--) {
      x = next(x);
      map.put(x, i);
    }
    long sum = 0;
    for (long value : map.values()) {
      sum += value;
    }
    return sum;
  }

  private static long strings(long n) {
    var text = new StringBuilder();
    for (long i = 0; i < n; i++) {
      text.append(i).append(", ");
    }
    var whole = text.toString();
    long sum = 0;
    for (int i = 0; i < whole.length(); i++) {
      sum += whole.charAt(i);
    }
    return sum;
  }

  private static Map<String, Integer> words(String text) {
    var counts = new HashMap<String, Integer>();
    var words = new StringTokenizer(text);
    while (words.hasMoreTokens()) {
      counts.merge(words.nextToken(), 1, Integer::sum);
    }
    return counts;
  }

  private static String wordsCheck(Map<String, Integer> counts) {
    var values = counts.values();
    int most = values.stream().mapToInt(Integer::intValue).max().orElse(0);
    int all = values.stream().mapToInt(Integer::intValue).sum();
    return counts.size() + " " + most + " " + all;
  }

  private static long walk(Cons list) {
    long sum = 0;
    for (Cons l = list; l != null; l = l.tail) {
      sum += (Long) l.head;
    }
    return sum;
  }

  private static long letLoop(long n) {
    long sum = 0;
    for (; n != 0; n--) {
      long a = Math.addExact(sum, n);
      long b = sum ^ n;
      sum = a ^ b;
    }
    return sum;
  }

  private static List<String> lines(String file) throws IOException {
    try (var lines = Files.lines(Path.of(file))) {
      return lines.toList();
    }
  }

  private static String linesCheck(List<String> lines) {
    return lines.size() + " " + lines.stream().mapToLong(String::length).sum();
  }

  private static long deep(long n) {
    return n == 0 ? 0 : 1 + deep(n - 1);
  }

  private static long tailSelf(long n) {
    long sum = 0;
    for (; n != 0; n--) {
      sum += n % 3;
    }
    return sum;
  }

  private static boolean tailMutual(long n) {
    boolean even = true;
    for (; n != 0; n--) {
      even = !even;
    }
    return even;
  }

  private static long javaCalls(long n) {
    long sum = 0;
    for (; n != 0; n--) {
      sum = Math.max(Math.floorMod(Math.addExact(sum, n), 1000003L), n);
    }
    return sum;
  }

  private static long javaObjects(long n) {
    var list = new ArrayList<Object>();
    for (long i = n; i != 0; i--) {
      list.add(i);
    }
    long sum = 0;
    for (long i = n - 1; i >= 0; i--) {
      sum = Math.addExact(sum, (Long) list.get((int) i));
    }
    return sum;
  }

  record Row(Callable<Object> run, Function<Object, String> check) {
    Row(Callable<Object> run) {
      this(run, String::valueOf);
    }
  }

  private static Row row(String name, long n, String file) throws IOException, SQLException {
    return switch (name) {
      case "bubble" -> {
        var input = randomList(n);
        yield new Row(() -> sort(n, input), list -> String.valueOf(listCheck((Cons) list)));
      }
      case "fib" -> new Row(() -> fibBoxed(n));
      case "fib-long" -> new Row(() -> fib(n));
      case "queens" -> new Row(() -> place(n, n, null));
      case "dict" -> new Row(() -> dict(n));
      case "strings" -> new Row(() -> strings(n));
      case "words" -> {
        var text = Files.readString(Path.of(file));
        yield new Row(() -> words(text), counts -> wordsCheck(cast(counts)));
      }
      case "walk" -> {
        var input = randomList(n);
        yield new Row(() -> walk(input));
      }
      case "let" -> new Row(() -> letLoop(n));
      case "lines" -> new Row(() -> lines(file), lines -> linesCheck(cast(lines)));
      // The size is the port of the server.
      case "scp-client" -> new Row(() -> ScpClient.transfer((int) n, Path.of(file)));
      case "file-write" -> {
        var content = new byte[(int) n];
        Arrays.fill(content, (byte) 'a');
        yield new Row(
            () -> {
              Files.write(Path.of(file), content);
              return content.length;
            });
      }
      case "file-read" ->
          new Row(
              () -> Files.readAllBytes(Path.of(file)),
              content -> String.valueOf(((byte[]) content).length));
      case "java" -> new Row(() -> javaCalls(n));
      case "java_objects" -> new Row(() -> javaObjects(n));
      case "recursion" -> new Row(() -> deep(n));
      case "tail-self", "tail-pipe" -> new Row(() -> tailSelf(n));
      case "tail-mutual" -> new Row(() -> tailMutual(n));
      case "sqlite-inserts", "sqlite-batch", "sqlite-reads" -> Sqlite.row(name, (int) n, file);
      default -> name.startsWith("json-") ? Json.row(name, file) : Suite.row(name, n, file);
    };
  }

  @SuppressWarnings("unchecked")
  private static <T> T cast(Object value) {
    return (T) value;
  }

  /** The input lives here, so that the compiler cannot compute the answer beforehand. */
  private static volatile Object last;

  private static long call(Row row) throws Exception {
    long start = System.nanoTime();
    Object result = row.run.call();
    long nanos = System.nanoTime() - start;
    last = result;
    return nanos;
  }

  private static void measure(String[] arguments) throws Exception {
    var row = row(arguments[0], Long.parseLong(arguments[2]), arguments[5]);
    var times = new ArrayList<Long>();
    if (arguments[1].equals("first")) {
      times.add(call(row));
    } else {
      long end = System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000;
      do {
        call(row);
      } while (System.nanoTime() < end);
      end = System.nanoTime() + Long.parseLong(arguments[4]) * 1_000_000;
      while (times.size() < 3 || (System.nanoTime() < end && times.size() < 1000)) {
        times.add(call(row));
      }
    }
    System.out.println("check " + row.check.apply(last));
    System.out.println(
        "ns " + times.stream().map(String::valueOf).collect(Collectors.joining(" ")));
  }

  public static void main(String[] arguments) throws Exception {
    Runnable body =
        () -> {
          try {
            measure(arguments);
          } catch (Exception error) {
            throw new IllegalStateException(error);
          }
        };
    if (!arguments[0].equals("recursion")) {
      body.run();
      return;
    }
    // A million frames need a stack of their own size.
    var thread = new Thread(null, body, "deep", 1L << 30);
    thread.start();
    thread.join();
  }
}
