package yona.library.encoding;

import java.io.ByteArrayOutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.argument.Arguments;
import yona.library.stream.Stream;
import yona.library.stream.StreamFunctions;
import yona.library.stream.StreamSource;
import yona.library.text.TextEncoder;
import yona.library.text.TextEncoding;
import yona.library.text.TextOptions;
import yona.library.text.Transcoder;

/** Texts as bytes in any encoding that the JDK knows, and back, whole or in chunks. */
public final class CharacterEncodings {
  private CharacterEncodings() {}

  public static Object decode(Object options, Object bytes, String where) {
    TextOptions how = TextOptions.of(options, where);
    return how.decode(Arguments.bytes(bytes, where).toByteArray(), where);
  }

  public static Object encode(Object options, Object s, String where) {
    TextEncoder.Options how = TextEncoder.Options.of(options, where);
    return Seq.bytes(TextEncoder.encode(how, Arguments.string(s, where), where));
  }

  public static Object decodeStream(Object options, Object stream, String where) {
    TextOptions how = TextOptions.of(options, where);
    Stream chunks = StreamFunctions.stream(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new Decoded(how, chunks, where), chunks);
  }

  public static Object encodeStream(Object options, Object stream, String where) {
    TextEncoder.Options how = TextEncoder.Options.of(options, where);
    Stream texts = StreamFunctions.stream(stream, where);
    return Stream.of(texts.maySuspend(), () -> new Encoded(how, texts, where), texts);
  }

  /** Texts, each of whole characters. */
  private static final class Decoded extends StreamSource {
    private final TextOptions options;
    private final Walk chunks;
    private final Supplier<byte @Nullable []> utf8;
    private final String where;

    /** Whether what follows is no text. */
    private boolean invalid;

    Decoded(TextOptions options, Stream chunks, String where) {
      this.options = options;
      this.where = where;
      this.chunks = chunks.walk();
      TextEncoding encoding = options.encoding();
      this.utf8 =
          new Transcoder(
              encoding == null ? new TextEncoding(StandardCharsets.UTF_8) : encoding, this::bytes);
    }

    private byte @Nullable [] bytes() {
      @Nullable Object chunk = chunks.pull();
      return chunk == null ? null : Arguments.bytes(chunk, where).toByteArray();
    }

    @Override
    protected @Nullable Object next() {
      byte @Nullable [] piece = invalid ? null : utf8.get();
      if (piece == null) {
        if (invalid) {
          throw TextEncoding.notText(where, options.encoding());
        }
        return null;
      }
      if (options.replaces()) {
        return Seq.utf8Lossy(piece, 0, piece.length);
      }
      int valid = piece.length;
      while (valid > 0 && piece[valid - 1] == Transcoder.INVALID) {
        valid--;
      }
      invalid = valid < piece.length;
      return valid == 0 ? next() : text(piece, valid);
    }

    private Object text(byte[] utf8, int length) {
      try {
        return Seq.utf8(utf8, 0, length);
      } catch (CharacterCodingException e) {
        throw TextEncoding.notText(where, options.encoding());
      }
    }

    @Override
    protected void close() {
      chunks.close();
    }
  }

  /** The bytes of some texts. */
  private static final class Encoded extends StreamSource {
    private final Walk texts;
    private final TextEncoder encoder;
    private final String where;
    private final ByteArrayOutputStream ready = new ByteArrayOutputStream();
    private boolean ended;

    Encoded(TextEncoder.Options options, Stream texts, String where) {
      this.texts = texts.walk();
      this.encoder = new TextEncoder(options, where);
      this.where = where;
    }

    @Override
    protected @Nullable Object next() {
      while (ready.size() == 0 && !ended) {
        @Nullable Object text = texts.pull();
        if (text == null) {
          ended = true;
          encoder.end(ready);
        } else {
          encoder.write(Arguments.string(text, where), ready);
        }
      }
      byte[] piece = ready.toByteArray();
      ready.reset();
      return piece.length == 0 ? null : Seq.bytes(piece);
    }

    @Override
    protected void close() {
      texts.close();
    }
  }
}
