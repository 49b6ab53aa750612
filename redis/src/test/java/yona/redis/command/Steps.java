package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.redis.RedisException;
import yona.redis.embedded.Options;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.server.RespSocket;
import yona.redis.server.TestServer;

/** Java methods to be called one after the other, and what each gives. */
final class Steps {
  private static final List<String> VERSIONS = List.of("2", "3");

  /** The methods on a connection. */
  private static final class Connection implements Commands {
    private final RespSocket socket;
    private final Set<String> called;

    Connection(RespSocket socket, Set<String> called) {
      this.socket = socket;
      this.called = called;
    }

    @Override
    public <T extends @Nullable Object> T run(Command command, Decoder<T> result)
        throws IOException {
      called.add(Objects.requireNonNull(command.spec()).name());
      RespValue reply = socket.ask(command.words());
      if (reply instanceof ErrorValue error) {
        throw new RedisException(error);
      }
      // What the table says gives a value, too.
      if (Decoder.of(command.shape()).decode(reply) == null) {
        assertThat(command.shape().toString()).matches("any|.*\\?");
      }
      return result.decode(reply);
    }
  }

  @FunctionalInterface
  interface Giving {
    @Nullable Object with(Commands redis) throws IOException;
  }

  @FunctionalInterface
  interface Doing {
    void with(Commands redis) throws IOException;
  }

  /** What is done, and what it gives as text; null if that differs from one time to the next. */
  private record Step(@Nullable String expected, Giving giving) {}

  private final List<Step> steps = new ArrayList<>();

  void gives(String expected, Giving giving) {
    steps.add(new Step(expected, giving));
  }

  void varies(Giving giving) {
    steps.add(new Step(null, giving));
  }

  void does(Doing doing) {
    steps.add(
        new Step(
            "done",
            redis -> {
              doing.with(redis);
              return "done";
            }));
  }

  /**
   * Takes the steps on a server that has no data, in both versions of the protocol.
   *
   * @return the commands that were sent
   */
  Set<String> run(Options options) throws IOException {
    Set<String> called = new TreeSet<>();
    try (TestServer server = TestServer.start(options)) {
      for (String version : VERSIONS) {
        try (RespSocket socket = RespSocket.connect(server.port())) {
          assertThat(socket.ask("HELLO", version)).isNotInstanceOf(ErrorValue.class);
          assertThat(socket.text("FLUSHALL")).isEqualTo("OK");
          Commands redis = new Connection(socket, called);
          int at = 0;
          for (Step step : steps) {
            String given = String.valueOf(step.giving().with(redis));
            if (step.expected() != null) {
              assertThat(given).as("step %d, RESP%s", at, version).isEqualTo(step.expected());
            }
            at++;
          }
        }
      }
    }
    return called;
  }
}
