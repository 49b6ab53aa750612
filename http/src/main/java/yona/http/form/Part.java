package yona.http.form;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.http.Body;
import yona.http.Headers;
import yona.http.HttpException;

/** A field or a file of a form, as it comes. For one fiber at a time. */
public final class Part {

  private final String name;
  private final @Nullable String fileName;
  private final Headers headers;
  private final Body body;

  Part(String name, @Nullable String fileName, Headers headers, Body body) {
    this.name = name;
    this.fileName = fileName;
    this.headers = headers;
    this.body = body;
  }

  /**
   * The name of the field.
   *
   * @return as the form has it
   */
  public String name() {
    return name;
  }

  /**
   * The name of the file, as the client calls it: without folders and control signs, and never
   * {@code .} or {@code ..}. It is a name to show, and none to store a file by.
   *
   * @return null if it is no file; an empty text if nothing is left of the name, or it has none
   */
  public @Nullable String fileName() {
    return fileName;
  }

  /**
   * The content type, as the client calls it.
   *
   * @return {@code text/plain} if it says nothing
   */
  public String type() {
    String type = headers.get("content-type");
    return type == null ? "text/plain" : type;
  }

  /**
   * The header fields of the part.
   *
   * @return the fields
   */
  public Headers headers() {
    return headers;
  }

  /**
   * The content, which can be read until the next part is asked for.
   *
   * @return the body
   */
  public Body body() {
    return body;
  }

  /**
   * The whole content as text in UTF-8. Suspends.
   *
   * @return the text
   * @throws HttpException with status 400 if it is no such text, 413 if it is too much
   * @throws IOException if the connection broke
   */
  public String text() throws IOException, HttpException {
    return Form.utf8(ByteBuffer.wrap(body.bytes()), Form.field(name));
  }

  @Override
  public String toString() {
    return "part " + name;
  }
}
