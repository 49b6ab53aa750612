package yona.library.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * With which characters the matches of a pattern can begin: its FIRST sets, as those of LL(k)
 * parsing, from above. Of a pattern of the syntax of {@code java.util.regex}, which has compiled,
 * only what is simple and frequent is understood; there are no starts of other patterns.
 */
final class RegexStarts {
  /** Stands in a set for all characters beyond Latin-1. */
  static final int OTHERS = 256;

  /** More starts are too many to be searched for at once. */
  static final int MOST = 32;

  /** As many characters as no start needs to be more certain. */
  private static final int LONGEST = 16;

  private static final int UNDERSTOOD =
      Pattern.MULTILINE | Pattern.DOTALL | Pattern.UNICODE_CASE | Pattern.UNIX_LINES;

  private static final String LATIN_1 = latin1();

  /** The way to nothing: what is matched without reading. */
  private static final List<Start> NOTHING = List.of(new Start(List.of(), false));

  private final String pattern;
  private final int flags;
  private int at;

  /** Whether there are groups, whose places a failed attempt may leave behind. */
  private boolean captures;

  /** Whether the part before is a group with others in it. */
  private boolean nested;

  /** Whether it is in a lookbehind. */
  private boolean looksBehind;

  /** Whether there is what leaves the places of groups behind when an attempt fails. */
  private boolean forgets;

  private RegexStarts(String pattern, int flags) {
    this.pattern = pattern;
    this.flags = flags;
  }

  /**
   * A way in which a match can begin.
   *
   * @param sets those of its first characters
   * @param open whether more, which is not known, may follow
   */
  record Start(List<BitSet> sets, boolean open) {
    Start opened() {
      return open ? this : new Start(sets, true);
    }

    Start then(Start next) {
      if (open || (next.sets.isEmpty() && !next.open)) {
        return this;
      }
      int length = Math.min(LONGEST, sets.size() + next.sets.size());
      List<BitSet> both = new ArrayList<>(sets);
      both.addAll(next.sets.subList(0, length - sets.size()));
      return new Start(both, next.open || length < sets.size() + next.sets.size());
    }
  }

  /** Something is not understood. */
  private static final class Unknown extends Exception {
    private static final long serialVersionUID = 1;

    Unknown() {
      super(null, null, false, false);
    }
  }

  /**
   * The starts of all matches of a pattern.
   *
   * @return sets for the first characters of each start, as many for all, at least one; at most
   *     {@link #MOST} starts; null if that is not known
   */
  static @Nullable List<List<BitSet>> of(Pattern pattern) {
    if ((pattern.flags() & ~UNDERSTOOD) != 0) {
      return null;
    }
    RegexStarts reader = new RegexStarts(pattern.pattern(), pattern.flags());
    List<Start> starts;
    try {
      starts = reader.alternatives();
    } catch (Unknown e) {
      return null;
    }
    if (reader.at < reader.pattern.length() || (reader.captures && reader.forgets)) {
      return null;
    }
    int shortest = LONGEST;
    for (Start start : starts) {
      shortest = Math.min(shortest, start.sets.size());
    }
    LinkedHashSet<List<BitSet>> different = new LinkedHashSet<>();
    for (Start start : starts) {
      different.add(start.sets.subList(0, shortest));
    }
    return shortest == 0 || different.size() > MOST ? null : List.copyOf(different);
  }

  private List<Start> alternatives() throws Unknown {
    List<Start> all = new ArrayList<>(sequence());
    while (peek('|')) {
      at++;
      all.addAll(sequence());
    }
    if (all.size() > 2 * MOST) {
      throw new Unknown();
    }
    return all;
  }

  private List<Start> sequence() throws Unknown {
    List<Start> all = NOTHING;
    while (at < pattern.length() && !peek('|') && !peek(')')) {
      all = then(all, quantified(part()));
    }
    return all;
  }

  private static List<Start> then(List<Start> first, List<Start> second) {
    if ((long) first.size() * second.size() > MOST) {
      return opened(first);
    }
    LinkedHashSet<Start> both = new LinkedHashSet<>();
    for (Start start : first) {
      if (start.open) {
        both.add(start);
      } else {
        second.forEach(next -> both.add(start.then(next)));
      }
    }
    return List.copyOf(both);
  }

  private static List<Start> opened(List<Start> starts) {
    return starts.stream().map(Start::opened).toList();
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

  private List<Start> part() throws Unknown {
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
      case '^' -> textStart();
      case '$' -> NOTHING;
      // Where nothing stands in front of these, the parser of the JDK has its own ways.
      case '*', '+', '?', '{' -> throw new Unknown();
      default -> literal(c);
    };
  }

  private List<Start> textStart() throws Unknown {
    if (looksBehind) {
      // Where the JDK meets it there, it takes the match to begin: (?<=^a)b in "ab".
      throw new Unknown();
    }
    return NOTHING;
  }

  private static List<Start> literal(char c) throws Unknown {
    if (Character.isSurrogate(c)) {
      // What follows may be said of the pair.
      throw new Unknown();
    }
    BitSet set = new BitSet();
    set.set(Math.min(c, OTHERS));
    return List.of(new Start(List.of(set), false));
  }

  /** The set that the pattern from here on says; the JDK itself tells what is in it. */
  private List<Start> set(int from) throws Unknown {
    Matcher matcher;
    try {
      matcher = Pattern.compile(pattern.substring(from, at), flags).matcher(LATIN_1);
    } catch (PatternSyntaxException e) {
      throw new Unknown();
    }
    BitSet set = new BitSet();
    set.set(OTHERS);
    while (matcher.find()) {
      set.set(matcher.start());
    }
    return List.of(new Start(List.of(set), false));
  }

  private static String latin1() {
    StringBuilder all = new StringBuilder();
    for (char c = 0; c < OTHERS; c++) {
      all.append(c);
    }
    return all.toString();
  }

  private List<Start> escape() throws Unknown {
    int from = at - 1;
    char c = read();
    return switch (c) {
      case 'A' -> textStart();
      case 'b', 'B', 'Z', 'z' -> {
        if (peek('{')) {
          throw new Unknown();
        }
        yield NOTHING;
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

  private List<Start> group() throws Unknown {
    boolean looks = false;
    boolean around = looksBehind;
    if (peek('?')) {
      at++;
      switch (read()) {
        case ':' -> {}
        case '>' -> forgets = true;
        case '=', '!' -> looks = true;
        case '<' -> {
          looks = peek('=') || peek('!');
          if (looks) {
            looksBehind = true;
            at++;
          } else {
            captures = true;
            passTo('>');
          }
        }
        default -> throw new Unknown();
      }
    } else {
      captures = true;
    }
    forgets |= looks;
    boolean outside = captures;
    captures = false;
    List<Start> inner = alternatives();
    if (read() != ')') {
      throw new Unknown();
    }
    looksBehind = around;
    nested = captures;
    captures |= outside;
    return looks ? NOTHING : inner;
  }

  private List<Start> quantified(List<Start> part) throws Unknown {
    int least = 1;
    int most = 1;
    if (peek('?')) {
      least = 0;
    } else if (peek('*')) {
      least = 0;
      most = Integer.MAX_VALUE;
    } else if (peek('+')) {
      most = Integer.MAX_VALUE;
    } else if (peek('{')) {
      at++;
      least = number();
      most = least;
      if (peek(',')) {
        at++;
        most = peek('}') ? Integer.MAX_VALUE : number();
      }
    } else {
      return part;
    }
    if (most < least || peek('{') || at >= pattern.length()) {
      throw new Unknown();
    }
    // What a repeated group holds is kept when an attempt fails: in (b())*a on "bca" the second.
    forgets |= nested;
    at++;
    if (peek('+')) {
      forgets = true;
      at++;
    } else if (peek('?')) {
      at++;
    }
    if (peek('*') || peek('+') || peek('?') || peek('{')) {
      throw new Unknown();
    }
    return repeated(part, least, most);
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

  private static List<Start> repeated(List<Start> part, int least, int most) {
    List<Start> all = NOTHING;
    for (int i = 0; i < Math.min(least, LONGEST); i++) {
      all = then(all, part);
    }
    if (least > LONGEST) {
      return opened(all);
    }
    if (least == most) {
      return all;
    }
    if (least > 0) {
      return opened(all);
    }
    List<Start> either = new ArrayList<>(NOTHING);
    either.addAll(most == 1 ? part : opened(part));
    return either;
  }
}
