package yona.library.html;

import yona.data.Seq;
import yona.data.Tuple;
import yona.library.argument.Arguments;

/** The Java half of module Html. */
public final class HtmlFunctions {

  private HtmlFunctions() {}

  public static Object render(Object node, String where) {
    return Seq.text(new HtmlWriter(where).write(node).toString());
  }

  public static Object document(Object node, String where) {
    return Seq.text("<!DOCTYPE html>\n" + new HtmlWriter(where).write(node));
  }

  public static Object raw(Object text, String where) {
    return Tuple.of(HtmlWriter.RAW, Arguments.string(text, where));
  }
}
