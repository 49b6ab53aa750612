package yona.bench.micro;

import java.io.IOException;

/**
 * {@code ./bench micro}: JMH with its own arguments, a regular expression of names to begin with.
 */
public final class Micro {
  private Micro() {}

  /** Hands the arguments to JMH. */
  public static void main(String[] arguments) throws IOException {
    org.openjdk.jmh.Main.main(arguments);
  }
}
