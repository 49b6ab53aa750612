import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rows of the CPU suite in plain Java; {@link Twin} measures them. */
final class Suite {
  private Suite() {}

  private static long tak(long x, long y, long z) {
    return y >= x ? z : tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y));
  }

  private static long ackermann(long m, long n) {
    if (m == 0) {
      return n + 1;
    }
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
  }

  /** Mutable: an array, as one would write it. */
  private static String sieve(int n) {
    var struck = new boolean[n];
    for (int p = 2; p * p < n; p++) {
      if (!struck[p]) {
        for (int i = p * p; i < n; i += p) {
          struck[i] = true;
        }
      }
    }
    long count = 0;
    long sum = 0;
    for (int i = 2; i < n; i++) {
      if (!struck[i]) {
        count++;
        sum += i;
      }
    }
    return count + " " + sum;
  }

  /** Mutable: what the machine can do at best. */
  private static final class Body {
    double x;
    double y;
    double z;
    double vx;
    double vy;
    double vz;
    final double mass;

    Body(double x, double y, double z, double vx, double vy, double vz, double mass) {
      double year = 365.24;
      this.x = x;
      this.y = y;
      this.z = z;
      this.vx = vx * year;
      this.vy = vy * year;
      this.vz = vz * year;
      this.mass = mass * 39.47841760435743;
    }
  }

  private static Body[] bodies() {
    return new Body[] {
      new Body(0, 0, 0, 0, 0, 0, 1),
      new Body(
          4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
          0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023,
          0.000954791938424326609),
      new Body(
          8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
          -0.00276742510726411, 0.00499852801234917238, 0.0000230417297573763929,
          0.000285885980666130812),
      new Body(
          12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
          0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556,
          0.0000436624404335156298),
      new Body(
          15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
          0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870,
          0.0000515138902046611451)
    };
  }

  private static long nBody(long n) {
    var bodies = bodies();
    for (; n != 0; n--) {
      for (var body : bodies) {
        for (var other : bodies) {
          double dx = body.x - other.x;
          double dy = body.y - other.y;
          double dz = body.z - other.z;
          double square = dx * dx + dy * dy + dz * dz;
          if (square != 0) {
            double pull = 0.01 * other.mass / (square * Math.sqrt(square));
            body.vx -= dx * pull;
            body.vy -= dy * pull;
            body.vz -= dz * pull;
          }
        }
      }
      for (var body : bodies) {
        body.x += 0.01 * body.vx;
        body.y += 0.01 * body.vy;
        body.z += 0.01 * body.vz;
      }
    }
    return Math.round(energy(bodies) * 1e9);
  }

  private static double energy(Body[] bodies) {
    double energy = 0;
    for (int i = 0; i < bodies.length; i++) {
      var body = bodies[i];
      energy +=
          0.5 * body.mass * (body.vx * body.vx + body.vy * body.vy + body.vz * body.vz);
      for (int j = i + 1; j < bodies.length; j++) {
        var other = bodies[j];
        double dx = body.x - other.x;
        double dy = body.y - other.y;
        double dz = body.z - other.z;
        energy -= body.mass * other.mass / Math.sqrt(dx * dx + dy * dy + dz * dz);
      }
    }
    return energy;
  }

  private static long mandelbrot(long n) {
    long count = 0;
    for (long y = 0; y < n; y++) {
      double ci = 2.0 * y / n - 1.0;
      for (long x = 0; x < n; x++) {
        if (isInside(2.0 * x / n - 1.5, ci)) {
          count++;
        }
      }
    }
    return count;
  }

  private static boolean isInside(double cr, double ci) {
    double zr = 0;
    double zi = 0;
    for (int turns = 50; ; turns--) {
      double rr = zr * zr;
      double ii = zi * zi;
      if (rr + ii > 4) {
        return false;
      }
      if (turns == 0) {
        return true;
      }
      zi = 2 * zr * zi + ci;
      zr = rr - ii + cr;
    }
  }

  private static long spectralNorm(int n) {
    var u = new double[n];
    var v = new double[n];
    Arrays.fill(u, 1);
    for (int turn = 0; turn < 10; turn++) {
      v = both(u);
      u = both(v);
    }
    double uv = 0;
    double vv = 0;
    for (int i = 0; i < n; i++) {
      uv += u[i] * v[i];
      vv += v[i] * v[i];
    }
    return Math.round(Math.sqrt(uv / vv) * 1e9);
  }

  /** The product with the matrix, then with its transpose. */
  private static double[] both(double[] v) {
    int n = v.length;
    var product = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        product[i] += v[j] / matrix(i, j);
      }
    }
    var result = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        result[i] += product[j] / matrix(j, i);
      }
    }
    return result;
  }

  private static long matrix(long i, long j) {
    return (i + j) * (i + j + 1) / 2 + i + 1;
  }

  private record Tree(Tree left, Tree right) {
    static Tree of(long depth) {
      return depth == 0 ? new Tree(null, null) : new Tree(of(depth - 1), of(depth - 1));
    }

    long count() {
      return left == null ? 1 : 1 + left.count() + right.count();
    }
  }

  private static long binaryTrees(long n) {
    var longLived = Tree.of(n);
    long sum = Tree.of(n + 1).count();
    for (long depth = 4; depth <= n; depth += 2) {
      for (long times = 1L << (n - depth + 4); times != 0; times--) {
        sum += Tree.of(depth).count();
      }
    }
    return sum + longLived.count();
  }

  private static String third(String file) throws IOException {
    var text = Files.readString(Path.of(file));
    var heading = ">THREE Homo sapiens frequency";
    return text.substring(text.indexOf(heading) + heading.length())
        .replace("\n", "")
        .toUpperCase(Locale.ROOT);
  }

  private static Map<String, Integer> counts(int length, String sequence) {
    var counts = new HashMap<String, Integer>();
    for (int i = 0; i + length <= sequence.length(); i++) {
      counts.merge(sequence.substring(i, i + length), 1, Integer::sum);
    }
    return counts;
  }

  private static String kNucleotide(String sequence) {
    var results = new ArrayList<String>();
    for (int length = 1; length <= 2; length++) {
      counts(length, sequence).entrySet().stream()
          .sorted(
              Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                  .thenComparing(Map.Entry.comparingByKey()))
          .forEach(count -> results.add(count.getKey() + " " + count.getValue()));
    }
    for (var part : List.of("GGT", "GGTA", "GGTATT", "GGTATTTTAATT", "GGTATTTTAATTTATAGT")) {
      results.add(String.valueOf(counts(part.length(), sequence).getOrDefault(part, 0)));
    }
    return String.join(" ", results);
  }

  /** Mutable: what the machine can do at best. */
  private static String set(long n) {
    var numbers = new HashSet<Long>();
    long x = 42;
    for (long i = n; i > 0; i--) {
      x = Twin.next(x);
      numbers.add(x % (2 * n));
    }
    long members = 0;
    for (long i = 0; i < n; i++) {
      if (numbers.contains(i)) {
        members++;
      }
    }
    return numbers.size() + " " + members;
  }

  private static final List<String> VARIANTS =
      List.of(
          "agggtaaa|tttaccct",
          "[cgt]gggtaaa|tttaccc[acg]",
          "a[act]ggtaaa|tttacc[agt]t",
          "ag[act]gtaaa|tttac[agt]ct",
          "agg[act]taaa|ttta[agt]cct",
          "aggg[acg]aaa|ttt[cgt]ccct",
          "agggt[cgt]aa|tt[acg]accct",
          "agggta[cgt]a|t[acg]taccct",
          "agggtaa[cgt]|[acg]ttaccct");

  private static final List<List<String>> RULES =
      List.of(
          List.of("tHa[Nt]", "<4>"),
          List.of("aND|caN|Ha[DS]|WaS", "<3>"),
          List.of("a[NSt]|BY", "<2>"),
          List.of("\\|[^|][^|]*\\|", "|"),
          List.of("\\|[^|][^|]*\\|", "-"));

  private static List<Long> regex(String text) {
    var clean = text.replaceAll(">.*\n|\n", "");
    var rewritten = clean;
    for (var rule : RULES) {
      rewritten = rewritten.replaceAll(rule.get(0), rule.get(1));
    }
    var lengths =
        new ArrayList<>(
            List.of((long) text.length(), (long) clean.length(), (long) rewritten.length()));
    for (var variant : VARIANTS) {
      lengths.add(Pattern.compile(variant).matcher(clean).results().count());
    }
    return lengths;
  }

  private static String joined(Object values) {
    return ((List<?>) values).stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  static Twin.Row row(String name, long n, String file) throws IOException {
    return switch (name) {
      case "tak" -> new Twin.Row(() -> tak(3 * n, 2 * n, n));
      case "ackermann" -> new Twin.Row(() -> ackermann(3, n));
      case "sieve" -> new Twin.Row(() -> sieve((int) n));
      case "n-body" -> new Twin.Row(() -> nBody(n));
      case "mandelbrot" -> new Twin.Row(() -> mandelbrot(n));
      case "spectral-norm" -> new Twin.Row(() -> spectralNorm((int) n));
      case "binary-trees" -> new Twin.Row(() -> binaryTrees(n));
      case "k-nucleotide" -> {
        var sequence = third(file);
        yield new Twin.Row(() -> kNucleotide(sequence));
      }
      case "set" -> new Twin.Row(() -> set(n));
      case "regex" -> {
        var text = Files.readString(Path.of(file));
        yield new Twin.Row(() -> regex(text), Suite::joined);
      }
      default -> throw new IllegalArgumentException("no such row: " + name);
    };
  }
}
