package yona.library.regex;

import java.util.regex.Pattern;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The Java half of modules string\\Regex and Regexp. */
public final class RegexFunctions {
  private static final String SPECIAL = "\\.[]{}()*+-?^$|&#~";

  private RegexFunctions() {}

  private static RegexMatches matches(Object regex, Object s, String where) {
    return new RegexMatches(Regex.of(regex, where), new RegexText(s, where), where);
  }

  public static Object match(Object s, Object regex, String where) {
    RegexMatches matches =
        new RegexMatches(Regex.of(regex, where), new RegexText(s, where), where, null);
    return matches.whole() ? Opts.ok(matches.all()) : Opts.NONE;
  }

  public static Object compile(Object pattern, String where) {
    String text = Arguments.text(pattern, where);
    return Regex.compile(text, 0, false, false, where);
  }

  public static Object test(Object regex, Object s, String where) {
    return matches(regex, s, where).find();
  }

  public static Object find(Object regex, Object s, String where) {
    RegexMatches matches = matches(regex, s, where);
    return matches.find() ? Opts.ok(matches.all()) : Opts.NONE;
  }

  public static Object findAll(Object regex, Object s, String where) {
    RegexMatches matches = matches(regex, s, where);
    SeqBuilder all = Seq.builder();
    while (matches.find()) {
      all.add(matches.all());
    }
    return all.build();
  }

  public static Object positions(Object regex, Object s, String where) {
    RegexMatches matches = matches(regex, s, where);
    SeqBuilder all = Seq.builder();
    while (matches.find()) {
      long from = matches.characters(matches.start());
      all.add(Tuple.of(from, matches.characters(matches.end())));
    }
    return all.build();
  }

  public static Object replace(Object regex, Object replacement, Object s, String where) {
    return replaced(regex, replacement, s, true, where);
  }

  public static Object replaceFirst(Object regex, Object replacement, Object s, String where) {
    return replaced(regex, replacement, s, false, where);
  }

  private static Object replaced(
      Object regex, Object replacement, Object s, boolean all, String where) {
    Regex compiled = Regex.of(regex, where);
    RegexText text = new RegexText(s, where);
    RegexReplacement parts =
        new RegexReplacement(Arguments.text(replacement, where), compiled, where);
    RegexMatches matches = new RegexMatches(compiled, text, where);
    SeqBuilder out = Seq.builder();
    int done = 0;
    while (matches.find()) {
      text.addTo(out, done, matches.start());
      parts.addTo(out, matches);
      done = matches.end();
      if (!all) {
        break;
      }
    }
    if (done == 0 && out.length() == 0) {
      return Arguments.string(s, where);
    }
    text.addTo(out, done, text.length());
    return out.buildText();
  }

  public static Object replaceWith(Object regex, @Applied Object f, Object s, String where) {
    Function function = Arguments.function(f, where);
    RegexText text = new RegexText(s, where);
    RegexMatches matches = new RegexMatches(Regex.of(regex, where), text, where);
    SeqBuilder out = Seq.builder();
    int done = 0;
    while (matches.find()) {
      text.addTo(out, done, matches.start());
      done = matches.end();
      Seq match = matches.all();
      text.pause();
      Object replacement = function.apply(match);
      text.goOn();
      if (!(replacement instanceof Seq seq && seq.isText())) {
        throw Failure.type(where, "a String from its function", replacement);
      }
      out.addAll(seq);
    }
    text.addTo(out, done, text.length());
    return out.buildText();
  }

  /** A match of nothing at one of the ends, or behind another match, separates nothing. */
  public static Object split(Object regex, Object s, String where) {
    RegexText text = new RegexText(s, where);
    RegexMatches matches = new RegexMatches(Regex.of(regex, where), text, where);
    SeqBuilder parts = Seq.builder();
    int done = 0;
    while (matches.find()) {
      int start = matches.start();
      boolean nothing = matches.end() == start;
      if (!nothing || (start > done && start < text.length())) {
        parts.add(text.part(done, start));
        done = matches.end();
      }
    }
    return parts.add(text.part(done, text.length())).build();
  }

  public static Object escape(Object s, String where) {
    String text = Arguments.text(s, where);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // White space counts for nothing in a pattern with (?x).
      if (SPECIAL.indexOf(c) >= 0 || Character.isWhitespace(c)) {
        out.append('\\');
      }
      out.append(c);
    }
    return Seq.text(out);
  }

  public static Object compileWith(Object pattern, Object options, String where) {
    String text = Arguments.text(pattern, where);
    int flags = Pattern.UNICODE_CASE;
    boolean global = false;
    boolean sticky = false;
    for (Object option : Arguments.set(options, where)) {
      switch (option instanceof Symbol symbol ? symbol.name() : "") {
        case "global" -> global = true;
        case "ignore_case" -> flags |= Pattern.CASE_INSENSITIVE;
        case "multiline" -> flags |= Pattern.MULTILINE;
        case "dot_all" -> flags |= Pattern.DOTALL;
        case "sticky" -> sticky = true;
        case "unicode" -> {}
        default ->
            throw Failure.badarg(
                where,
                "there is no option "
                    + Failure.shown(option)
                    + "; there are :global, :ignore_case, :multiline, :dot_all, :sticky and"
                    + " :unicode");
      }
    }
    return Regex.compile(text, flags, global, sticky, where);
  }

  public static Object exec(Object s, Object regex, String where) {
    Regex compiled = Regex.of(regex, where);
    RegexMatches matches = matches(compiled, s, where);
    SeqBuilder all = Seq.builder();
    while (matches.find()) {
      for (int i = 0; i <= matches.groups(); i++) {
        if (matches.group(i) instanceof Seq group) {
          all.add(group);
        }
      }
      if (!compiled.isGlobal()) {
        break;
      }
    }
    return all.build();
  }

  public static Object replaceMatch(Object s, Object replacement, Object regex, String where) {
    Regex compiled = Regex.of(regex, where);
    return replaced(compiled, replacement, s, compiled.isGlobal(), where);
  }
}
