package yona.http.http2;

import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;

/** Header fields that have come by HTTP/2, as HTTP/1.1 has them (RFC 9113, section 8). */
public final class ReceivedFields {

  private ReceivedFields() {}

  /**
   * Whether there is a pseudo header field, which trailers must not have.
   *
   * @param fields the fields
   * @return true if there is one
   */
  public static boolean hasPseudo(Http2Headers fields) {
    return fields.names().stream().anyMatch(each -> each.length() > 0 && each.charAt(0) == ':');
  }

  /**
   * The fields without those that begin with a colon.
   *
   * @param fields the fields
   * @param host the value of the field Host, which goes before what is there; null for no other one
   * @return the fields
   */
  public static Headers of(Http2Headers fields, @Nullable CharSequence host) {
    List<String> all = new ArrayList<>(2 * fields.size() + 2);
    if (host != null) {
      all.add("host");
      all.add(host.toString());
    }
    fields.forEach(
        field -> {
          String name = field.getKey().toString();
          boolean isKnown = host != null && name.equals("host");
          if (!name.startsWith(":") && !isKnown) {
            all.add(name);
            all.add(field.getValue().toString());
          }
        });
    return Headers.decoded(all.toArray(new String[0]));
  }
}
