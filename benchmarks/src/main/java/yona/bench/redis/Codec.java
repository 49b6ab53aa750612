package yona.bench.redis;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The JMH benchmarks of the codec by the protocol of benchmarks/README.md, with what a call
 * allocates. A row is {@code decode/METHOD/REPLIES} or {@code encode/METHOD/TEXT}.
 */
public final class Codec {
  private static final int ITERATIONS = 5;

  private Codec() {}

  /** Measures a row in a JVM that JMH starts. */
  public static void main(String[] arguments) throws RunnerException {
    var words = List.of(arguments[0].split("/", -1));
    boolean decodes = words.get(0).equals("decode");
    var benchmark = decodes ? DecodeBenchmark.class : EncodeBenchmark.class;
    long warmMillis = Long.parseLong(arguments[3]);
    long sampleMillis = Long.parseLong(arguments[4]);
    var options =
        new OptionsBuilder()
            .include("^" + Pattern.quote(benchmark.getName() + "." + words.get(1)) + "$")
            .param(decodes ? "replies" : "text", words.get(2))
            .warmupIterations(1)
            .warmupTime(TimeValue.milliseconds(warmMillis))
            .measurementIterations(ITERATIONS)
            .measurementTime(TimeValue.milliseconds(Math.max(1, sampleMillis / ITERATIONS)))
            .timeUnit(TimeUnit.NANOSECONDS)
            .addProfiler(GCProfiler.class)
            .verbosity(VerboseMode.SILENT)
            .build();
    var result = new Runner(options).runSingle();
    // The benchmarks check for themselves.
    System.out.println("check ok");
    System.out.println("ns " + result.getPrimaryResult().getScore());
    System.out.println(
        "allocated " + result.getSecondaryResults().get("gc.alloc.rate.norm").getScore());
  }
}
