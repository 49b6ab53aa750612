package yona.library.toml;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Function;
import yona.data.Kind;
import yona.data.Opaque;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module TOML. */
public final class TomlFunctions {
  private static final List<Function<String, Object>> DATES =
      List.of(OffsetDateTime::parse, LocalDateTime::parse, LocalDate::parse, LocalTime::parse);

  private TomlFunctions() {}

  public static Object parse(Object text, String where) {
    try {
      return new TomlReader(where).read(text);
    } catch (NoClassDefFoundError missing) {
      throw Failure.of(Failure.IOERROR, where + " needs the artifact org.tomlj:tomlj");
    }
  }

  public static Object generate(Object value, String where) {
    return new TomlWriter(where).text(value);
  }

  public static Object date(Object s, String where) {
    String text = Arguments.text(s, where);
    for (Function<String, Object> date : DATES) {
      try {
        var _ = date.apply(text);
        return new TomlDate(text);
      } catch (DateTimeException e) {
        // It may be one of another form.
      }
    }
    throw Failure.badarg(
        where,
        "expected a date or time as \"2021-03-04T05:06:07Z\" or a part of it, found "
            + Failure.shown(s));
  }

  /** A date or time, which is written without quotes. */
  static final class TomlDate extends Opaque {
    private final String text;

    TomlDate(String text) {
      this.text = text;
    }

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<toml date " + text + ">";
    }

    @Override
    public String plain() {
      return text;
    }
  }
}
