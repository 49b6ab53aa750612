package yona.http.fields;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.http.Request;

/** The codings that a client takes (RFC 9110, section 12.5.3). Immutable. */
public final class AcceptEncoding {

  /** A weight of one, in thousandths. */
  private static final int FULL = 1000;

  /** More codings than anybody has; the others are not looked at. */
  private static final int MOST = 32;

  private final Map<String, Integer> weights;

  private AcceptEncoding(Map<String, Integer> weights) {
    this.weights = weights;
  }

  /**
   * Reads what a request says.
   *
   * @param request the request
   * @return the codings; none if it says nothing
   */
  public static AcceptEncoding of(Request request) {
    Map<String, Integer> weights = new HashMap<>();
    for (String field : request.headers().all("accept-encoding")) {
      for (String item : field.split(",", MOST + 1)) {
        String[] parts = item.split(";", 3);
        String coding = parts[0].strip().toLowerCase(Locale.ROOT);
        if (!coding.isEmpty() && weights.size() < MOST) {
          weights.put(
              coding.equals("x-gzip") ? "gzip" : coding,
              parts.length > 1 ? weight(parts[1]) : FULL);
        }
      }
    }
    return new AcceptEncoding(weights);
  }

  /** The weight in thousandths; 0 if it is none, as nothing has to be encoded. */
  private static int weight(String parameter) {
    String text = parameter.strip();
    if (!text.matches("[qQ]\\s?=\\s?(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)")) {
      return 0;
    }
    return (int) Math.round(FULL * Double.parseDouble(text.substring(text.indexOf('=') + 1)));
  }

  /**
   * The coding that the client likes best.
   *
   * @param offered the codings that there are, the best one first
   * @return one of them, or null if the content is better sent as it is
   */
  public @Nullable String best(List<String> offered) {
    String best = null;
    int highest = 0;
    for (String coding : offered) {
      int weight = weights.getOrDefault(coding, weights.getOrDefault("*", 0));
      if (weight > highest) {
        highest = weight;
        best = coding;
      }
    }
    return highest >= weights.getOrDefault("identity", 0) ? best : null;
  }
}
