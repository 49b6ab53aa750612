package yona.library.xml;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.stream.Stream;

/** The Java half of module XML. */
public final class XmlFunctions {
  /** More spaces than this for a level help no reader. */
  private static final long MOST_INDENT = 100;

  private static final Seq ANY = Seq.text("*");

  private XmlFunctions() {}

  public static Object parse(Object text, String where) {
    return parsed(new XmlReadOptions(), text, where);
  }

  public static Object parseWith(Object options, Object text, String where) {
    return parsed(XmlReadOptions.of(options, where), text, where);
  }

  private static Object parsed(XmlReadOptions options, Object text, String where) {
    if (!(text instanceof Seq seq && (seq.isText() || seq.isBytes()))) {
      throw Failure.type(where, "a String or Bytes", text);
    }
    return new XmlReader(XmlInput.of(seq), options, where).document();
  }

  public static Object elements(Object name, Object stream, String where) {
    return elements(name, stream, new XmlReadOptions(), where);
  }

  public static Object elementsWith(Object options, Object name, Object stream, String where) {
    return elements(name, stream, XmlReadOptions.of(options, where), where);
  }

  private static Object elements(Object name, Object stream, XmlReadOptions options, String where) {
    String wanted = Arguments.text(name, where);
    if (!(stream instanceof Stream chunks)) {
      throw Failure.type(where, "a Stream", stream);
    }
    return Stream.of(
        chunks.maySuspend(), () -> new XmlElements(chunks, wanted, options, where), chunks);
  }

  public static Object generate(Object element, String where) {
    return new XmlWriter(0, where).text(element);
  }

  public static Object generatePretty(Object indent, Object element, String where) {
    long spaces = Arguments.positive(indent, where);
    if (spaces > MOST_INDENT) {
      throw Failure.badarg(
          where, "the indentation " + spaces + " is outside of 1 to " + MOST_INDENT);
    }
    return new XmlWriter((int) spaces, where).text(element);
  }

  public static Object child(Object name, Object element, String where) {
    Seq wanted = Arguments.string(name, where);
    for (Object child : XmlElement.of(element, where).children()) {
      if (is(child, wanted, where)) {
        return Opts.ok(child);
      }
    }
    return Opts.NONE;
  }

  public static Object children(Object name, Object element, String where) {
    return named(Seq.of(element), Arguments.string(name, where), where);
  }

  public static Object find(Object path, Object element, String where) {
    Seq found = Seq.of(element);
    for (Object name : path(path, where)) {
      found = named(found, Arguments.string(name, where), where);
    }
    return found;
  }

  private static Seq path(Object path, String where) {
    Seq names = Arguments.seq(path, where);
    if (names.isEmpty() || !names.isText()) {
      return names;
    }
    SeqBuilder parts = Seq.builder();
    for (String part : names.asString().split("/", -1)) {
      parts.add(Seq.text(part));
    }
    return parts.build();
  }

  /** The children of a name of some elements. */
  private static Seq named(Seq elements, Seq name, String where) {
    SeqBuilder found = Seq.builder();
    for (Object element : elements) {
      for (Object child : XmlElement.of(element, where).children()) {
        if (is(child, name, where)) {
          found.add(child);
        }
      }
    }
    return found.build();
  }

  private static boolean is(Object child, Seq name, String where) {
    return XmlElement.isElement(child)
        && (name.equals(ANY) || XmlElement.of(child, where).name().equals(name));
  }

  public static Object attribute(Object name, Object element, String where) {
    Seq wanted = Arguments.string(name, where);
    Dict attributes = XmlElement.of(element, where).attributes();
    return Opts.ofNullable(attributes.get(wanted));
  }

  public static Object text(Object element, String where) {
    SeqBuilder text = Seq.builder();
    Deque<Iterator<Object>> open = new ArrayDeque<>();
    open.push(XmlElement.of(element, where).children().iterator());
    while (!open.isEmpty()) {
      if (!open.peek().hasNext()) {
        open.pop();
        continue;
      }
      @Nullable Object child = open.peek().next();
      if (XmlElement.isElement(child)) {
        open.push(XmlElement.of(child, where).children().iterator());
      } else {
        text.addPlain(child);
      }
    }
    return text.buildText();
  }
}
