package yona.http.server;

import java.io.IOException;
import yona.http.Response;

/** Takes content whose length the client has been told, and no other. For one fiber. */
final class MeasuredOutput implements Response.Output {

  private final Response.Output output;
  private final long length;
  private long left;

  private MeasuredOutput(Response.Output output, long length) {
    this.output = output;
    this.length = length;
    this.left = length;
  }

  /**
   * Writes content. Suspends while the client does not take it.
   *
   * @param content makes it
   * @param length how many bytes were told; -1 if none were
   * @param output takes it
   * @throws IllegalStateException if it has another length; no byte too many is written
   * @throws Exception what makes the content may raise anything
   */
  static void write(Response.Content content, long length, Response.Output output)
      throws Exception {
    if (length < 0) {
      content.writeTo(output);
      return;
    }
    MeasuredOutput measured = new MeasuredOutput(output, length);
    content.writeTo(measured);
    if (measured.left > 0) {
      throw new IllegalStateException(
          "content of " + (length - measured.left) + " bytes, where " + length + " were told");
    }
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    if (bytes.length > left) {
      throw new IllegalStateException("content of more than the " + length + " bytes told");
    }
    left -= bytes.length;
    output.write(bytes);
  }
}
