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

  public static Object split(Object separator, Object s) {
    return parts(separator, s, Long.MAX_VALUE, "String::split");
  }

  public static Object splitN(Object n, Object separator, Object s) {
    return parts(separator, s, Arguments.positive(n, "String::split_n"), "String::split_n");
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

  public static Object splitOnce(Object separator, Object s) {
    String between = nonEmpty(separator, "separator", "String::split_once");
    String text = Arguments.text(s, "String::split_once");
    int at = text.indexOf(between);
    return at < 0
        ? Opts.NONE
        : Opts.ok(
            Tuple.of(
                Seq.text(text.substring(0, at)), Seq.text(text.substring(at + between.length()))));
  }

  /** Lines end with LF or CR LF; there is no empty last line. */
  public static Object lines(Object s) {
    byte[] text = Arguments.string(s, "String::lines").toUtf8();
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

  public static Object words(Object s) {
    Seq string = Arguments.string(s, "String::words");
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

  public static Object join(Object separator, Object parts) {
    String between = Arguments.text(separator, "String::join");
    StringBuilder result = new StringBuilder();
    boolean first = true;
    int asked = 0;
    for (Object part : Arguments.seq(parts, "String::join")) {
      if (!first) {
        result.append(between);
      }
      first = false;
      result.append(Text.plain(part));
      asked = Checkpoint.growing(result.length(), asked);
    }
    return Seq.text(result);
  }

  public static Object count(Object part, Object s) {
    String sought = nonEmpty(part, "part", "String::count");
    String text = Arguments.text(s, "String::count");
    long count = 0;
    for (int at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length())) {
      count++;
    }
    return count;
  }

  public static Object contains(Object part, Object s) {
    Seq sought = Arguments.string(part, "String::contains");
    return Arguments.string(s, "String::contains").indexOfPart(sought, 0) >= 0;
  }

  public static Object startsWith(Object part, Object s) {
    Seq sought = Arguments.string(part, "String::starts_with");
    return Arguments.string(s, "String::starts_with").startsWith(sought);
  }

  public static Object endsWith(Object part, Object s) {
    Seq sought = Arguments.string(part, "String::ends_with");
    return Arguments.string(s, "String::ends_with").endsWith(sought);
  }

  public static Object indexOf(Object part, Object s) {
    Seq sought = Arguments.string(part, "String::index_of");
    long at = Arguments.string(s, "String::index_of").indexOfPart(sought, 0);
    return at < 0 ? Opts.NONE : Opts.ok(at);
  }

  public static Object lastIndexOf(Object part, Object s) {
    String sought = Arguments.text(part, "String::last_index_of");
    String text = Arguments.text(s, "String::last_index_of");
    int at = text.lastIndexOf(sought);
    return at < 0 ? Opts.NONE : Opts.ok((long) text.codePointCount(0, at));
  }

  public static Object replace(Object from, Object to, Object s) {
    String sought = nonEmpty(from, "text to replace", "String::replace");
    String instead = Arguments.text(to, "String::replace");
    return Seq.text(Arguments.text(s, "String::replace").replace(sought, instead));
  }

  public static Object replaceFirst(Object from, Object to, Object s) {
    String sought = nonEmpty(from, "text to replace", "String::replace_first");
    String instead = Arguments.text(to, "String::replace_first");
    Seq whole = Arguments.string(s, "String::replace_first");
    String text = whole.asString();
    int at = text.indexOf(sought);
    return at < 0
        ? whole
        : Seq.text(text.substring(0, at) + instead + text.substring(at + sought.length()));
  }

  public static Object slice(Object from, Object to, Object s) {
    return SeqFunctions.slice(from, to, Arguments.string(s, "String::slice"), "String::slice");
  }

  public static Object stripPrefix(Object part, Object s) {
    Seq prefix = Arguments.string(part, "String::strip_prefix");
    Seq text = Arguments.string(s, "String::strip_prefix");
    return text.startsWith(prefix) ? text.drop(prefix.length()) : text;
  }

  public static Object stripSuffix(Object part, Object s) {
    Seq suffix = Arguments.string(part, "String::strip_suffix");
    Seq text = Arguments.string(s, "String::strip_suffix");
    return text.endsWith(suffix) ? text.take(text.length() - suffix.length()) : text;
  }
}
