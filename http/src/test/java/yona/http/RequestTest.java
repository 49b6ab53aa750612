package yona.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTest {

  @ParameterizedTest
  @CsvSource({
    "/a, /a",
    "/a?, /a?",
    "/a?b=1&c, /a?b=1&c",
    "/a?password=x, /a?password=***",
    "/a?n=1&Access_Token=x&m=2, /a?n=1&Access_Token=***&m=2",
    "/a?api-key=x=y&api-key=&z, /a?api-key=***&api-key=***&z",
    "/a?code=x&postcode=1&key=, /a?code=***&postcode=1&key=***",
    "/password=1?token, /password=1?token",
    "/a?&&secret=?x&, /a?&&secret=***&",
    "/a?%70assword=x&%=y&pass%77ord=z, /a?%70assword=***&%=y&pass%77ord=***",
  })
  void logsShowNoSecretsOfAQuery(String target, String shown) {
    Request request =
        new Request("GET", target, () -> Headers.NONE, Body.EMPTY, ConnectionInfo.NONE);
    assertThat(request.shownTarget()).isEqualTo(shown);
    assertThat(request).hasToString("GET " + shown);
    assertThat(request.target()).isEqualTo(target);
  }
}
