package yona.library.terminal;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module terminal\\Colors: the renditions of ECMA-48, 8.3.117 (SGR). */
public final class ColorsFunctions {
  private static final String ALL = "all";

  private ColorsFunctions() {}

  public static Object set(Object flag, String where) {
    Symbol name = Arguments.symbol(flag, where);
    return sequence(Rendition.ofFlag(name.name()), name, Rendition.flags().stream(), where);
  }

  public static Object reset(Object flag, String where) {
    Symbol name = Arguments.symbol(flag, where);
    if (name.name().equals(ALL)) {
      return Seq.text(Rendition.RESET);
    }
    @Nullable Rendition rendition = Rendition.ofFlag(name.name());
    return sequence(
        rendition == null ? null : rendition.inverse(),
        name,
        Stream.concat(Rendition.flags().stream(), Stream.of(ALL)),
        where);
  }

  private static Seq sequence(
      @Nullable Rendition rendition, Symbol name, Stream<String> flags, String where) {
    if (rendition == null) {
      throw Failure.badarg(
          where,
          Text.source(name)
              + " is none of "
              + flags.map(flag -> ":" + flag).collect(Collectors.joining(", ")));
    }
    return Seq.text(rendition.open());
  }
}
