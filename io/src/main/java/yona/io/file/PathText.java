package yona.io.file;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Paths as texts and back, so that none is lost. A name is any bytes to a system like Linux, and a
 * path of the JDK keeps them, but {@link Path#toString} makes U+FFFD of what is no UTF-8. Here each
 * such byte becomes a character of its own, U+10FE80 to U+10FEFF, in a plane for private use; and
 * so do the bytes of such a character, in case a name has one. Two paths never have the same text.
 *
 * <p>Thread-safe.
 */
public final class PathText {
  /** Stands for the byte 0. */
  private static final int BASE = 0x10fe00;

  /** The first half of the characters that stand for bytes, and of few others. */
  private static final char HIGH = Character.highSurrogate(BASE);

  private static final char REPLACEMENT = '\ufffd';
  private static final int FIRST = 0x80;
  private static final int LAST = 0xff;

  /**
   * Nothing is below it, so that a look for a folder of the name, which a URI takes, finds none.
   */
  private static final Path NOWHERE = Path.of("/dev/null");

  private static final HexFormat HEX = HexFormat.of();

  private PathText() {}

  /**
   * The text of a path.
   *
   * @param path any
   * @return what {@link #path} makes the same path of
   */
  public static String of(Path path) {
    String text = path.toString();
    if (text.indexOf(REPLACEMENT) < 0 && text.indexOf(HIGH) < 0) {
      return text;
    }
    StringBuilder result = new StringBuilder(path.isAbsolute() ? "/" : "");
    for (int i = 0; i < path.getNameCount(); i++) {
      append(bytes(path.getName(i)), result.append(i == 0 ? "" : "/"));
    }
    return result.toString();
  }

  /**
   * The path of a text.
   *
   * @param text of a path
   * @return the path
   * @throws InvalidPathException if there is no such path
   */
  public static Path path(String text) {
    if (text.indexOf(HIGH) < 0) {
      return Path.of(text);
    }
    Path result = Path.of(text.startsWith("/") ? "/" : "");
    for (String name : text.split("/", -1)) {
      result = result.resolve(hasBytes(name) ? name(name) : Path.of(name));
    }
    return result;
  }

  private static boolean hasBytes(String name) {
    return name.codePoints().anyMatch(PathText::isByte);
  }

  private static boolean isByte(int character) {
    return character >= BASE + FIRST && character <= BASE + LAST;
  }

  /** The bytes of a name: only the URI of a path tells them. */
  private static byte[] bytes(Path name) {
    String uri = NOWHERE.resolve(name).toUri().getRawPath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = uri.lastIndexOf('/') + 1; i < uri.length(); i++) {
      if (uri.charAt(i) == '%') {
        bytes.write(HexFormat.fromHexDigits(uri, i + 1, i + 3));
        i += 2;
      } else {
        bytes.write(uri.charAt(i));
      }
    }
    return bytes.toByteArray();
  }

  private static void append(byte[] name, StringBuilder result) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(name);
    CharBuffer valid = CharBuffer.allocate(name.length);
    CoderResult end;
    do {
      end = decoder.decode(in, valid, true);
      valid.flip().codePoints().forEach(character -> append(character, result));
      valid.clear();
      for (int i = 0; end.isError() && i < end.length(); i++) {
        result.appendCodePoint(BASE + (in.get() & 0xff));
      }
    } while (end.isError());
  }

  private static void append(int character, StringBuilder result) {
    if (isByte(character)) {
      for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
        result.appendCodePoint(BASE + (each & 0xff));
      }
    } else {
      result.appendCodePoint(character);
    }
  }

  /** The name that a text stands for in which characters stand for bytes. */
  private static Path name(String text) {
    StringBuilder uri = new StringBuilder("file:///");
    text.codePoints()
        .forEach(
            character -> {
              if (isByte(character)) {
                HEX.toHexDigits(uri.append('%'), (byte) (character - BASE));
              } else {
                for (byte each : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
                  HEX.toHexDigits(uri.append('%'), each);
                }
              }
            });
    try {
      return Path.of(URI.create(uri.toString())).getFileName();
    } catch (IllegalArgumentException e) {
      throw new InvalidPathException(text, String.valueOf(e.getMessage()));
    }
  }
}
