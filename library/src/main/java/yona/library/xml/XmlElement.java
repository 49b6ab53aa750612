package yona.library.xml;

import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.DictShape;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Failure;

/**
 * An element as a value: an ordered Dict of {@code :name}, {@code :attributes}, a Dict, and {@code
 * :children}, a Seq of elements and texts. What has no attributes or children needs no key.
 */
record XmlElement(Seq name, Dict attributes, Seq children) {
  private static final Symbol NAME = Symbol.of("name");
  private static final Symbol ATTRIBUTES = Symbol.of("attributes");
  private static final Symbol CHILDREN = Symbol.of("children");
  private static final DictShape SHAPE = DictShape.ordered(NAME, ATTRIBUTES, CHILDREN);

  Dict value() {
    return SHAPE.dict(new Object[] {name, attributes, children}, 0);
  }

  /** The element that a value is. */
  static XmlElement of(Object value, String where) {
    if (!(value instanceof Dict dict
        && dict.get(NAME) instanceof Seq name
        && name.isText()
        && orElse(dict, ATTRIBUTES, Dict.EMPTY) instanceof Dict attributes
        && orElse(dict, CHILDREN, Seq.EMPTY) instanceof Seq children)) {
      throw Failure.type(where, "an element, a Dict of :name, :attributes and :children", value);
    }
    return new XmlElement(name, attributes, children);
  }

  private static Object orElse(Dict dict, Symbol key, Object otherwise) {
    @Nullable Object there = dict.get(key);
    return there == null ? otherwise : there;
  }

  /** Whether a child is an element and no text. */
  static boolean isElement(Object child) {
    return child instanceof Dict;
  }
}
