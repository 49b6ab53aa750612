package yona.sql.embedded;

import yona.async.Program;

/** A program that starts a server, says where, and ends when its standard input has a byte. */
final class ServerProgram {

  private ServerProgram() {}

  /** Ends in the way that the argument names: {@code halt}, or by returning. */
  static void main(String[] arguments) throws Exception {
    new Program(Throwable::printStackTrace)
        .run(
            () -> {
              // Nobody closes it.
              EmbeddedPostgres server = EmbeddedPostgres.start();
              System.out.println(server.port());
              var _ = System.in.read();
              if (arguments[0].equals("halt")) {
                Runtime.getRuntime().halt(3);
              }
              return true;
            });
  }
}
