package yona.library.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Arguments;

/** The Java half of the functions of {@code http\Client} that make texts. They need no grant. */
public final class QueryFunctions {

  private QueryFunctions() {}

  public static Object query(Object params, String where) {
    StringBuilder text = new StringBuilder();
    for (Tuple each : Arguments.dict(params, where)) {
      String name = FormFields.name(each.get(0), where);
      Object value = each.get(1);
      if (value instanceof Seq seq && !seq.isText()) {
        seq.forEach(one -> add(text, name, one, where));
      } else {
        add(text, name, value, where);
      }
    }
    return Seq.text(text.toString());
  }

  private static void add(StringBuilder text, String name, Object value, String where) {
    String shown = FormFields.value(name, value, where);
    text.append(text.isEmpty() ? "" : "&")
        .append(URLEncoder.encode(name, StandardCharsets.UTF_8))
        .append('=')
        .append(URLEncoder.encode(shown, StandardCharsets.UTF_8));
  }
}
