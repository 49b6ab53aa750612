package yona.http.filter;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Request;
import yona.http.Response;

/**
 * Asks for a name and a password (RFC 7617). They come with each request as they are, so it is for
 * encrypted connections. Whoever gives none, or wrong ones, is answered with status 401.
 *
 * <p>Immutable, and safe for use by any number of fibers, if the check is.
 */
public final class BasicAuth implements UnaryOperator<Handler> {

  private static final String SCHEME = "basic";

  /** Knows who may come in. */
  @FunctionalInterface
  public interface Check {

    /**
     * Whether a password is a user's. May suspend. A comparison of secrets should take the same
     * time however much of them is right.
     *
     * @param user the user's name
     * @param password the password that was given
     * @return whether it is
     * @throws Exception for an answer with status 500
     */
    boolean isRight(String user, String password) throws Exception;
  }

  private record Credentials(String user, String password) {}

  private final String challenge;
  private final Check check;

  private BasicAuth(String challenge, Check check) {
    this.challenge = challenge;
    this.check = check;
  }

  /**
   * Asks a check.
   *
   * @param realm what the password is for, which browsers show
   * @param check knows the users
   * @return the filter
   * @throws IllegalArgumentException if the realm cannot stand between quotes
   */
  public static BasicAuth of(String realm, Check check) {
    Objects.requireNonNull(check, "check");
    String challenge =
        "Basic realm=\"" + Authorization.checkedRealm(realm) + "\", charset=\"UTF-8\"";
    return new BasicAuth(challenge, check);
  }

  /**
   * Knows a few users. The time that it takes tells neither whether there is a user nor how much of
   * a password is right.
   *
   * @param realm what the password is for, which browsers show
   * @param passwords by the names of the users
   * @return the filter
   * @throws IllegalArgumentException if the realm cannot stand between quotes
   */
  public static BasicAuth of(String realm, Map<String, String> passwords) {
    Map<String, byte[]> digests =
        passwords.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, each -> Authorization.digest(each.getValue())));
    byte[] nobody = Authorization.digest(RandomId.of(16));
    return of(
        realm,
        (user, password) -> {
          byte[] wanted = digests.get(user);
          boolean same =
              MessageDigest.isEqual(
                  Authorization.digest(password), wanted == null ? nobody : wanted);
          return same && wanted != null;
        });
  }

  /**
   * The user of a request that came through this filter.
   *
   * @param request what a handler got
   * @return the name; null if the request names nobody
   */
  public static @Nullable String user(Request request) {
    Credentials given = given(request);
    return given == null ? null : given.user;
  }

  private static @Nullable Credentials given(Request request) {
    String encoded = Authorization.given(request, SCHEME);
    if (encoded == null) {
      return null;
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Base64.getDecoder().decode(encoded)))
              .toString();
      int colon = text.indexOf(':');
      return colon < 0
          ? null
          : new Credentials(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException | CharacterCodingException malformed) {
      return null;
    }
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      Credentials given = given(request);
      return given != null && check.isRight(given.user, given.password)
          ? handler.handle(request)
          : Response.text(401, "a name and a password, please\n")
              .with("www-authenticate", challenge);
    };
  }
}
