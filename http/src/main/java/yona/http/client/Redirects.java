package yona.http.client;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/**
 * Follows redirects (RFC 9110, section 15.4): never from https to http, and what a server is told
 * to know who asks is told to no other one.
 */
final class Redirects {

  private static final String[] SECRET = {"authorization", "cookie", "proxy-authorization"};

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private final int most;

  Redirects(int most) {
    this.most = most;
  }

  /**
   * The request that a response asks for.
   *
   * @param request the request that it answers
   * @param response the response
   * @param followed how many redirects have been followed before
   * @return null if the response is what was asked for
   * @throws IOException if there are too many redirects, or the place is malformed
   */
  @Nullable ClientRequest after(ClientRequest request, ClientResponse response, int followed)
      throws IOException {
    int status = response.status();
    String place = response.header("location");
    boolean keepsMethod = status == 307 || status == 308;
    if (most == 0
        || place == null
        || !(keepsMethod || status == 301 || status == 302 || status == 303)
        || (keepsMethod && request.content() != null)) {
      return null;
    }
    if (followed >= most) {
      response.close();
      throw new IOException(request + ": more than " + most + " redirects");
    }
    URI target;
    try {
      target = target(request.uri(), place);
    } catch (IllegalArgumentException malformed) {
      response.close();
      throw new IOException(request + ": a redirect to no place: " + malformed.getMessage());
    }
    if (request.isSecure() && !"https".equalsIgnoreCase(target.getScheme())) {
      return null;
    }
    boolean asGet = !keepsMethod && !request.method().equals("HEAD") && isChanged(status, request);
    return request.to(target, asGet, fields(request, target, asGet));
  }

  private static boolean isChanged(int status, ClientRequest request) {
    return status == 303 || request.method().equals("POST");
  }

  private static URI target(URI from, String place) {
    URI target;
    try {
      target = from.resolve(new URI(ascii(place)));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e.getReason(), e);
    }
    return ClientRequest.checked(target);
  }

  /** Many servers write UTF-8 as it is, whose bytes the field has as characters. */
  private static String ascii(String place) {
    StringBuilder encoded = new StringBuilder(place.length());
    place
        .chars()
        .forEach(
            each -> {
              if (each < 0x80) {
                encoded.append((char) each);
              } else {
                encoded.append('%').append(HEX.toHexDigits((byte) each));
              }
            });
    return encoded.toString();
  }

  private static Headers fields(ClientRequest request, URI target, boolean asGet) {
    Headers fields = request.headers().without("host");
    if (!isSameServer(request.uri(), target)) {
      for (String each : SECRET) {
        fields = fields.without(each);
      }
    }
    return asGet ? fields.without("content-type").without("content-encoding") : fields;
  }

  private static boolean isSameServer(URI a, URI b) {
    return a.getScheme().equalsIgnoreCase(b.getScheme())
        && a.getHost().equalsIgnoreCase(b.getHost())
        && port(a) == port(b);
  }

  private static int port(URI uri) {
    return uri.getPort() >= 0
        ? uri.getPort()
        : "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
  }
}
