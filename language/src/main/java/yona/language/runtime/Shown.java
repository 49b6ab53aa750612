package yona.language.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Record;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.interop.ForeignReceiver;

/** Values as messages show them: short, whatever their size. */
public final class Shown {
  /** A message is read by a person: more of a value than a line does not help. */
  private static final int MAXIMUM_LENGTH = 80;

  private static final int MAXIMUM_ELEMENTS = 40;
  private static final int MAXIMUM_DEPTH = 4;

  /** More than the two longest paths that a system takes. */
  private static final int MAXIMUM_LINE = 10_000;

  private Shown() {}

  /** The source text, shortened. */
  public static String value(Object value) {
    Object sample = sample(value, MAXIMUM_DEPTH);
    String text = sample == null ? summary(value) : Text.source(sample);
    if (text.length() > MAXIMUM_LENGTH) {
      int end = MAXIMUM_LENGTH - 4;
      end -= Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
      return text.substring(0, end) + " ...";
    }
    return text;
  }

  /**
   * The source text of the value of a field, shortened; nothing of it if the name tells of a
   * secret.
   *
   * @param name the field's name
   * @param value its value
   * @return the text
   */
  public static String value(String name, Object value) {
    return value(Withheld.of(name, value));
  }

  /** The source text, shortened, and the kind: {@code "ab" (a string)}. */
  public static String withKind(Object value) {
    return value(value) + " (" + kind(value) + ")";
  }

  /**
   * A message that names what came from outside, as one line: control characters are escaped as in
   * source text, and of what is longer than any path the middle is left out.
   */
  public static String line(String message) {
    String text = message;
    if (text.length() > MAXIMUM_LINE) {
      int half = MAXIMUM_LINE / 2;
      text = text.substring(0, half) + " ... " + text.substring(text.length() - half);
    }
    StringBuilder line = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        String quoted = Text.source(Seq.text(String.valueOf(c)));
        line.append(quoted, 1, quoted.length() - 1);
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }

  /** "1 argument", "2 arguments". */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** The kind of a value with its article. */
  static String kind(Object value) {
    return switch (Kind.of(value)) {
          case UNIT -> "the ";
          case INTEGER -> "an ";
          case NATIVE -> value instanceof ForeignReceiver ? "an " : "a ";
          default -> "a ";
        }
        + kindName(value);
  }

  /**
   * The kind of a value, in the words of error messages. Does not suspend.
   *
   * @param value any value
   * @return without an article, as {@code Int}
   */
  public static String kindName(Object value) {
    return switch (Kind.of(value)) {
      case UNIT -> "unit value";
      case BOOLEAN -> "Boolean";
      case INTEGER -> "Int";
      case BYTE -> "Byte";
      case BIG -> "Big";
      case FLOAT -> "Float";
      case CHAR -> "Char";
      case SYMBOL -> "Symbol";
      case TUPLE -> value instanceof Record ? "record" : "tuple";
      case SEQ -> ((Seq) value).isKnownText() ? "string" : "Seq";
      case SET -> "Set";
      case DICT -> "Dict";
      case FUNCTION -> function((Function) value);
      case MODULE -> "module";
      case RESOURCE -> "resource";
      case NATIVE ->
          value instanceof ForeignReceiver ? "object of another language" : "Java object";
    };
  }

  private static String function(Function function) {
    int arity = function.arity();
    return "function " + (arity == 0 ? "without parameters" : "of " + count(arity, "parameter"));
  }

  /** A value that begins as this one does and is small; null if there is none. */
  private static @Nullable Object sample(Object value, int depth) {
    return switch (value) {
      case Seq seq -> sampleSeq(seq, depth);
      case Record record -> depth == 0 ? null : sampleRecord(record, depth);
      case Tuple tuple -> {
        Seq elements = depth == 0 ? null : sampleSeq(Seq.of(tuple.toArray()), depth);
        yield elements == null ? null : Tuple.of(elements.toArray());
      }
      case Dict dict ->
          dict.size() > MAXIMUM_ELEMENTS || depth == 0 ? null : sampleDict(dict, depth);
      case Set set -> set.size() > MAXIMUM_ELEMENTS || depth == 0 ? null : set;
      default -> value;
    };
  }

  private static Object sampleDict(Dict dict, int depth) {
    if (Withheld.isRequest(dict)) {
      return Withheld.request(dict);
    }
    Dict.Builder builder = dict.builderAlike();
    dict.forEach((key, value) -> builder.put(key, small(Withheld.of(key, value), depth - 1)));
    return builder.build();
  }

  private static @Nullable Record sampleRecord(Record record, int depth) {
    List<String> fields = record.type().fields();
    if (fields.size() > MAXIMUM_ELEMENTS) {
      return null;
    }
    int[] places = new int[fields.size()];
    Object[] values = new Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      places[i] = i + 1;
      values[i] = small(Withheld.of(fields.get(i), record.get(i + 1)), depth - 1);
    }
    return record.with(places, values);
  }

  private static Object small(Object value, int depth) {
    Object small = sample(value, depth);
    return small == null ? summary(value) : small;
  }

  private static @Nullable Seq sampleSeq(Seq seq, int depth) {
    if (depth == 0 || seq.isEmpty()) {
      return seq.isEmpty() ? seq : null;
    }
    SeqBuilder builder = Seq.builder();
    for (Object element : seq.take(seq.isText() ? MAXIMUM_LENGTH : MAXIMUM_ELEMENTS)) {
      builder.add(small(element, depth - 1));
    }
    return builder.build();
  }

  private static String summary(Object value) {
    return switch (value) {
      case Dict dict -> "a Dict of " + counted(dict.size(), "entry", "entries");
      case Set set -> "a Set of " + counted(set.size(), "element", "elements");
      case Seq seq -> "a Seq of " + counted(seq.length(), "element", "elements");
      default -> kind(value);
    };
  }

  private static String counted(long count, String one, String several) {
    return count + " " + (count == 1 ? one : several);
  }

  /** The name that was probably meant, or null. */
  public static @Nullable String similar(String name, List<String> names) {
    String best = null;
    int least = Math.max(1, name.length() / 3) + 1;
    for (String candidate : names) {
      int distance = distance(name, candidate);
      if (distance < least) {
        least = distance;
        best = candidate;
      }
    }
    return best;
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, 1 + Math.min(above, row[j - 1]));
        diagonal = above;
      }
    }
    return row[b.length()];
  }
}
