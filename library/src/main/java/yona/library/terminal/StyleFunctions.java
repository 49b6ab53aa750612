package yona.library.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.runtime.Grant;
import yona.language.runtime.Invocation;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module terminal\\Style. */
public final class StyleFunctions {
  private static final Symbol STDOUT = Symbol.of("stdout");
  private static final Symbol STDERR = Symbol.of("stderr");
  private static final Symbol ALWAYS = Symbol.of("always");
  private static final Symbol ON = Symbol.of("on");
  private static final Symbol PALETTE = Symbol.of("palette");
  private static final Symbol RGB = Symbol.of("rgb");

  private static final int BYTE = 255;

  private StyleFunctions() {}

  @Needs(Grant.ENVIRONMENT)
  public static Object styled(Object styles, Object text, String where) {
    return styled(styles, text, depth(STDOUT, where), where);
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object styledFor(Object target, Object styles, Object text, String where) {
    return styled(styles, text, depth(target, where), where);
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object isEnabled(Object stream, String where) {
    return depth(stream, where) != ColourDepth.NONE;
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object columns() {
    return (long) Screen.columns();
  }

  /** How headings look on standard output. */
  public static UnaryOperator<String> headings() {
    return bold(Invocation.Stream.OUTPUT);
  }

  /** What stands out on a stream. */
  static UnaryOperator<String> bold(Invocation.Stream stream) {
    Rendition bold = Rendition.ofFlag("bold");
    return bold == null || depth(stream) == ColourDepth.NONE
        ? UnaryOperator.identity()
        : bold::around;
  }

  public static Object width(Object text, String where) {
    return (long) ShownText.width(Arguments.text(text, where));
  }

  public static Object strip(Object text, String where) {
    Seq given = Arguments.string(text, where);
    String shown = given.asString();
    return shown.indexOf(ShownText.ESCAPE) < 0 ? given : Seq.text(ShownText.strip(shown));
  }

  private static ColourDepth depth(Object target, String where) {
    Symbol name = Arguments.symbol(target, where);
    if (name.equals(ALWAYS)) {
      return ColourDepth.FULL;
    }
    if (!name.equals(STDOUT) && !name.equals(STDERR)) {
      throw Failure.badarg(where, Text.source(name) + " is none of :stdout, :stderr and :always");
    }
    return depth(name.equals(STDOUT) ? Invocation.Stream.OUTPUT : Invocation.Stream.ERROR);
  }

  /** How many colours a stream of the calling program is given. */
  static ColourDepth depth(Invocation.Stream stream) {
    return ColourDepth.of(Invocation.current().isTerminal(stream));
  }

  /** Styles are checked also where they are off, so that mistakes show in any test. */
  private static Seq styled(Object styles, Object text, ColourDepth depth, String where) {
    List<Rendition> renditions = new ArrayList<>();
    for (Object style : Arguments.seq(styles, where)) {
      @Nullable Rendition rendition = rendition(style, depth, where);
      if (rendition != null) {
        renditions.add(rendition);
      }
    }
    Seq given = Arguments.string(text, where);
    if (depth == ColourDepth.NONE || given.isEmpty()) {
      return given;
    }
    String shown = given.asString();
    for (Rendition each : renditions.reversed()) {
      shown = each.around(shown);
    }
    return Seq.text(shown);
  }

  private static @Nullable Rendition rendition(Object style, ColourDepth depth, String where) {
    if (style instanceof Symbol name) {
      @Nullable Rendition flag = Rendition.ofFlag(name.name());
      if (flag != null) {
        return flag;
      }
    }
    if (style instanceof Tuple pair && pair.length() == 2 && pair.get(0).equals(ON)) {
      return colour(pair.get(1), true, depth, where);
    }
    return colour(style, false, depth, where);
  }

  private static @Nullable Rendition colour(
      Object colour, boolean behind, ColourDepth depth, String where) {
    if (colour instanceof Symbol name) {
      @Nullable Integer number = Rendition.numberOf(name.name());
      if (number == null) {
        throw Failure.badarg(where, Text.source(name) + " is none of " + names(behind));
      }
      return Rendition.ofSixteen(number, behind);
    }
    if (colour instanceof Tuple tuple && tuple.length() == 2 && tuple.get(0).equals(PALETTE)) {
      return depth.palette(part(tuple.get(1), where), behind);
    }
    if (colour instanceof Tuple tuple && tuple.length() == 4 && tuple.get(0).equals(RGB)) {
      return depth.rgb(
          part(tuple.get(1), where), part(tuple.get(2), where), part(tuple.get(3), where), behind);
    }
    throw Failure.badarg(
        where,
        "expected a Symbol, (:palette, number), (:rgb, red, green, blue) or (:on, colour), found "
            + Failure.described(colour));
  }

  private static int part(Object value, String where) {
    long part = Arguments.integer(value, where);
    if (part < 0 || part > BYTE) {
      throw Failure.badarg(where, "the colour " + part + " is outside of 0 to " + BYTE);
    }
    return (int) part;
  }

  private static String names(boolean behind) {
    Stream<String> names = Rendition.colours().stream();
    return Stream.concat(behind ? Stream.of() : Rendition.flags().stream(), names)
        .map(name -> ":" + name)
        .collect(Collectors.joining(", "));
  }
}
