package yona.library.html;

import yona.data.Tuple;
import yona.library.argument.Arguments;

/** The Java half of module Html. */
public final class HtmlFunctions {

  private HtmlFunctions() {}

  public static Object render(Object node, String where) {
    return new HtmlWriter(where).write(node).text();
  }

  public static Object document(Object node, String where) {
    return new HtmlWriter(where).doctype().write(node).text();
  }

  public static Object raw(Object text, String where) {
    return Tuple.of(HtmlWriter.RAW, Arguments.string(text, where));
  }
}
