package yona.http.netty;

import io.netty.handler.codec.http.HttpUtil;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;

/** The encoding of a text, as its content type names it. */
public final class ContentCharset {

  private ContentCharset() {}

  /**
   * Finds the encoding.
   *
   * @param contentType the value of the field Content-Type, or null
   * @return the encoding; UTF-8 if none is named
   * @throws UnsupportedCharsetException if it is unknown here; has its name
   */
  public static Charset of(@Nullable String contentType) {
    CharSequence name = contentType == null ? null : HttpUtil.getCharsetAsSequence(contentType);
    if (name == null) {
      return StandardCharsets.UTF_8;
    }
    String plain = name.toString().replace("\"", "").strip();
    try {
      return Charset.forName(plain);
    } catch (IllegalCharsetNameException malformed) {
      throw new UnsupportedCharsetException(plain);
    }
  }
}
