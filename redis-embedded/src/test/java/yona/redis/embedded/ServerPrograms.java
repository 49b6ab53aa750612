package yona.redis.embedded;

import java.io.IOException;

/** Programs that start servers and end without closing them, in processes of their own. */
final class ServerPrograms {

  private ServerPrograms() {}

  /**
   * Starts two servers, prints a line on each, and ends as it is told to: {@code return}, {@code
   * exit}, {@code halt}, or not at all; {@code look back}, too, but asks the servers once more on
   * its way out.
   */
  public static void main(String[] arguments) throws IOException {
    for (int i = 0; i < 2; i++) {
      EmbeddedRedis server = EmbeddedRedis.start();
      System.out.println(server.pid() + " " + server.port() + " " + server.folder());
      if (arguments[0].equals("look back")) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> lookBack(server)));
      }
    }
    System.out.println(EmbeddedRedis.program());
    int next = System.in.read();
    switch (arguments[0]) {
      case "exit" -> System.exit(3);
      case "halt" -> Runtime.getRuntime().halt(4);
      case "wait", "look back" -> {
        while (next >= 0) {
          next = System.in.read();
        }
      }
      default -> {}
    }
  }

  private static void lookBack(EmbeddedRedis server) {
    try (Talk talk = Talk.with(server)) {
      // Long enough for the server to do what a signal asks of it.
      System.out.println(talk.ask("BLPOP none 0.3"));
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
