package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import yona.testrun.FuzzSearch;

/**
 * Searches for URIs that crash what takes them apart, give a driver settings that it is not to
 * have, or show what may be a password. {@link DatabaseUriFuzzRegressionTest} replays what it
 * found.
 */
@FuzzSearch
class DatabaseUriFuzz {

  private static final String TELLS = ", found ";

  @FuzzTest
  void uris(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    DatabaseUri uri;
    try {
      uri = DatabaseUri.parse(text, Options.DEFAULT);
    } catch (IllegalArgumentException refused) {
      checkRefusal(text, String.valueOf(refused.getMessage()));
      checkPassword(text);
      return;
    }
    checkUri(text, uri);
    checkPassword(text);
  }

  private static void checkRefusal(String text, String message) {
    assertThat(message).startsWith("expected :embedded, ").contains(TELLS);
    int colon = text.indexOf(':');
    String rest = text.substring(colon + 1);
    String scheme = text.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT);
    // The scheme is shown, and what stands behind it may stand in it, too.
    if (rest.length() > 8 && !scheme.contains(rest)) {
      assertThat(message.substring(message.indexOf(TELLS))).doesNotContain(rest);
    }
  }

  private static void checkUri(String text, DatabaseUri uri) {
    String url = uri.jdbcUrl();
    if (text.regionMatches(true, 0, "jdbc:", 0, 5)) {
      assertThat(url).isEqualTo(text);
      assertThat(uri.toString()).startsWithIgnoringCase("jdbc:").doesNotContain("@", "?", ";", "(");
      return;
    }
    // What a driver takes for settings is what we give it.
    assertThat(url).startsWith("jdbc:").doesNotContain("?");
    assertThat(uri.toString()).doesNotContain("?");
    switch (uri.dialect()) {
      case H2 ->
          assertThat(url.substring(url.indexOf(';')))
              .isIn(
                  ";DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                  ";DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE");
      case SQLITE -> assertThat(url).startsWith("jdbc:sqlite:/").doesNotContain(";");
      case POSTGRESQL, MYSQL -> assertThat(url).doesNotContain("#");
      case OTHER -> throw new AssertionError(url);
    }
  }

  /** Whatever a password is made of, the driver gets it as it is, and nobody else. */
  private static void checkPassword(String password) {
    String written = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    DatabaseUri uri = DatabaseUri.parse("mysql://me:" + written + "@host/shop", Options.DEFAULT);
    assertThat(uri.properties()).containsEntry("password", password).containsEntry("user", "me");
    assertThat(uri.jdbcUrl()).isEqualTo("jdbc:mysql://host/shop");
    assertThat(uri.toString()).isEqualTo("mysql://host/shop");
    for (String url :
        new String[] {
          "jdbc:mysql://me:" + written + "@host/shop",
          "jdbc:postgresql://host/shop?user=me&password=" + written,
          "jdbc:h2:mem:shop;USER=me;PASSWORD=" + written
        }) {
      DatabaseUri jdbc = DatabaseUri.parse(url, Options.DEFAULT);
      assertThat(jdbc.toString())
          .isIn("jdbc:mysql://host/shop", "jdbc:postgresql://host/shop", "jdbc:h2:mem:shop");
      // A shorter one may stand in what is shown by chance.
      if (written.length() > 16) {
        assertThat(jdbc.redact(url)).isEqualTo(jdbc.toString());
        assertThat(jdbc.redact("<" + written + ">")).isEqualTo("<***>");
      }
    }
  }
}
