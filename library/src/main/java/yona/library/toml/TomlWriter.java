package yona.library.toml;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.text.TextDicts;
import yona.library.text.TextOutput;

/**
 * Writes a Dict as TOML: a Dict in a Dict is a table, a Seq of Dicts an array of tables, and what
 * stands in other Seqs is written in one line.
 */
final class TomlWriter {
  private final String where;
  private final TextOutput out;

  TomlWriter(String where) {
    this.where = where;
    this.out = new TextOutput(where);
  }

  Seq text(Object value) {
    table(Arguments.dict(value, where), "", 0);
    return out.text();
  }

  /** Writes the entries of a table: those in its lines, then the tables in it. */
  private void table(Dict dict, String path, int depth) {
    checkDepth(depth);
    List<Tuple> entries = TextDicts.entries(dict);
    Set<String> names = new HashSet<>();
    List<Tuple> tables = new ArrayList<>();
    for (Tuple entry : entries) {
      String key = key(entry.get(0), path);
      if (!names.add(key)) {
        throw Failure.badarg(where, "two keys of a Dict have the text " + key);
      }
      if (isTable(entry.get(1)) || isTables(entry.get(1))) {
        tables.add(entry);
      } else {
        out.put(key + " = ");
        value(entry.get(1), path + key, depth + 1);
        out.put('\n');
      }
    }
    for (Tuple entry : tables) {
      String name = path + key(entry.get(0), path);
      if (entry.get(1) instanceof Dict table) {
        if (!isOfTables(table)) {
          header("[" + name + "]");
        }
        table(table, name + ".", depth + 1);
      } else {
        for (Object element : (Seq) entry.get(1)) {
          header("[[" + name + "]]");
          table((Dict) element, name + ".", depth + 2);
        }
      }
    }
  }

  private void header(String header) {
    if (out.length() > 0) {
      out.put('\n');
    }
    out.put(header);
    out.put('\n');
  }

  private static boolean isTable(Object value) {
    return value instanceof Dict;
  }

  /** Whether a table needs no line of its own, as those of the tables in it tell of it. */
  private static boolean isOfTables(Dict dict) {
    for (Tuple entry : dict) {
      if (!isTable(entry.get(1)) && !isTables(entry.get(1))) {
        return false;
      }
    }
    return !dict.isEmpty();
  }

  private static boolean isTables(Object value) {
    if (!(value instanceof Seq seq) || seq.isEmpty()) {
      return false;
    }
    for (Object element : seq) {
      if (!isTable(element)) {
        return false;
      }
    }
    return true;
  }

  private String key(Object key, String path) {
    String name =
        switch (key) {
          case Symbol symbol -> symbol.name();
          case Seq text when text.isText() -> text.asString();
          default ->
              throw Failure.badarg(
                  where,
                  "the key of a table is a String or Symbol, found "
                      + Failure.described(key)
                      + (path.isEmpty() ? "" : ", in " + path.substring(0, path.length() - 1)));
        };
    boolean bare =
        !name.isEmpty()
            && name.chars()
                .allMatch(
                    c ->
                        (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || c == '_'
                            || c == '-');
    return bare ? name : quoted(name);
  }

  /** Writes a value in one line. */
  private void value(Object value, String path, int depth) {
    switch (value) {
      case Seq text when text.isKnownText() || (!text.isEmpty() && text.isText()) ->
          out.put(quoted(text.asString()));
      case Symbol symbol -> out.put(quoted(symbol.name()));
      case Char c -> out.put(quoted(c.toString()));
      case Long number -> out.put(number);
      case Byte number -> out.put(number & 0xffL);
      case BigInteger number when number.bitLength() <= 63 -> out.put(number.longValue());
      case BigInteger number -> throw wrong(number, "does not fit in 64 bits", path);
      case Double number -> out.put(decimal(number));
      case Boolean truth -> out.put(truth ? "true" : "false");
      case TomlFunctions.TomlDate date -> out.put(date.plain());
      case Dict dict -> inline(dict, path, depth);
      case Seq seq -> array(seq.iterator(), path, depth);
      case Tuple tuple -> array(Arrays.asList(tuple.toArray()).iterator(), path, depth);
      case yona.data.Set set -> array(sorted(set), path, depth);
      default ->
          throw Failure.of(
              Failure.NOMATCH,
              where + ": " + Failure.described(value) + " has no TOML, at " + path);
    }
  }

  private YonaError wrong(Object value, String problem, String path) {
    return Failure.badarg(where, Failure.shown(value) + " " + problem + ", at " + path);
  }

  private static String decimal(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    return Double.toString(number);
  }

  private static Iterator<Object> sorted(yona.data.Set set) {
    List<Object> elements = new ArrayList<>(set.size());
    set.forEach(elements::add);
    elements.sort(TotalOrder::compare);
    return elements.iterator();
  }

  private void array(Iterator<Object> elements, String path, int depth) {
    checkDepth(depth);
    out.put('[');
    for (long i = 0; elements.hasNext(); i++) {
      if (i > 0) {
        out.put(',', ' ');
      }
      value(elements.next(), path + "[" + i + "]", depth + 1);
    }
    out.put(']');
  }

  private void inline(Dict dict, String path, int depth) {
    checkDepth(depth);
    Set<String> names = new HashSet<>();
    out.put('{');
    for (Tuple entry : TextDicts.entries(dict)) {
      String key = key(entry.get(0), path + ".");
      if (!names.add(key)) {
        throw Failure.badarg(where, "two keys of a Dict have the text " + key);
      }
      out.put(names.size() > 1 ? ", " : " ");
      out.put(key + " = ");
      value(entry.get(1), path + "." + key, depth + 1);
    }
    out.put(names.isEmpty() ? "}" : " }");
  }

  private void checkDepth(int depth) {
    Checkpoint.pass();
    if (depth > TomlReader.DEPTH) {
      throw Failure.badarg(
          where, "nested deeper than the limit of " + TomlReader.DEPTH + " levels");
    }
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\t' -> out.append("\\t");
        case '\n' -> out.append("\\n");
        case '\f' -> out.append("\\f");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ' || c == 0x7f) {
            out.append("\\u%04X".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
