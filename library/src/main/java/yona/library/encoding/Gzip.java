package yona.library.encoding;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;
import yona.library.stream.StreamSource;

/**
 * Compression in the format of gzip (RFC 1952). Compressed data is not trusted: limits hold while a
 * result grows.
 */
public final class Gzip {
  private static final int PIECE = 64 * 1024;

  /** The largest array. */
  private static final long MAXIMUM = Integer.MAX_VALUE - 8;

  private Gzip() {}

  public static Object gzip(Object data, String where) {
    byte[] bytes = Arguments.data(data, where);
    ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length / 4 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(result, PIECE)) {
      out.write(bytes);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return Seq.bytes(result.toByteArray());
  }

  public static Object gunzip(Object limit, Object data, String where) {
    long most = Math.min(Arguments.count(limit, where), MAXIMUM);
    Queue<byte[]> chunks = new ArrayDeque<>(List.of(Arguments.bytes(data, where).toByteArray()));
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    byte[] piece = new byte[PIECE];
    // The size up to which the result has been asked for.
    int asked = 0;
    try (GzipReader reader = new GzipReader(chunks::poll, where)) {
      for (int length = reader.read(piece); length >= 0; length = reader.read(piece)) {
        if (result.size() + (long) length > most) {
          throw Failure.badarg(where, "there are more than " + most + " bytes");
        }
        asked = Checkpoint.growing(result.size(), asked);
        result.write(piece, 0, length);
      }
    }
    return Seq.bytes(result.toByteArray());
  }

  public static Object gzipStream(Object stream, String where) {
    Stream chunks = StreamFunctions.stream(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new Compressed(chunks, where), chunks);
  }

  public static Object gunzipStream(Object stream, String where) {
    Stream chunks = StreamFunctions.stream(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new Decompressed(chunks, where), chunks);
  }

  /** The data in some pieces. */
  private static final class Compressed extends StreamSource {
    private final Walk chunks;
    private final String where;
    private final ByteArrayOutputStream ready = new ByteArrayOutputStream();
    private final GZIPOutputStream out;
    private boolean ended;

    Compressed(Stream chunks, String where) {
      this.chunks = chunks.walk();
      this.where = where;
      try {
        this.out = new GZIPOutputStream(ready, PIECE);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }

    @Override
    protected @Nullable Object next() {
      try {
        while (ready.size() < PIECE && !ended) {
          @Nullable Object chunk = chunks.pull();
          if (chunk == null) {
            ended = true;
            out.close();
          } else {
            out.write(Arguments.data(chunk, where));
          }
        }
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
      byte[] piece = ready.toByteArray();
      ready.reset();
      return piece.length == 0 ? null : Seq.bytes(piece);
    }

    @Override
    protected void close() {
      chunks.close();
      try {
        out.close();
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }

  /** What was compressed, in pieces. */
  private static final class Decompressed extends StreamSource {
    private final Walk chunks;
    private final GzipReader reader;
    private final byte[] piece = new byte[PIECE];

    Decompressed(Stream chunks, String where) {
      this.chunks = chunks.walk();
      this.reader = new GzipReader(() -> bytes(where), where);
    }

    private byte @Nullable [] bytes(String where) {
      @Nullable Object chunk = chunks.pull();
      return chunk == null ? null : Arguments.bytes(chunk, where).toByteArray();
    }

    @Override
    protected @Nullable Object next() {
      int length = reader.read(piece);
      return length < 0 ? null : Seq.bytes(piece, 0, length);
    }

    @Override
    protected void close() {
      reader.close();
      chunks.close();
    }
  }
}
