package yona.http.form;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.fields.ParameterizedValue;

/**
 * The parts of a form with files ({@code multipart/form-data}; RFC 7578), one after the other, as
 * they come: nothing is kept. For one fiber at a time.
 *
 * <pre>{@code
 * Multipart form = Multipart.of(request, FormLimits.DEFAULT);
 * for (Part part = form.next(); part != null; part = form.next()) {
 *   count(part.name(), part.body());
 * }
 * }</pre>
 */
public final class Multipart {

  static final String TYPE = "multipart/form-data";

  /** Characters of a boundary (RFC 2046, section 5.1.1). */
  private static final int LONGEST_BOUNDARY = 70;

  /** Characters of the name of a file; file systems have 255 bytes. */
  private static final int LONGEST_NAME = 120;

  private final Body body;
  private final PartScan scan;
  private final FormLimits limits;
  private int count;
  private boolean ended;
  private @Nullable PartBody current;

  private Multipart(Body body, String boundary, FormLimits limits) {
    this.body = body;
    this.scan = new PartScan(body, boundary, limits.all());
    this.limits = limits;
  }

  /**
   * Reads the form of a request. Does not suspend.
   *
   * @param request the request, whose body nobody has read
   * @param limits the bounds
   * @return the form
   * @throws HttpException with status 415 if it has no such form or is compressed, 400 if its parts
   *     have no boundary
   */
  public static Multipart of(Request request, FormLimits limits) throws HttpException {
    String type = request.header("content-type");
    ParameterizedValue parsed = type == null ? null : ParameterizedValue.parsed(type);
    if (parsed == null || !parsed.value().equals(TYPE)) {
      throw new HttpException(415, "expected a form, as " + TYPE);
    }
    String boundary = parsed.parameters().get("boundary");
    if (boundary == null || !isBoundary(boundary)) {
      throw new HttpException(400, "a form whose parts have no boundary");
    }
    return new Multipart(request.plainBody(), boundary, limits);
  }

  private static boolean isBoundary(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_BOUNDARY
        && !text.endsWith(" ")
        && text.chars()
            .allMatch(
                each ->
                    (each >= 'a' && each <= 'z')
                        || (each >= 'A' && each <= 'Z')
                        || (each >= '0' && each <= '9')
                        || "'()+_,-./:=? ".indexOf(each) >= 0);
  }

  /**
   * The next part. The rest of the part before is skipped. Suspends.
   *
   * @return the part, or null at the end
   * @throws HttpException with status 400 if this is no form, 413 if it is too much
   * @throws IOException if the connection broke
   */
  public @Nullable Part next() throws IOException, HttpException {
    if (ended) {
      return null;
    }
    PartBody before = current;
    if (before == null) {
      skipPreamble();
    } else {
      before.skip();
    }
    if (scan.isEnd()) {
      ended = true;
      return null;
    }
    count++;
    if (!new String(scan.line(limits.header(), count), StandardCharsets.ISO_8859_1).isBlank()) {
      throw new HttpException(400, place() + " has something behind its boundary");
    }
    if (count > limits.parts()) {
      throw new HttpException(413, "a form of more than " + limits.parts() + " parts");
    }
    return part(header());
  }

  /** Nothing is meant to stand before the first part. */
  private void skipPreamble() throws IOException, HttpException {
    int skipped = 0;
    for (byte[] bytes = scan.next(); bytes != null; bytes = scan.next()) {
      skipped += bytes.length;
      if (skipped > limits.header()) {
        throw new HttpException(400, "a form that does not begin with its boundary");
      }
    }
  }

  private Headers header() throws IOException, HttpException {
    List<String> fields = new ArrayList<>();
    int left = limits.header();
    for (; ; ) {
      byte[] line = scan.line(left, count);
      if (line.length == 0) {
        scan.beginContent();
        return Headers.decoded(fields.toArray(new String[0]));
      }
      left = Math.max(0, left - line.length - 2);
      String text = Form.utf8(ByteBuffer.wrap(line), "the header of " + place());
      int colon = text.indexOf(':');
      if (colon <= 0 || text.chars().anyMatch(each -> each < 0x20 && each != '\t')) {
        throw new HttpException(400, place() + " has a malformed header");
      }
      fields.add(text.substring(0, colon).strip());
      fields.add(text.substring(colon + 1).strip());
    }
  }

  private Part part(Headers headers) throws HttpException {
    String disposition = headers.get("content-disposition");
    ParameterizedValue parsed = disposition == null ? null : ParameterizedValue.parsed(disposition);
    String name = parsed == null ? null : parsed.parameters().get("name");
    if (parsed == null || name == null || !parsed.value().equals("form-data")) {
      throw new HttpException(400, place() + " has no name");
    }
    String encoding = headers.get("content-transfer-encoding");
    if (encoding != null
        && !List.of("7bit", "8bit", "binary").contains(encoding.toLowerCase(Locale.ROOT))) {
      throw new HttpException(
          415, Form.field(unescaped(name)) + " has a Content-Transfer-Encoding");
    }
    String file = parsed.parameters().get("filename");
    String field = unescaped(name);
    PartBody body =
        file == null
            ? new PartBody(limits.field(), Form.field(field))
            : new PartBody(limits.file(), Form.fileIn(field));
    current = body;
    return new Part(field, file == null ? null : fileName(unescaped(file)), headers, body);
  }

  /** The part in a message, as long as it has no name. */
  private String place() {
    return "part " + count + " of the form";
  }

  /** Browsers escape these three, and no others (WHATWG, multipart/form-data encoding). */
  private static String unescaped(String name) {
    return name.replace("%22", "\"").replaceAll("(?i)%0d", "\r").replaceAll("(?i)%0a", "\n");
  }

  /** A name that leads nowhere, whatever the client has sent. */
  static String fileName(String sent) {
    String last = sent.substring(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
    StringBuilder kept = new StringBuilder();
    last.codePoints()
        .filter(each -> !Character.isISOControl(each) && !isInvisible(each))
        .limit(LONGEST_NAME)
        .forEach(kept::appendCodePoint);
    String name = kept.toString().strip();
    return name.equals(".") || name.equals("..") ? "" : name;
  }

  /** Signs that turn texts around, or show nothing. */
  private static boolean isInvisible(int each) {
    int type = Character.getType(each);
    return type == Character.FORMAT
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || type == Character.SURROGATE
        || type == Character.UNASSIGNED;
  }

  /** The content of a part, up to the next boundary. */
  private final class PartBody extends Body {

    private final long limit;
    private final String place;
    private long taken;
    private boolean done;

    PartBody(long limit, String place) {
      super(limit, -1);
      this.limit = limit;
      this.place = place;
    }

    @Override
    protected byte @Nullable [] next() throws IOException, HttpException {
      if (current != this) {
        throw new IllegalStateException("the next part has been asked for");
      }
      byte[] bytes = done ? null : scan.next();
      done = bytes == null;
      if (bytes != null) {
        taken += bytes.length;
        if (taken > limit) {
          throw new HttpException(413, place + " has more than " + limit + " bytes");
        }
      }
      return bytes;
    }

    @Override
    public void hold(int count) throws HttpException {
      body.hold(count);
    }

    void skip() throws IOException, HttpException {
      while (!done) {
        done = scan.next() == null;
      }
    }
  }
}
