package yona.library.html;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * Writes nodes as HTML, so that no text can become markup: text and values of attributes are
 * escaped, addresses have a scheme that runs nothing, and where escaping does not help, in scripts,
 * style sheets and attributes that are one of these, only what a program calls raw is taken. (The
 * contexts of the OWASP Cross Site Scripting Prevention Cheat Sheet; addresses as html/template of
 * Go.)
 */
final class HtmlWriter {

  /** Begins a pair whose text is taken for HTML. */
  static final Symbol RAW = Symbol.of("raw");

  /** Nodes inside nodes, at most: more than a browser takes. */
  private static final int DEEPEST = 1000;

  /** Attributes whose value is an address. */
  private static final Set<String> ADDRESSES =
      Set.of(
          "action",
          "archive",
          "background",
          "cite",
          "classid",
          "codebase",
          "data",
          "formaction",
          "href",
          "icon",
          "longdesc",
          "manifest",
          "ping",
          "poster",
          "profile",
          "src",
          "usemap",
          "xlink:href",
          "xml:base");

  /** Elements of SVG that change an attribute of another, which may be an address. */
  private static final Set<String> ANIMATIONS = Set.of("animate", "set");

  /** What they change it to. */
  private static final Set<String> ANIMATED = Set.of("by", "from", "to", "values");

  /** Stands before the address of a refresh (HTML Living Standard, 4.2.5.3). */
  private static final Pattern REFRESH =
      Pattern.compile("[\\s\\d.]*[\\s;,]*(?:url\\s*=\\s*)?[\"']?", Pattern.CASE_INSENSITIVE);

  /** Attributes whose value is a program, a style sheet, a page or a list of addresses. */
  private static final Set<String> CODE = Set.of("imagesrcset", "srcdoc", "srcset", "style");

  /** Schemes that run nothing; without one an address is relative. */
  private static final Set<String> SAFE_SCHEMES = Set.of("http", "https", "mailto", "tel");

  /** Replaces an address that would run something. */
  private static final String NOWHERE = "about:invalid";

  private final String where;
  private final HtmlOutput out;
  private int depth;

  HtmlWriter(String where) {
    this.where = where;
    this.out = new HtmlOutput(where);
  }

  /** Writes the beginning of a document. */
  HtmlWriter doctype() {
    out.put("<!DOCTYPE html>\n");
    return this;
  }

  /** Writes a node behind the others. */
  HtmlWriter write(Object node) {
    depth++;
    if (depth > DEEPEST) {
      throw Failure.badarg(where, "more than " + DEEPEST + " nodes inside each other");
    }
    switch (node) {
      case Unit _ -> {}
      case Seq text when text.isText() -> out.escape(text);
      case Seq nodes when !nodes.isBytes() -> nodes.forEach(this::write);
      case Long number -> out.put(number);
      case Double _, BigInteger _, Boolean _, Char _, Symbol _ -> out.escape(Text.plain(node));
      case Tuple pair when isRaw(pair) -> out.put(Arguments.string(pair.get(1), where));
      case Tuple element
          when (element.length() == 2 || element.length() == 3)
              && element.get(0) instanceof Symbol ->
          element(element);
      default ->
          throw Failure.type(
              where,
              "a text, a number, a tuple (:tag, attributes, content), (:tag, content) or"
                  + " (:tag, attributes), or a Seq of them",
              node);
    }
    depth--;
    return this;
  }

  private static boolean isRaw(Tuple tuple) {
    return tuple.length() == 2 && tuple.get(0).equals(RAW);
  }

  private void element(Tuple element) {
    HtmlName tag = name(element.get(0));
    boolean hasAttributes = element.length() == 3 || element.get(1) instanceof Dict;
    Object content = hasAttributes && element.length() == 2 ? Unit.UNIT : last(element);
    out.put('<');
    out.put(tag.ascii());
    if (hasAttributes) {
      // In the order of their names, so that the same node is always the same text.
      Map<String, Object> attributes = new TreeMap<>();
      for (Tuple attribute : Arguments.dict(element.get(1), where)) {
        attributes.put(name(attribute.get(0)).toString(), attribute.get(1));
      }
      attributes.forEach((name, value) -> attribute(tag, attributes, name, value));
    }
    out.put('>');
    if (tag.isVoid()) {
      if (!isEmpty(content)) {
        throw Failure.badarg(where, "<" + tag + "> has no content");
      }
      return;
    }
    if (tag.isOpaque() && !isEmpty(content) && !(content instanceof Tuple t && isRaw(t))) {
      throw Failure.badarg(
          where, "what is in <" + tag + "> cannot be escaped; Html::raw says that it is meant");
    }
    write(content);
    out.put('<', '/');
    out.put(tag.ascii());
    out.put('>');
  }

  private static Object last(Tuple element) {
    return element.get(element.length() - 1);
  }

  private static boolean isEmpty(Object content) {
    return content.equals(Unit.UNIT) || (content instanceof Seq seq && seq.isEmpty());
  }

  /** The name of an element or an attribute. */
  private HtmlName name(Object given) {
    HtmlName name =
        given instanceof Symbol symbol
            ? HtmlName.of(symbol)
            : HtmlName.of(Arguments.text(given, where + ", an attribute"));
    if (name == null) {
      throw Failure.badarg(where, Failure.shown(given) + " is no name of HTML");
    }
    return name;
  }

  private void attribute(HtmlName tag, Map<String, Object> all, String name, Object value) {
    if (value.equals(false) || value.equals(Unit.UNIT)) {
      return;
    }
    out.put(' ');
    out.put(name);
    if (value.equals(true)) {
      return;
    }
    out.put('=', '"');
    if (value instanceof Tuple pair && isRaw(pair)) {
      out.escape(Arguments.string(pair.get(1), where));
    } else {
      out.escape(checked(tag, all, name, text(name, value)));
    }
    out.put('"');
  }

  private String text(String name, Object value) {
    if (value instanceof Seq seq && !seq.isText()) {
      StringBuilder words = new StringBuilder();
      for (Object each : seq) {
        words.append(words.isEmpty() ? "" : " ").append(text(name, each));
      }
      return words.toString();
    }
    return switch (value) {
      case Seq text -> text.asString();
      case Long _, Double _, BigInteger _, Char _, Symbol _ -> Text.plain(value);
      default -> throw Failure.type(where + ", the attribute " + name, "a text", value);
    };
  }

  private String checked(HtmlName tag, Map<String, Object> all, String name, String value) {
    String kind = name.toLowerCase(Locale.ROOT);
    if (kind.startsWith("on") || CODE.contains(kind)) {
      throw Failure.badarg(
          where,
          "what is in the attribute "
              + name
              + " cannot be escaped; Html::raw says that it is meant");
    }
    return isSafe(tag.kind(), all, kind, value) ? value : NOWHERE;
  }

  private static boolean isSafe(
      String tag, Map<String, Object> all, String attribute, String value) {
    if (ADDRESSES.contains(attribute)) {
      return isSafe(value);
    }
    if (ANIMATIONS.contains(tag) && ANIMATED.contains(attribute)) {
      return Arrays.stream(value.split(";", -1)).allMatch(HtmlWriter::isSafe);
    }
    return !(tag.equals("meta") && attribute.equals("content") && isRefresh(all))
        || isSafe(REFRESH.matcher(value).replaceFirst(""));
  }

  private static boolean isRefresh(Map<String, Object> attributes) {
    return attributes.entrySet().stream()
        .anyMatch(
            each ->
                each.getKey().equalsIgnoreCase("http-equiv")
                    && Text.plain(each.getValue()).strip().equalsIgnoreCase("refresh"));
  }

  /** Whether an address runs nothing. Browsers ignore white space and controls in a scheme. */
  private static boolean isSafe(String address) {
    StringBuilder scheme = new StringBuilder();
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (c == ':') {
        return SAFE_SCHEMES.contains(scheme.toString().toLowerCase(Locale.ROOT));
      }
      if (c == '/' || c == '?' || c == '#') {
        return true;
      }
      if (c > ' ') {
        scheme.append(c);
      }
    }
    return true;
  }

  /** The text that was written. */
  Seq text() {
    return out.text();
  }
}
