package yona.redis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may be asked of an embedded server, and for which systems there is one. */
@Tag("processes")
class OptionsTest {

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> Options.DEFAULT.withPort(65_536))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("65536 is no port: those are 1 to 65535");
    assertThatThrownBy(() -> new Options.Tls(-1, Path.of("a"), Path.of("b"), null))
        .hasMessage("-1 is no port: those are 1 to 65535");
    assertThatThrownBy(() -> Options.DEFAULT.withTime(Duration.ZERO))
        .hasMessage("the time to start must be positive, not 0 s");
    assertThatThrownBy(() -> Options.DEFAULT.withConfiguration("maxmemory 1mb\nbind 0.0.0.0"))
        .hasMessage(
            "a line of the configuration holds a line break or a character U+0000: maxmemory"
                + " 1mb\\nbind 0.0.0.0");
    assertThatThrownBy(() -> Options.DEFAULT.withConfiguration("a\r", "b\0"))
        .hasMessageEndingWith(": a\\r");
  }

  @Test
  void theConfigurationSetsNothingThatIsDecidedOtherwise() {
    assertThatThrownBy(() -> Options.DEFAULT.withConfiguration("port 6379"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the configuration sets port: it is an option of its own");
    assertThatThrownBy(() -> Options.DEFAULT.withConfiguration("  BIND\t0.0.0.0"))
        .hasMessage(
            "the configuration sets bind: an embedded server listens on the loopback interface"
                + " only");
    assertThatThrownBy(() -> Options.DEFAULT.withConfiguration("loglevel warning"))
        .hasMessageStartingWith("the configuration sets loglevel: ");
    assertThat(Options.DEFAULT.withConfiguration("port-like 1", "# port 1").configuration())
        .hasSize(2);
  }

  @Test
  void pathsMayHoldAnything() {
    String file =
        Options.DEFAULT
            .withTls(new Options.Tls(Path.of("/a \"b\" \\c"), Path.of("/line\nbreak")))
            .file();
    assertThat(file)
        .contains("\ntls-cert-file \"/a \\\"b\\\" \\\\c\"\n")
        .contains("\ntls-key-file \"/line\\nbreak\"\n")
        .endsWith("\n\n")
        .matches("(?s)([^\n]+\n)+\n");
  }

  @Test
  void serversComeForSomeSystems() throws Exception {
    assertThat(ServerProgram.name("Linux", "amd64")).isEqualTo("redis-server-7.0.15-linux-amd64");
    assertThat(ServerProgram.name("Linux", "aarch64")).isEqualTo("redis-server-7.0.15-linux-arm64");
    assertThat(ServerProgram.name("Linux", "i386")).isEqualTo("redis-server-7.0.15-linux-386");
    assertThat(ServerProgram.name("Mac OS X", "x86_64"))
        .isEqualTo("redis-server-7.0.15-darwin-amd64");
    assertThat(ServerProgram.name("Mac OS X", "aarch64"))
        .isEqualTo("redis-server-7.0.15-darwin-arm64");
    for (String name :
        new String[] {"linux-amd64", "linux-arm64", "linux-386", "darwin-amd64", "darwin-arm64"}) {
      assertThat(getClass().getClassLoader().getResource("redis-server-7.0.15-" + name))
          .isNotNull();
    }
    assertThatThrownBy(() -> ServerProgram.name("Linux", "riscv64"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "no Redis server comes with this library for Linux on riscv64, only for Linux (amd64,"
                + " arm64, x86) and macOS (amd64, arm64): name a server that is installed, or"
                + " connect to one that runs elsewhere");
    assertThatThrownBy(() -> ServerProgram.name("Mac OS X", "x86"))
        .hasMessageStartingWith("no Redis server comes with this library for Mac OS X on x86,");
  }
}
