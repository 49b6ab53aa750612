package yona.library.http;

import yona.data.Seq;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** What an option takes as a Seq of Strings, or as one String where there is only one. */
final class OneOrMore {

  private OneOrMore() {}

  /** The Strings; those of what is empty are none. */
  static String[] texts(Object value, String where) {
    if (!(value instanceof Seq seq)) {
      throw Failure.type(where, "a String or a Seq of Strings", value);
    }
    if (seq.isText() && !seq.isEmpty()) {
      return new String[] {seq.asText().asString()};
    }
    String[] texts = new String[(int) seq.length()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = Arguments.text(seq.get(i), where);
    }
    return texts;
  }
}
