import io.vavr.collection.HashMap;
import java.util.ArrayList;
import java.util.stream.Collectors;

/**
 * The row {@code dict} on Vavr's persistent HashMap. Usage: {@code VavrTwin dict MODE SIZE WARM_MS
 * SAMPLE_MS FILE} (the protocol is described in benchmarks/README.md).
 */
final class VavrTwin {
  private VavrTwin() {}

  private static long next(long x) {
    return x * 16807 % 2147483647;
  }

  private static long dict(long n) {
    HashMap<Long, Long> map = HashMap.empty();
    long x = 42;
    for (long i = n; i > 0; i--) {
      x = next(x);
      map = map.put(x, i);
    }
    return map.foldLeft(0L, (sum, entry) -> sum + entry._2);
  }

  public static void main(String[] arguments) {
    long size = Long.parseLong(arguments[2]);
    var times = new ArrayList<Long>();
    long result = 0;
    long end = System.nanoTime() + Long.parseLong(arguments[3]) * 1_000_000;
    if (arguments[1].equals("warm")) {
      do {
        result = dict(size);
      } while (System.nanoTime() < end);
    }
    end = System.nanoTime() + Long.parseLong(arguments[4]) * 1_000_000;
    int least = arguments[1].equals("warm") ? 3 : 1;
    int most = arguments[1].equals("warm") ? 1000 : 1;
    while (times.size() < least || (System.nanoTime() < end && times.size() < most)) {
      long start = System.nanoTime();
      result = dict(size);
      times.add(System.nanoTime() - start);
    }
    System.out.println("check " + result);
    System.out.println(
        "ns " + times.stream().map(String::valueOf).collect(Collectors.joining(" ")));
  }
}
