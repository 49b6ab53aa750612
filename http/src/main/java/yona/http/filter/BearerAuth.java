package yona.http.filter;

import java.security.MessageDigest;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.http.Handler;
import yona.http.Request;
import yona.http.Response;

/**
 * Asks for a token in the field Authorization (RFC 6750). Whoever gives none, or a wrong one, is
 * answered with status 401.
 *
 * <p>Immutable, and safe for use by any number of fibers, if the check is.
 */
public final class BearerAuth implements UnaryOperator<Handler> {

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  /** Knows which tokens are right. */
  @FunctionalInterface
  public interface Check {

    /**
     * Whether a token lets in. May suspend.
     *
     * @param token what was given
     * @return whether it is right
     * @throws Exception for an answer with status 500
     */
    boolean isRight(String token) throws Exception;
  }

  private final String challenge;
  private final Check check;

  private BearerAuth(String challenge, Check check) {
    this.challenge = challenge;
    this.check = check;
  }

  /**
   * Asks a check.
   *
   * @param realm what the token is for
   * @param check knows the tokens
   * @return the filter
   * @throws IllegalArgumentException if the realm cannot stand between quotes
   */
  public static BearerAuth of(String realm, Check check) {
    String challenge = "Bearer realm=\"" + Authorization.checkedRealm(realm) + "\"";
    return new BearerAuth(challenge, Objects.requireNonNull(check, "check"));
  }

  /**
   * Knows a few tokens. The time that it takes does not tell how much of one is right.
   *
   * @param realm what the token is for
   * @param tokens those that let in
   * @return the filter
   * @throws IllegalArgumentException if the realm cannot stand between quotes
   */
  public static BearerAuth of(String realm, String... tokens) {
    List<byte[]> digests = Stream.of(tokens).map(Authorization::digest).toList();
    return of(
        realm,
        token -> {
          byte[] given = Authorization.digest(token);
          boolean isRight = false;
          for (byte[] each : digests) {
            isRight |= MessageDigest.isEqual(given, each);
          }
          return isRight;
        });
  }

  /**
   * The token of a request.
   *
   * @param request what a handler got
   * @return the token; null if the request has none
   */
  public static @Nullable String token(Request request) {
    String token = Authorization.given(request, "bearer");
    return token != null && TOKEN.matcher(token).matches() ? token : null;
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      String token = token(request);
      if (token == null) {
        return Response.text(401, "a token, please\n").with("www-authenticate", challenge);
      }
      return check.isRight(token)
          ? handler.handle(request)
          : Response.text(401, "not a token that lets in\n")
              .with("www-authenticate", challenge + ", error=\"invalid_token\"");
    };
  }
}
