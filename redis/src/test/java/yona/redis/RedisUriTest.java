package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RedisUriTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "redis://localhost localhost:6379 0",
        "redis://localhost/ localhost:6379 0",
        "redis://localhost:7000/3 localhost:7000 3",
        "redis://localhost?database=4 localhost:6379 4",
        "redis://localhost/4?db=4 localhost:6379 4",
        "redis://[::1] [::1]:6379 0",
        "redis://[::1]:7000/1 [::1]:7000 1",
        "rediss://a_b.example:7000 a_b.example:7000 0",
      })
  void aHost(String text, String host, int database) {
    RedisUri uri = RedisUri.parse(text);
    assertThat(uri.hosts()).extracting(RedisUri.Host::toString).containsExactly(host);
    assertThat(uri.path()).isNull();
    assertThat(uri.database()).isEqualTo(database);
    assertThat(uri.tls()).isEqualTo(text.startsWith("rediss"));
    assertThat(uri.user()).isNull();
    assertThat(uri.password()).isNull();
  }

  @Test
  void severalHosts() {
    assertThat(RedisUri.parse("redis://a,b:1,[::2]:3").hosts())
        .isEqualTo(
            List.of(
                new RedisUri.Host("a", 6379),
                new RedisUri.Host("b", 1),
                new RedisUri.Host("::2", 3)));
  }

  @Test
  void reservedCharactersAreEscaped() {
    RedisUri uri = RedisUri.parse("redis://al%3Aice:p%40s%2Fs+@host:1/2");
    assertThat(uri.user()).isEqualTo("al:ice");
    assertThat(uri.password()).isEqualTo("p@s/s+");
    assertThat(uri).hasToString("redis://al:ice@host:1/2");
    assertThat(RedisUri.parse("redis://:secret@host").user()).isNull();
    assertThat(RedisUri.parse("redis://:secret@host").password()).isEqualTo("secret");
    assertThat(RedisUri.parse("redis://:@host").password()).isEmpty();
  }

  @Test
  void aUnixSocket() {
    RedisUri uri = RedisUri.parse("unix://user:secret@/run/redis%20a.sock?database=2");
    assertThat(uri.path()).isEqualTo(Path.of("/run/redis a.sock"));
    assertThat(uri.hosts()).isEmpty();
    assertThat(uri.database()).isEqualTo(2);
    assertThat(uri.password()).isEqualTo("secret");
    assertThat(uri).hasToString("unix://user@/run/redis a.sock?database=2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'';found no \"://\"",
        "localhost:6379;found no \"://\"",
        "http://localhost;found \"http://\"",
        "redis://;found no host",
        "redis://a,,b;found no host",
        "redis://:6379;found the host \":6379\"",
        "redis://::1;found the host \"::1\"",
        "redis://[::1;an IPv6 address ends with a bracket",
        "redis://[::1]x:7;found the host \"[::1]x:7\"",
        "redis://host:0;a port is a number from 1 to 65535, found \"0\"",
        "redis://host:65536;a port is a number from 1 to 65535, found \"65536\"",
        "redis://host:;a port is a number from 1 to 65535, found \"\"",
        "redis://host:+7;a port is a number from 1 to 65535, found \"+7\"",
        "redis://host/one;a database is a number from 0 to 1048576, found \"one\"",
        "redis://host/1?database=2;two databases: 1 and 2",
        "redis://host?timeout=2;there is only database=NUMBER, found timeout",
        "redis://user@host;a user without a password",
        "unix://run/redis.sock;begins with /",
        "unix://;begins with /",
        "unix:///a%00b;the path of the Unix socket",
      })
  void whatIsNoAddressIsRefused(String text, String message) {
    assertThatThrownBy(() -> RedisUri.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void noMessageShowsThePassword() {
    for (String text :
        List.of("redis://u:s3cret%zz@host", "redis://u:s3cret@", "redis://u:s3cret@h:x")) {
      assertThatThrownBy(() -> RedisUri.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret"))
          .hasNoCause();
    }
  }
}
