package yona.language.interop;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Unit;

/** Values on their way from Java to Yona (language.md 13, results). */
public final class FromJava {
  /** Stands for a char that is half a character. */
  private static final int REPLACEMENT = 0xFFFD;

  private FromJava() {}

  /**
   * The Yona value of what Java gave: null as {@code ()}, numbers and Chars as such, texts as
   * strings, arrays as Seqs, Yona's own values as themselves; every other object as it is.
   *
   * @param object what Java gave
   */
  public static Object value(@Nullable Object object) {
    return switch (object) {
      case null -> Unit.UNIT;
      case String s -> Seq.text(s);
      case Integer n -> n.longValue();
      case Short n -> n.longValue();
      case Float n -> n.doubleValue();
      case Character c -> character(c);
      case View view -> view.value();
      case CharSequence text -> Seq.text(text);
      case Proxy proxy -> functionOr(proxy);
      default -> object.getClass().isArray() ? seq(object) : object;
    };
  }

  /**
   * The result of a method: an object that gives itself (to chain calls) stays that object; what
   * stands for a Yona value becomes that again.
   */
  @SuppressWarnings("ReferenceEquality") // the same object is meant
  static Object result(@Nullable Object result, @Nullable Object receiver) {
    return result == receiver && result != null && !Receivers.isForm(result)
        ? result
        : value(result);
  }

  static Object text(@Nullable String text) {
    return text == null ? Unit.UNIT : Seq.text(text);
  }

  /** The Char of half a code unit pair or a whole one; half a character is U+FFFD. */
  public static Object character(char c) {
    return Char.of(Character.isSurrogate(c) ? REPLACEMENT : c);
  }

  private static Object functionOr(Proxy proxy) {
    return Proxy.getInvocationHandler(proxy) instanceof FunctionHandler handler
        ? handler.function()
        : proxy;
  }

  private static Seq seq(Object array) {
    return switch (array) {
      case byte[] bytes -> Seq.bytes(bytes);
      case long[] longs -> Seq.longs(longs);
      case char[] chars -> Seq.text(new String(chars));
      default -> elements(array);
    };
  }

  private static Seq elements(Object array) {
    int length = Array.getLength(array);
    SeqBuilder builder = Seq.builder();
    for (int i = 0; i < length; i++) {
      builder.add(value(Array.get(array, i)));
    }
    return builder.build();
  }
}
