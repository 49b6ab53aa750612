package yona.http.form;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.HttpException;
import yona.http.Request;

/** The fields of a form, in their order. A name may occur more than once. Immutable. */
public final class Form {

  private static final String TYPE = "application/x-www-form-urlencoded";

  /** Characters of a name in a message. */
  private static final int LONGEST_SHOWN = 60;

  private final Map<String, List<String>> fields;

  private Form(Map<String, List<String>> fields) {
    this.fields = fields;
  }

  /** Makes a form of names and values by turns. */
  static Form of(List<String> namesAndValues) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      fields
          .computeIfAbsent(namesAndValues.get(i), _ -> new ArrayList<>())
          .add(namesAndValues.get(i + 1));
    }
    fields.replaceAll((_, values) -> List.copyOf(values));
    return new Form(fields);
  }

  /**
   * Reads the form of a request, encoded like the query of a URL ({@code
   * application/x-www-form-urlencoded}, as the URL standard has it), or in parts without files
   * ({@code multipart/form-data}), in UTF-8. Suspends.
   *
   * @param request the request, whose body nobody has read
   * @param limits the bounds
   * @return the fields
   * @throws HttpException with status 415 if it has no such form or is compressed, 413 if it is too
   *     much, 400 if it is malformed
   * @throws IOException if the connection broke
   */
  public static Form read(Request request, FormLimits limits) throws IOException, HttpException {
    List<String> namesAndValues = new ArrayList<>();
    if (request.headers().isOfType(Multipart.TYPE)) {
      Multipart parts = Multipart.of(request, limits);
      for (Part part = parts.next(); part != null; part = parts.next()) {
        if (part.fileName() != null) {
          throw new HttpException(
              415, "expected a form without files, but " + fileIn(part.name()) + " is one");
        }
        namesAndValues.add(part.name());
        namesAndValues.add(part.text());
      }
      return of(namesAndValues);
    }
    if (!request.headers().isOfType(TYPE)) {
      throw new HttpException(415, "expected a form, as " + TYPE);
    }
    for (String pair : text(request.plainBody(), limits).split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      if (namesAndValues.size() == 2 * limits.parts()) {
        throw new HttpException(413, "a form of more than " + limits.parts() + " fields");
      }
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals), "the name of a field");
      if (pair.length() > limits.field()) {
        throw new HttpException(413, field(name) + " has more than " + limits.field() + " bytes");
      }
      namesAndValues.add(name);
      namesAndValues.add(equals < 0 ? "" : decoded(pair.substring(equals + 1), field(name)));
    }
    return of(namesAndValues);
  }

  private static String text(Body body, FormLimits limits) throws IOException, HttpException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] bytes = body.read(); bytes != null; bytes = body.read()) {
      if (all.size() + (long) bytes.length > limits.all()) {
        throw new HttpException(413, "a form of more than " + limits.all() + " bytes");
      }
      body.hold(bytes.length);
      all.writeBytes(bytes);
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  /** Decodes escapes. What stands for itself has its bytes as characters. */
  private static String decoded(String text, String place) throws HttpException {
    byte[] bytes = new byte[text.length()];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == '%') {
        int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
        int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          throw new HttpException(400, place + " has a broken escape");
        }
        bytes[count++] = (byte) (16 * high + low);
        i += 2;
      } else {
        bytes[count++] = (byte) (each == '+' ? ' ' : each);
      }
    }
    return utf8(ByteBuffer.wrap(bytes, 0, count), place);
  }

  /** The text that bytes are in UTF-8; a message names the place. */
  static String utf8(ByteBuffer bytes, String place) throws HttpException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException malformed) {
      throw new HttpException(400, place + " is not in UTF-8");
    }
  }

  /** A field in a message. Its name is the client's: it is cut, and has no controls. */
  static String field(String name) {
    StringBuilder shown = new StringBuilder("the field \"");
    name.codePoints()
        .limit(LONGEST_SHOWN)
        .map(each -> Character.isISOControl(each) ? '?' : each)
        .forEach(shown::appendCodePoint);
    boolean isCut = name.codePointCount(0, name.length()) > LONGEST_SHOWN;
    return shown.append(isCut ? "...\"" : "\"").toString();
  }

  /** The file of a field in a message. */
  static String fileIn(String name) {
    return "the file of " + field(name);
  }

  /**
   * The value of a field.
   *
   * @param name its name
   * @return the first value, or null if there is no such field
   */
  public @Nullable String get(String name) {
    List<String> values = fields.get(name);
    return values == null ? null : values.getFirst();
  }

  /**
   * The values of a field.
   *
   * @param name its name
   * @return the values, in their order; none if there is no such field
   */
  public List<String> all(String name) {
    return Objects.requireNonNullElse(fields.get(name), List.of());
  }

  /**
   * The fields.
   *
   * @return for each name its values
   */
  public Map<String, List<String>> fields() {
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public String toString() {
    return "a form with " + fields.keySet();
  }
}
