package yona.library.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import yona.library.regex.RegexTree.Alternatives;
import yona.library.regex.RegexTree.Atomic;
import yona.library.regex.RegexTree.Characters;
import yona.library.regex.RegexTree.Group;
import yona.library.regex.RegexTree.Place;
import yona.library.regex.RegexTree.Preference;
import yona.library.regex.RegexTree.Repetition;
import yona.library.regex.RegexTree.Sequence;

/**
 * Reads patterns of the syntax of {@code java.util.regex}, which have compiled. Only what is simple
 * and frequent is understood.
 */
final class RegexReader {
  private static final int UNDERSTOOD = Pattern.MULTILINE | Pattern.DOTALL | Pattern.UNICODE_CASE;

  private static final String LATIN_1 = latin1();

  private final String pattern;
  private final int flags;
  private int at;
  private int groups;

  /** Whether the part before is a group with others in it. */
  private boolean nested;

  /** Whether it is in a lookbehind. */
  private boolean looksBehind;

  /** Whether there is what leaves the places of groups behind when an attempt fails. */
  private boolean forgets;

  private RegexReader(String pattern, int flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  /** Something is not understood. */
  private static final class Unknown extends Exception {
    private static final long serialVersionUID = 1;

    Unknown() {
      super(null, null, false, false);
    }
  }

  /**
   * The tree of a pattern.
   *
   * @return null if something is not understood, or if a failed attempt may leave the places of
   *     groups behind, so that a match depends on those that were tried before
   */
  static @Nullable RegexTree read(Pattern pattern) {
    if ((pattern.flags() & ~UNDERSTOOD) != 0) {
      return null;
    }
    RegexReader reader = new RegexReader(pattern.pattern(), pattern.flags());
    RegexTree tree;
    try {
      tree = reader.alternatives();
    } catch (Unknown e) {
      return null;
    }
    boolean all = reader.at == reader.pattern.length();
    return all && !(reader.groups > 0 && reader.forgets) ? tree : null;
  }

  private RegexTree alternatives() throws Unknown {
    List<RegexTree> all = new ArrayList<>();
    all.add(sequence());
    while (peek('|')) {
      at++;
      all.add(sequence());
    }
    return all.size() == 1 ? all.getFirst() : new Alternatives(all);
  }

  private RegexTree sequence() throws Unknown {
    List<RegexTree> all = new ArrayList<>();
    while (at < pattern.length() && !peek('|') && !peek(')')) {
      all.add(quantified(part()));
    }
    return all.size() == 1 ? all.getFirst() : new Sequence(all);
  }

  private boolean peek(char c) {
    return at < pattern.length() && pattern.charAt(at) == c;
  }

  private char read() throws Unknown {
    if (at == pattern.length()) {
      throw new Unknown();
    }
    return pattern.charAt(at++);
  }

  private RegexTree part() throws Unknown {
    int from = at;
    nested = false;
    char c = read();
    return switch (c) {
      case '(' -> group();
      case '[' -> {
        passClass();
        yield set(from);
      }
      case '\\' -> escape();
      case '.' -> set(from);
      case '^' -> isMultiline() ? lineStart() : textStart();
      case '$' -> isMultiline() ? Place.OTHER : Place.LAST_LINE_END;
      // Where nothing stands in front of these, the parser of the JDK has its own ways.
      case '*', '+', '?', '{' -> throw new Unknown();
      default -> literal(c);
    };
  }

  private boolean isMultiline() {
    return (flags & Pattern.MULTILINE) != 0;
  }

  private Place lineStart() throws Unknown {
    textStart();
    return Place.OTHER;
  }

  private Place textStart() throws Unknown {
    if (looksBehind) {
      // Where the JDK meets it there, it takes the match to begin: (?<=^a)b in "ab".
      throw new Unknown();
    }
    return Place.START;
  }

  private static Characters literal(char c) throws Unknown {
    if (Character.isSurrogate(c)) {
      // What follows may be said of the pair.
      throw new Unknown();
    }
    BitSet set = new BitSet();
    set.set(Math.min(c, RegexTree.OTHERS));
    return new Characters(set);
  }

  /** The set that the pattern from here on says; the JDK itself tells what is in it. */
  private Characters set(int from) throws Unknown {
    Matcher matcher;
    try {
      matcher = Pattern.compile(pattern.substring(from, at), flags).matcher(LATIN_1);
    } catch (PatternSyntaxException e) {
      throw new Unknown();
    }
    BitSet set = new BitSet();
    set.set(RegexTree.OTHERS);
    while (matcher.find()) {
      set.set(matcher.start());
    }
    return new Characters(set);
  }

  private static String latin1() {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < RegexTree.OTHERS; c++) {
      all.append(c);
    }
    return all.toString();
  }

  private RegexTree escape() throws Unknown {
    int from = at - 1;
    char c = read();
    return switch (c) {
      case 'A' -> textStart();
      case 'b', 'B', 'Z', 'z' -> {
        if (peek('{')) {
          throw new Unknown();
        }
        yield c == 'Z' ? Place.LAST_LINE_END : Place.OTHER;
      }
      case 'd', 'D', 'w', 'W', 's', 'S', 'h', 'H', 'v', 'V', 't', 'n', 'r', 'f', 'a', 'e' ->
          set(from);
      case 'p', 'P' -> {
        if (read() == '{') {
          passTo('}');
        }
        yield set(from);
      }
      default -> {
        if (Character.isLetterOrDigit(c)) {
          throw new Unknown();
        }
        yield literal(c);
      }
    };
  }

  private void passTo(char end) throws Unknown {
    while (read() != end) {
      // A name.
    }
  }

  /** Passes a class without others in it, whose bracket is open. */
  private void passClass() throws Unknown {
    if (peek('^')) {
      at++;
    }
    int from = at;
    for (char c = read(); c != ']' || at - 1 == from; c = read()) {
      boolean another = c == '[' || c == ']' || (c == '&' && peek('&'));
      if (another || (c == '\\' && "cQE".indexOf(read()) >= 0)) {
        throw new Unknown();
      }
    }
  }

  private RegexTree group() throws Unknown {
    boolean looks = false;
    boolean atomic = false;
    int number = 0;
    boolean around = looksBehind;
    if (peek('?')) {
      at++;
      switch (read()) {
        case ':' -> {}
        case '>' -> atomic = true;
        case '=', '!' -> looks = true;
        case '<' -> {
          looks = peek('=') || peek('!');
          if (looks) {
            looksBehind = true;
            at++;
          } else {
            number = ++groups;
            passTo('>');
          }
        }
        default -> throw new Unknown();
      }
    } else {
      number = ++groups;
    }
    forgets |= looks || atomic;
    int before = groups;
    RegexTree inner = alternatives();
    if (read() != ')') {
      throw new Unknown();
    }
    looksBehind = around;
    nested = groups > before;
    if (looks) {
      return Place.OTHER;
    }
    if (atomic) {
      return new Atomic(inner);
    }
    return number > 0 ? new Group(number, inner) : inner;
  }

  private RegexTree quantified(RegexTree part) throws Unknown {
    int least = 1;
    int most = 1;
    boolean optional = peek('?');
    if (optional) {
      least = 0;
    } else if (peek('*')) {
      least = 0;
      most = RegexTree.UNBOUNDED;
    } else if (peek('+')) {
      most = RegexTree.UNBOUNDED;
    } else if (peek('{')) {
      at++;
      least = number();
      most = least;
      if (peek(',')) {
        at++;
        most = peek('}') ? RegexTree.UNBOUNDED : number();
      }
    } else {
      return part;
    }
    if (most < least || peek('{') || at >= pattern.length()) {
      throw new Unknown();
    }
    // What a repeated group holds is kept when an attempt fails: in (b())*a on "bca" the second.
    forgets |= nested && !optional;
    at++;
    Preference preference = Preference.MOST;
    if (peek('+')) {
      preference = Preference.POSSESSIVE;
      forgets = true;
      at++;
    } else if (peek('?')) {
      preference = Preference.LEAST;
      at++;
    }
    if (peek('*') || peek('+') || peek('?') || peek('{')) {
      throw new Unknown();
    }
    return new Repetition(part, least, most, preference);
  }

  private int number() throws Unknown {
    int n = 0;
    int from = at;
    while (at < pattern.length() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
      n = Math.min(1_000_000, n * 10 + pattern.charAt(at++) - '0');
    }
    if (at == from || (!peek(',') && !peek('}'))) {
      throw new Unknown();
    }
    return n;
  }
}
