package yona.http.client;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.netty.ContentCharset;

/**
 * A server's response. Its body comes while it is read: who reads slowly makes the server wait. To
 * be read to its end or closed, so that the connection is free for another request. For one fiber
 * at a time.
 */
public final class ClientResponse implements AutoCloseable {

  private static final int PIECE = 16 << 10;

  private final int status;
  private final URI uri;
  private final Headers headers;
  private final int limit;

  /** Null where all of it has come with the head. */
  private final @Nullable Exchange exchange;

  private final @Nullable InputStream uncompressed;
  private final Headers[] trailers = {Headers.NONE};
  private volatile boolean ended;

  ClientResponse(
      int status,
      URI uri,
      Headers headers,
      int limit,
      @Nullable Exchange exchange,
      boolean isCompressed) {
    this.status = status;
    this.uri = uri;
    this.headers = headers;
    this.limit = limit;
    this.exchange = exchange;
    this.uncompressed = isCompressed ? new Uncompressed() : null;
  }

  /** The body without its compression. */
  private final class Uncompressed extends InputStream {
    private @Nullable GZIPInputStream unzipping;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      int count = read(one, 0, 1);
      return count < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      GZIPInputStream zip = unzipping;
      if (zip == null) {
        zip = new GZIPInputStream(new Compressed(), PIECE);
        unzipping = zip;
      }
      return zip.read(bytes, from, count);
    }
  }

  /** The body as it comes. */
  private final class Compressed extends InputStream {
    private byte[] piece = {};
    private int at;

    @Override
    public int read() throws IOException {
      return available() > 0 ? piece[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
      int taken = Math.min(count, available());
      if (taken == 0) {
        return count == 0 ? 0 : -1;
      }
      System.arraycopy(piece, at, bytes, from, taken);
      at += taken;
      return taken;
    }

    /** Also whether a member of the archive follows: waits for it. */
    @Override
    public int available() throws IOException {
      if (at == piece.length) {
        piece = raw();
        at = 0;
      }
      return piece.length - at;
    }
  }

  private byte[] raw() throws IOException {
    Exchange from = exchange;
    if (ended || from == null) {
      return new byte[0];
    }
    byte[] bytes = from.bodyBytes(trailers);
    ended = bytes.length == 0;
    return bytes;
  }

  /**
   * The status.
   *
   * @return from 200 to 999
   */
  public int status() {
    return status;
  }

  /**
   * The URI that has given this response.
   *
   * @return that of the request, or of the last redirect
   */
  public URI uri() {
    return uri;
  }

  /**
   * The header fields.
   *
   * @return the fields, as the server has sent them
   */
  public Headers headers() {
    return headers;
  }

  /**
   * The value of a header field.
   *
   * @param name its name, in any case
   * @return the first value, or null if there is none
   */
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  /**
   * The fields that came behind the content.
   *
   * @return none before the end of the body
   */
  public Headers trailers() {
    return trailers[0];
  }

  /**
   * The next bytes of the body, uncompressed. Suspends until there are some.
   *
   * @return at least one byte, or null at the end
   * @throws HttpTimeoutException if nothing comes for too long
   * @throws IOException if the connection breaks, or what comes is malformed
   */
  public byte @Nullable [] read() throws IOException {
    InputStream zip = uncompressed;
    if (zip == null) {
      byte[] bytes = raw();
      return bytes.length == 0 ? null : bytes;
    }
    byte[] piece = new byte[PIECE];
    int count;
    try {
      count = zip.read(piece, 0, PIECE);
    } catch (ZipException malformed) {
      throw new IOException(uri.getHost() + ": the body is not of gzip: " + malformed.getMessage());
    } catch (EOFException cut) {
      if (!ended) {
        throw cut;
      }
      throw new EOFException(uri.getHost() + ": the compressed body has no end");
    }
    return count < 0 ? null : count == PIECE ? piece : Arrays.copyOf(piece, count);
  }

  /**
   * All bytes that are left, uncompressed. Suspends.
   *
   * @return the bytes
   * @throws IOException if there are more than the options allow, the connection breaks, or what
   *     comes is malformed
   */
  public byte[] bytes() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] each = read(); each != null; each = read()) {
      if (all.size() + (long) each.length > limit) {
        close();
        throw new IOException(
            uri.getHost() + ": the response has more than " + limit + " bytes, the limit");
      }
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /**
   * All that is left, as text in the encoding that the response names, else UTF-8. Suspends.
   *
   * @return the text
   * @throws IOException as for {@link #bytes}, and if it is no such text
   */
  public String text() throws IOException {
    Charset charset = charset();
    try {
      return charset.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException malformed) {
      throw new IOException(uri.getHost() + ": the response is no text in " + charset, malformed);
    }
  }

  private Charset charset() throws IOException {
    try {
      return ContentCharset.of(header("content-type"));
    } catch (UnsupportedCharsetException unknown) {
      throw new IOException(
          uri.getHost() + ": the response is in the unknown encoding " + unknown.getCharsetName(),
          unknown);
    }
  }

  /**
   * Ends the response: what has not been read is not wanted. May be called by another fiber than
   * the one that reads, which then fails. Does not suspend.
   */
  @Override
  public void close() {
    ended = true;
    if (exchange != null) {
      exchange.end();
    }
  }

  @Override
  public String toString() {
    return status + " of " + ClientRequest.shown(Objects.requireNonNull(uri));
  }
}
