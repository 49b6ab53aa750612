package yona.http.fields;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.http.Response;

/** The field Vary: on which fields of the request an answer depends (RFC 9110, section 12.5.5). */
public final class Vary {

  private Vary() {}

  /**
   * The same answer, which depends on one more field.
   *
   * @param response the answer
   * @param name the field's name, in lower case
   * @return the answer, with one field Vary
   */
  public static Response on(Response response, String name) {
    String all =
        Stream.concat(
                response.headers().all("vary").stream()
                    .flatMap(each -> Arrays.stream(each.split(",", -1)))
                    .map(String::strip)
                    .filter(each -> !each.isEmpty() && !each.equalsIgnoreCase(name)),
                Stream.of(name))
            .collect(Collectors.joining(", "));
    return response.with("vary", all.contains("*") ? "*" : all);
  }
}
