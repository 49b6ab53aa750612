package yona.library.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * Forms with files as a client sends them (multipart/form-data, RFC 7578), with names encoded as
 * browsers do (the HTML standard, "multipart form data").
 */
public final class MultipartFunctions {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String LINE = "\r\n";

  private final String where;
  private final String boundary;
  private final List<Object> pieces = new ArrayList<>();

  /** What comes behind the last piece. */
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private MultipartFunctions(String where) {
    this.where = where;
    byte[] random = new byte[16];
    RANDOM.nextBytes(random);
    this.boundary = "yona-" + HexFormat.of().formatHex(random);
  }

  /** A pair: the content type, and a Seq of Bytes and Streams, which are the content together. */
  public static Object multipart(Object params, String where) {
    MultipartFunctions form = new MultipartFunctions(where);
    for (Tuple each : Arguments.dict(params, where)) {
      String name = FormFields.name(each.get(0), where);
      Object value = each.get(1);
      if (value instanceof Seq seq && !seq.isText()) {
        seq.forEach(one -> form.add(name, one));
      } else {
        form.add(name, value);
      }
    }
    form.write("--" + form.boundary + "--" + LINE);
    form.endPiece();
    return Tuple.of(
        Seq.text("multipart/form-data; boundary=" + form.boundary), Seq.of(form.pieces.toArray()));
  }

  private void add(String name, Object value) {
    write("--" + boundary + LINE + "Content-Disposition: form-data; name=\"" + quoted(name) + '"');
    if (value instanceof Tuple file) {
      addFile(name, file);
    } else {
      write(LINE + LINE + FormFields.value(name, value, where));
    }
    write(LINE);
  }

  private void addFile(String name, Tuple file) {
    String place = where + ", the file " + name;
    if (file.length() != 3) {
      throw Failure.type(where, "(file name, content type, content) for " + name, file);
    }
    String type = Arguments.text(file.get(1), place);
    if (!type.chars().allMatch(each -> each >= ' ' && each < 0x7f)) {
      throw Failure.badarg(place, "a content type has no such characters");
    }
    write("; filename=\"" + quoted(Arguments.text(file.get(0), place)) + '"' + LINE);
    write("Content-Type: " + type + LINE + LINE);
    switch (file.get(2)) {
      case Stream content -> {
        endPiece();
        pieces.add(content);
      }
      case Seq content -> bytes.writeBytes(Arguments.data(content, place));
      default -> throw Failure.type(place, "a String, Bytes or a Stream", file.get(2));
    }
  }

  private void write(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void endPiece() {
    pieces.add(Seq.bytes(bytes.toByteArray()));
    bytes.reset();
  }

  private static String quoted(String name) {
    return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }
}
