package yona.stress;

import org.openjdk.jcstress.Main;

/**
 * jcstress as a process that ends when it is done: threads of its own would keep it for a minute.
 */
final class Jcstress {
  private Jcstress() {}

  public static void main(String[] arguments) throws Exception {
    try {
      Main.main(arguments);
    } finally {
      System.exit(0);
    }
  }
}
