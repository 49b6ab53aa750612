package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A server of examples/ in a process of its own, which has told its port.
 *
 * @param running the process
 * @param port where it listens
 */
record ExampleServer(Yona.Running running, int port) {
  private static final String LISTENING = "listening on port ";

  /** Waits until a server that has been started tells its port. */
  static ExampleServer of(Yona.Running running) {
    String said = running.takeOutput("\n");
    assertThat(said).startsWith(LISTENING);
    return new ExampleServer(running, Integer.parseInt(said.substring(LISTENING.length())));
  }

  /** Ends it by Ctrl-C, and fails if it has complained of anything else. */
  void end(String complaints) {
    Yona.Result result = running.signal("INT").end();
    assertThat(result.err()).isEqualTo(complaints);
    assertThat(result.status()).isEqualTo(130);
  }
}
