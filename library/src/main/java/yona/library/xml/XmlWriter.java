package yona.library.xml;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.library.argument.Failure;
import yona.library.text.TextDicts;
import yona.library.text.TextOutput;

/** Writes an element as XML, without recursion. */
final class XmlWriter {
  private final String where;
  private final int indent;
  private final TextOutput out;
  private final List<Level> open = new ArrayList<>();

  /** An element whose end has not been written. */
  private static final class Level {
    final String name;
    final Iterator<Object> children;

    /** Whether its children have lines of their own. */
    final boolean lines;

    Level(String name, Iterator<Object> children, boolean lines) {
      this.name = name;
      this.children = children;
      this.lines = lines;
    }
  }

  /**
   * A writer.
   *
   * @param indent spaces for each level; 0: all as it is
   */
  XmlWriter(int indent, String where) {
    this.indent = indent;
    this.where = where;
    this.out = new TextOutput(where);
  }

  Seq text(Object element) {
    begin(element, true);
    while (!open.isEmpty()) {
      Checkpoint.pass();
      Level level = open.getLast();
      if (level.children.hasNext()) {
        Object child = level.children.next();
        if (level.lines) {
          out.line((long) indent * open.size());
        }
        if (XmlElement.isElement(child)) {
          begin(child, level.lines);
        } else {
          escape(characters(child), false);
        }
      } else {
        open.removeLast();
        if (level.lines) {
          out.line((long) indent * open.size());
        }
        out.put("</" + level.name + ">");
      }
    }
    return out.text();
  }

  /**
   * Writes the start of an element.
   *
   * @param own whether it has a line of its own
   */
  private void begin(Object value, boolean own) {
    XmlElement element = XmlElement.of(value, where);
    String name = name(element.name().asString());
    out.put("<" + name);
    Set<String> names = new HashSet<>();
    for (Tuple attribute : TextDicts.entries(element.attributes())) {
      String key = name(characters(attribute.get(0)));
      if (!names.add(key)) {
        throw Failure.badarg(where, "two attributes have the name " + key);
      }
      out.put(" " + key + "=\"");
      escape(characters(attribute.get(1)), true);
      out.put('"');
    }
    if (element.children().isEmpty()) {
      out.put("/>");
      return;
    }
    out.put('>');
    boolean lines = indent > 0 && own && isOfElements(element.children());
    open.add(new Level(name, element.children().iterator(), lines));
  }

  private static boolean isOfElements(Seq children) {
    for (Object child : children) {
      if (!XmlElement.isElement(child)) {
        return false;
      }
    }
    return true;
  }

  /** The text of a child, a name or the value of an attribute. */
  private String characters(Object value) {
    return switch (value) {
      case Seq text when text.isText() -> text.asString();
      case Symbol symbol -> symbol.name();
      case Long _, Double _, Boolean _, Byte _, BigInteger _, Char _ -> Text.plain(value);
      default ->
          throw Failure.of(
              Failure.NOMATCH, where + ": " + Failure.described(value) + " is no text of XML");
    };
  }

  private String name(String name) {
    if (name.isEmpty()
        || !isNameStart(name.codePointAt(0))
        || !name.codePoints().allMatch(XmlWriter::isNamePart)) {
      throw Failure.badarg(
          where,
          "expected the name of an element or attribute, found " + Failure.shown(Seq.text(name)));
    }
    return name;
  }

  /** NameStartChar of XML 1.0, section 2.3. */
  private static boolean isNameStart(int c) {
    return c == ':'
        || c == '_'
        || (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || (c >= 0xc0 && c <= 0x2ff && c != 0xd7 && c != 0xf7)
        || (c >= 0x370 && c <= 0x1fff && c != 0x37e)
        || c == 0x200c
        || c == 0x200d
        || (c >= 0x2070 && c <= 0x218f)
        || (c >= 0x2c00 && c <= 0x2fef)
        || (c >= 0x3001 && c <= 0xd7ff)
        || (c >= 0xf900 && c <= 0xfdcf)
        || (c >= 0xfdf0 && c <= 0xfffd)
        || (c >= 0x10000 && c <= 0xeffff);
  }

  /** NameChar of XML 1.0. */
  private static boolean isNamePart(int c) {
    return isNameStart(c)
        || c == '-'
        || c == '.'
        || (c >= '0' && c <= '9')
        || c == 0xb7
        || (c >= 0x300 && c <= 0x36f)
        || c == 0x203f
        || c == 0x2040;
  }

  /** Puts a text so that a reader gets it as it is. */
  private void escape(String text, boolean attribute) {
    int done = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      String escaped =
          switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '\r' -> "&#13;";
            case '"' -> attribute ? "&quot;" : null;
            case '\n' -> attribute ? "&#10;" : null;
            case '\t' -> attribute ? "&#9;" : null;
            default -> {
              if (c < ' ' || c >= 0xfffe) {
                throw Failure.badarg(where, "XML has no character U+%04X".formatted((int) c));
              }
              yield null;
            }
          };
      if (escaped != null) {
        out.put(text, done, i);
        out.put(escaped);
        done = i + 1;
      }
    }
    out.put(text, done, text.length());
  }
}
