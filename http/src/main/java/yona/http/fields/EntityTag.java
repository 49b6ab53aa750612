package yona.http.fields;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Comparisons of entity tags (RFC 9110, section 8.8.3). */
public final class EntityTag {

  private static final Pattern TAG = Pattern.compile("(W/)?(\"[^\"]*\")");

  private EntityTag() {}

  /**
   * Whether a tag is among those of a field, such as If-None-Match.
   *
   * @param fields the field's values, each with tags or {@code *}
   * @param tag the tag, as it is written
   * @param strongly whether weak tags equal nothing (section 8.8.3.2)
   * @return whether it is there
   */
  public static boolean isIn(List<String> fields, String tag, boolean strongly) {
    if (strongly && tag.startsWith("W/")) {
      return fields.stream().anyMatch(field -> field.strip().equals("*"));
    }
    String opaque = opaque(tag);
    for (String field : fields) {
      if (field.strip().equals("*")) {
        return true;
      }
      for (Matcher found = TAG.matcher(field); found.find(); ) {
        if (found.group(2).equals(opaque) && (!strongly || found.group(1) == null)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String opaque(String tag) {
    return tag.startsWith("W/") ? tag.substring(2) : tag;
  }
}
