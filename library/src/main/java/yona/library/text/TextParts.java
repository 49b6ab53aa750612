package yona.library.text;

import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Text;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.collection.SeqFunctions;

/** The Java half of module String: searching, splitting, joining and replacing. */
public final class TextParts {
  private TextParts() {}

  public static Object split(Object separator, Object s, String where) {
    return parts(separator, s, Long.MAX_VALUE, where);
  }

  public static Object splitN(Object n, Object separator, Object s, String where) {
    return parts(separator, s, Arguments.positive(n, where), where);
  }

  private static Seq parts(Object separator, Object s, long most, String where) {
    byte[] between = Arguments.string(separator, where).toUtf8();
    if (between.length == 0) {
      throw Failure.empty(where, "the separator");
    }
    byte[] text = Arguments.string(s, where).toUtf8();
    SeqBuilder result = Seq.builder();
    int from = 0;
    for (long parts = 1; parts < most; parts++) {
      int to = indexOf(text, between, from);
      if (to < 0) {
        break;
      }
      result.add(part(text, from, to));
      from = to + between.length;
    }
    return result.add(part(text, from, text.length)).build();
  }

  /** A part of a text in UTF-8 that begins and ends between characters. */
  private static Seq part(byte[] text, int from, int to) {
    try {
      return Seq.utf8(text, from, to);
    } catch (CharacterCodingException e) {
      throw new IllegalStateException("cut inside a character", e);
    }
  }

  /** Where some bytes occur first at or after an index; -1 if nowhere. */
  private static int indexOf(byte[] text, byte[] sought, int from) {
    byte first = sought[0];
    int last = text.length - sought.length;
    for (int at = from; at <= last; at++) {
      if (text[at] == first
          && Arrays.equals(text, at + 1, at + sought.length, sought, 1, sought.length)) {
        return at;
      }
    }
    return -1;
  }

  private static String nonEmpty(Object value, String what, String where) {
    String text = Arguments.text(value, where);
    if (text.isEmpty()) {
      throw Failure.empty(where, "the " + what);
    }
    return text;
  }

  public static Object splitOnce(Object separator, Object s, String where) {
    String between = nonEmpty(separator, "separator", where);
    String text = Arguments.text(s, where);
    int at = text.indexOf(between);
    return at < 0
        ? Opts.NONE
        : Opts.ok(
            Tuple.of(
                Seq.text(text.substring(0, at)), Seq.text(text.substring(at + between.length()))));
  }

  /** Lines end with LF or CR LF; there is no empty last line. */
  public static Object lines(Object s, String where) {
    return linesOf(Arguments.string(s, where));
  }

  public static Seq linesOf(Seq string) {
    byte[] text = string.toUtf8();
    SeqBuilder result = Seq.builder();
    int from = 0;
    for (int at = 0; at < text.length; at++) {
      if (text[at] == '\n') {
        result.add(part(text, from, at > from && text[at - 1] == '\r' ? at - 1 : at));
        from = at + 1;
      }
    }
    if (from < text.length) {
      result.add(part(text, from, text.length));
    }
    return result.build();
  }

  public static Object words(Object s, String where) {
    Seq string = Arguments.string(s, where);
    byte[] text = string.toUtf8();
    return text.length == string.length() ? asciiWords(text) : words(string.asString());
  }

  private static Seq asciiWords(byte[] text) {
    SeqBuilder result = Seq.builder();
    int from = 0;
    for (int at = 0; at <= text.length; at++) {
      if (at == text.length || TextFunctions.isSpace(text[at])) {
        if (from < at) {
          result.add(Seq.latin1(text, from, at));
        }
        from = at + 1;
      }
    }
    return result.build();
  }

  /** All white space lies below the surrogates. */
  private static Seq words(String text) {
    SeqBuilder result = Seq.builder();
    int from = 0;
    for (int at = 0; at <= text.length(); at++) {
      if (at == text.length() || TextFunctions.isSpace(text.charAt(at))) {
        if (from < at) {
          result.add(Seq.text(text.substring(from, at)));
        }
        from = at + 1;
      }
    }
    return result.build();
  }

  public static Object join(Object separator, Object parts, String where) {
    String between = Arguments.text(separator, where);
    StringBuilder result = new StringBuilder();
    boolean first = true;
    int asked = 0;
    for (Object part : Arguments.seq(parts, where)) {
      if (!first) {
        result.append(between);
      }
      first = false;
      result.append(Text.plain(part));
      asked = Checkpoint.growing(result.length(), asked);
    }
    return Seq.text(result);
  }

  public static Object count(Object part, Object s, String where) {
    String sought = nonEmpty(part, "part", where);
    String text = Arguments.text(s, where);
    long count = 0;
    for (int at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length())) {
      count++;
    }
    return count;
  }

  public static Object contains(Object part, Object s, String where) {
    Seq sought = Arguments.string(part, where);
    return Arguments.string(s, where).indexOfPart(sought, 0) >= 0;
  }

  public static Object startsWith(Object part, Object s, String where) {
    Seq sought = Arguments.string(part, where);
    return Arguments.string(s, where).startsWith(sought);
  }

  public static Object endsWith(Object part, Object s, String where) {
    Seq sought = Arguments.string(part, where);
    return Arguments.string(s, where).endsWith(sought);
  }

  public static Object indexOf(Object part, Object s, String where) {
    Seq sought = Arguments.string(part, where);
    long at = Arguments.string(s, where).indexOfPart(sought, 0);
    return at < 0 ? Opts.NONE : Opts.ok(at);
  }

  public static Object lastIndexOf(Object part, Object s, String where) {
    String sought = Arguments.text(part, where);
    String text = Arguments.text(s, where);
    int at = text.lastIndexOf(sought);
    return at < 0 ? Opts.NONE : Opts.ok((long) text.codePointCount(0, at));
  }

  public static Object replace(Object from, Object to, Object s, String where) {
    String sought = nonEmpty(from, "text to replace", where);
    String instead = Arguments.text(to, where);
    return Seq.text(Arguments.text(s, where).replace(sought, instead));
  }

  public static Object replaceFirst(Object from, Object to, Object s, String where) {
    String sought = nonEmpty(from, "text to replace", where);
    String instead = Arguments.text(to, where);
    Seq whole = Arguments.string(s, where);
    String text = whole.asString();
    int at = text.indexOf(sought);
    return at < 0
        ? whole
        : Seq.text(text.substring(0, at) + instead + text.substring(at + sought.length()));
  }

  public static Object slice(Object from, Object to, Object s, String where) {
    return SeqFunctions.slice(from, to, Arguments.string(s, where), where);
  }

  public static Object stripPrefix(Object part, Object s, String where) {
    Seq prefix = Arguments.string(part, where);
    Seq text = Arguments.string(s, where);
    return text.startsWith(prefix) ? text.drop(prefix.length()) : text;
  }

  public static Object stripSuffix(Object part, Object s, String where) {
    Seq suffix = Arguments.string(part, where);
    Seq text = Arguments.string(s, where);
    return text.endsWith(suffix) ? text.take(text.length() - suffix.length()) : text;
  }
}
