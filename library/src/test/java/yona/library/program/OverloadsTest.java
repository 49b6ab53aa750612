package yona.library.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.interop.JavaClasses;
import yona.language.interop.Receivers;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;

/** Which of several methods a call means (D45). */
final class OverloadsTest {
  private static final JavaClasses CLASSES = JavaClasses.of(Overloaded.class.getClassLoader());

  private static Arguments row(String expected, String method, Object... arguments) {
    return Arguments.of(expected, method, Arrays.asList(arguments));
  }

  static Stream<Arguments> table() {
    Function none = Function.of("none", () -> 1L);
    Function one = Function.of("one", a -> a);
    return Stream.of(
        // An Int: the nearest to a long, and never what loses anything.
        row("long", "integral", 1L),
        row("int", "integral", 1),
        row("double", "integral", 1.5),
        row("Object", "integral", true),
        row("int", "narrow", 100L),
        row("int", "narrow", 70_000L),
        row("int", "lossless", 5L),
        row("double", "lossless", 5_000_000_000L),
        row("double", "decimal", 1.5),
        row("float", "decimal", 1.5f),
        row("float", "onlyFloat", 0.1),
        row("float", "onlyFloat", 3L),
        row("Long", "boxed", 1L),
        row("Number", "boxed", 1.5),
        row("Number", "boxed", BigInteger.ONE),
        row("Object", "boxed", true),
        row("byte", "narrow", (byte) 200),
        // Texts.
        row("String", "text", Seq.text("a")),
        row("String", "text", Seq.EMPTY_TEXT),
        row("List", "text", Seq.EMPTY),
        row("String", "text", Symbol.of("a")),
        row("CharSequence", "text", CharBuffer.wrap("a")),
        row("List", "text", Seq.of(1L)),
        row("char[]", "letters", Seq.text("a")),
        row("List", "letters", Seq.of(1L)),
        row("char", "character", Char.of('a')),
        row("int", "character", Char.of(0x1F600)),
        row("char", "character", 'a'),
        // Collections.
        row("List", "row", Seq.of(1L)),
        row("List", "row", Tuple.of(1L, 2L)),
        row("Collection", "row", yona.data.Set.of(1L)),
        row("Object[]", "row", (Object) new Object[0]),
        row("long[]", "array", Seq.of(1L, 2L)),
        row("double[]", "array", Seq.of(1L, 2.5)),
        row("String[]", "array", Seq.of(Seq.text("a"), Seq.text("b"))),
        row("byte[]", "array", Seq.bytes(new byte[] {1})),
        row("Map", "dict", Dict.EMPTY),
        row("Object", "dict", Seq.of(1L)),
        // Functions: a result is wanted where there is one; the number of parameters decides.
        row("Callable", "run", none),
        row("Function", "run", one),
        // Phases: loose arguments come last.
        row("two Strings", "rest", Seq.text("a"), Seq.text("b")),
        row("rest of 1", "rest", Seq.text("a"), 1L),
        row("rest of 0", "rest", Seq.text("a")),
        row("rest of 3", "rest", Seq.text("a"), 1L, 2L, 3L),
        row("Object", "phase", 1L),
        row("long...", "phase", 1L, 2L),
        row("long...", "phase"),
        // null is the most specific of all types.
        row("String", "nothing", Unit.UNIT));
  }

  @ParameterizedTest
  @MethodSource("table")
  void isTheMostSpecificThatFits(String expected, String method, List<Object> arguments) {
    Object result = Receivers.callMethod(CLASSES, Overloaded.class, method, arguments.toArray());
    assertThat(result).isEqualTo(Seq.text(expected));
  }

  @Test
  void ofAConstructor() {
    assertThat(made()).isEqualTo("nothing");
    assertThat(made(5L)).isEqualTo("int");
    assertThat(made(Seq.text("a"))).isEqualTo("CharSequence");
  }

  private static String made(Object... arguments) {
    return ((Overloaded) Receivers.construct(CLASSES, Overloaded.class, arguments)).made();
  }

  @Test
  void ambiguityNamesTheCandidates() {
    assertThatThrownBy(
            () -> Receivers.callMethod(CLASSES, Overloaded.class, "across", new Object[] {1L, 2L}))
        .isInstanceOf(YonaError.class)
        .hasMessageContaining("ambiguous")
        .hasMessageContaining("across(java.lang.Object, long)")
        .hasMessageContaining("across(long, java.lang.Object)");
  }

  @Test
  void whatDoesNotFitIsNamed() {
    assertThatThrownBy(
            () -> Receivers.callMethod(CLASSES, Overloaded.class, "narrow", new Object[] {1.5}))
        .isInstanceOf(YonaError.class)
        .hasMessageContaining("1.5 (a Float)")
        .hasMessageContaining("narrow(short)");
  }

  @Test
  void whatIsNotPublicIsNotThere() {
    assertThatThrownBy(
            () -> Receivers.callMethod(CLASSES, Overloaded.class, "hidden", new Object[0]))
        .hasMessageContaining("has no public static method hidden");
  }

  @Test
  void aProgramWithoutJavaReachesNoObject() {
    Object object = new Overloaded();
    JavaClasses none = JavaClasses.none();
    assertThatThrownBy(() -> Receivers.callMethod(none, object, "made", new Object[0]))
        .hasMessageContaining("no Java");
    assertThatThrownBy(() -> Receivers.construct(none, Overloaded.class, new Object[0]))
        .hasMessageContaining("does not see");
    assertThatThrownBy(() -> Receivers.method(none, Overloaded.class, "text", 1))
        .hasMessageContaining("no Java");
    assertThatThrownBy(() -> Receivers.field(none, Integer.class, "MAX_VALUE"))
        .hasMessageContaining("no Java");
    assertThat(none.find("java.lang.String")).isNull();
    assertThat(none.find("int")).isNull();
  }

  @Test
  void aPolicyGrantsSomeClassesOnly() {
    JavaClasses some =
        JavaClasses.of(ClassLoader.getPlatformClassLoader(), type -> type == List.class);
    assertThat(some.find("java.util.List")).isEqualTo(List.class);
    assertThat(some.find("java.util.ArrayList")).isNull();
    Object list = new java.util.ArrayList<>(List.of(1));
    assertThat(Receivers.callMethod(some, list, "size", new Object[0])).isEqualTo(1L);
    assertThatThrownBy(() -> Receivers.callMethod(some, list, "getClass", new Object[0]))
        .hasMessageContaining("no public method getClass");
  }
}
