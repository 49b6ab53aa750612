package yona.library.regex;

/**
 * How many steps a pattern can take without reading a character. The clock of a match is looked at
 * when characters are read ({@link RegexText}); {@code (?:|)} sixty times tries 2^60 ways to match
 * nothing and reads none, so such patterns are refused before they run.
 *
 * <p>An estimate from above: a pattern of the syntax of {@code java.util.regex}, which has
 * compiled, is read once. Of each part it is known what trying it costs and in how many ways it can
 * succeed without reading; a character that is read leaves the rest to the clock, so the costliest
 * place to go on from counts.
 *
 * <p>At the end of the text nothing is left to read, so there each character of the pattern is a
 * step too. Elsewhere the steps may come again at each place, without a read: a search goes on, or
 * a repetition goes back.
 */
public final class RegexCost {
  /** Steps at any place, which take some 50 microseconds. */
  private static final double LIMIT = 1e4;

  /** Steps at the end of the text: as many as a long list of words has there. */
  private static final double LIMIT_AT_END = 1e5;

  /** The cost of a pattern that must not run. */
  static final int TOO_MANY = -1;

  /** Groups in groups; more would need much stack in {@code java.util.regex}, too. */
  static final int DEPTH = 250;

  private static final int FEW = 64;

  private final String pattern;
  private final Part reads;
  private int at;
  private int depth;
  private boolean comments;

  private RegexCost(String pattern, Part reads, boolean comments) {
    this.pattern = pattern;
    this.reads = reads;
    this.comments = comments;
  }

  /**
   * A part of a pattern.
   *
   * @param cost steps that read nothing until it has failed, from one place
   * @param ways in how many ways it succeeds without reading
   * @param after in how many ways it succeeds after the last character that it reads
   * @param worst steps that read nothing, from the costliest place inside until it has failed or
   *     succeeded
   */
  private record Part(double cost, double ways, double after, double worst) {
    static final Part NOTHING = new Part(0, 1, 0, 0);
    static final Part READS = new Part(0, 0, 1, 0);
    static final Part FINDS_THE_END = new Part(1, 0, 1, 1);
    static final Part LOOKS = new Part(1, 1, 0, 1);

    Part then(Part next) {
      return new Part(
          cost + ways * next.cost,
          ways * next.ways,
          next.after + after * next.ways,
          Math.max(
              Math.max(worst, next.worst), Math.max(cost, after) + (ways + after) * next.cost));
    }

    Part or(Part other) {
      return new Part(
          cost + other.cost,
          ways + other.ways,
          after + other.after,
          Math.max(Math.max(worst, other.worst), cost + other.cost));
    }

    Part once() {
      return new Part(cost, Math.min(ways, 1), Math.min(after, 1), Math.max(worst, cost));
    }

    Part repeated(int least, boolean more) {
      Part part = NOTHING;
      for (int i = 0; i < Math.min(least, FEW); i++) {
        part = part.then(this);
      }
      if (least > FEW && ways > 0) {
        // What grows with each turn has grown beyond the limit by now; what does not, adds up.
        part =
            new Part((cost + 1) * least, ways, Math.max(after, ways), worst + (cost + 1) * least);
      }
      return more ? part.then(NOTHING.or(anyTimes())) : part;
    }

    /** After the last character one more turn may match nothing. */
    private Part anyTimes() {
      return new Part(cost, ways, after * (1 + ways), worst);
    }
  }

  /**
   * The steps that a pattern can take without reading, or {@link #TOO_MANY}.
   *
   * @param pattern a pattern that has compiled
   * @param comments whether white space and comments in it count for nothing
   */
  static int of(String pattern, boolean comments) {
    double steps = new RegexCost(pattern, Part.READS, comments).steps();
    double atEnd = new RegexCost(pattern, Part.FINDS_THE_END, comments).steps();
    return steps <= LIMIT && atEnd <= LIMIT_AT_END ? (int) Math.max(steps, atEnd) : TOO_MANY;
  }

  private double steps() {
    Part whole = alternatives();
    while (at < pattern.length()) {
      // Something that is quoted in a way that is not known here closes a group.
      at++;
      whole = whole.then(alternatives());
    }
    return Math.max(whole.cost, whole.worst);
  }

  /** Whether groups of a pattern are nested deeper than any that a person writes. */
  static boolean isDeep(String pattern) {
    int open = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '(' || c == '[') {
        open++;
      } else if ((c == ')' || c == ']') && open > 0) {
        open--;
      }
      if (open > DEPTH) {
        return true;
      }
    }
    return false;
  }

  private Part alternatives() {
    boolean outer = comments;
    Part all = sequence();
    while (peek('|')) {
      at++;
      all = all.or(sequence());
    }
    comments = outer;
    return all;
  }

  private Part sequence() {
    Part all = Part.NOTHING;
    while (at < pattern.length() && !peek('|') && !peek(')')) {
      Part part = part();
      all = all.then(quantified(part));
    }
    return all;
  }

  private boolean peek(char c) {
    return at < pattern.length() && pattern.charAt(at) == c;
  }

  private Part part() {
    char c = pattern.charAt(at++);
    if (comments && (c == '#' || Character.isWhitespace(c))) {
      if (c == '#') {
        skipTo("\n");
      }
      return Part.NOTHING;
    }
    return switch (c) {
      case '(' -> group();
      case '[' -> {
        characterClass();
        yield reads;
      }
      case '\\' -> escape();
      case '^', '$' -> Part.LOOKS;
      default -> reads;
    };
  }

  private Part escape() {
    char c = at < pattern.length() ? pattern.charAt(at++) : '\\';
    return switch (c) {
      case 'Q' -> {
        int from = at;
        skipTo("\\E");
        yield at - from > 2 ? reads : Part.NOTHING;
      }
      // The boundary of a word reads what it looks at.
      case 'b', 'B' -> new Part(reads.cost, 1, 0, reads.worst);
      case 'A', 'G', 'z', 'Z', 'E', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Part.LOOKS;
      case 'k' -> {
        skipTo(">");
        yield Part.LOOKS;
      }
      case 'p', 'P', 'x', 'N' -> {
        if (peek('{')) {
          skipTo("}");
        }
        yield reads;
      }
      default -> reads;
    };
  }

  private void skipTo(String end) {
    int found = pattern.indexOf(end, at);
    at = found < 0 ? pattern.length() : found + end.length();
  }

  /** A class of characters, whose bracket is open. */
  private void characterClass() {
    int open = 1;
    // A bracket that closes directly behind the opening one stands for itself.
    at += peek('^') ? 1 : 0;
    at += peek(']') ? 1 : 0;
    while (at < pattern.length() && open > 0) {
      char c = pattern.charAt(at++);
      if (c == '\\') {
        escape();
      } else if (c == '[') {
        open++;
      } else if (c == ']') {
        open--;
      }
    }
  }

  private Part group() {
    boolean looks = false;
    boolean once = false;
    boolean outer = comments;
    if (peek('?')) {
      at++;
      char c = at < pattern.length() ? pattern.charAt(at++) : ')';
      if (c == '=' || c == '!') {
        looks = true;
      } else if (c == '>') {
        once = true;
      } else if (c == '<') {
        looks = peek('=') || peek('!');
        if (looks) {
          at++;
        } else {
          skipTo(">");
        }
      } else if (c != ':') {
        at--;
        flags();
        if (peek(')')) {
          // Flags for the rest of the group around.
          at++;
          return Part.NOTHING;
        }
        at++;
      }
    }
    depth++;
    Part inner = depth > DEPTH ? reads : alternatives();
    depth--;
    comments = outer;
    if (peek(')')) {
      at++;
    }
    if (looks) {
      double cost = 1 + Math.max(inner.cost, inner.worst);
      return new Part(cost, 1, 0, cost);
    }
    return once ? inner.once() : inner;
  }

  private void flags() {
    boolean on = true;
    while (at < pattern.length() && !peek(':') && !peek(')')) {
      char c = pattern.charAt(at++);
      on &= c != '-';
      if (c == 'x') {
        comments = on;
      }
    }
  }

  private Part quantified(Part part) {
    Part result = part;
    while (at < pattern.length()) {
      char c = pattern.charAt(at);
      if (c == '?') {
        at++;
        result = Part.NOTHING.or(result);
      } else if (c == '*') {
        at++;
        result = result.repeated(0, true);
      } else if (c == '+') {
        at++;
        result = result.repeated(1, true);
      } else if (c == '{') {
        result = counted(result);
      } else {
        return result;
      }
      if (peek('+')) {
        at++;
        result = result.once();
      } else if (peek('?')) {
        at++;
      }
    }
    return result;
  }

  private Part counted(Part part) {
    at++;
    int least = number();
    if (!peek(',')) {
      skipTo("}");
      return part.repeated(least, false);
    }
    at++;
    boolean open = peek('}');
    int most = open ? least : number();
    skipTo("}");
    // An iteration that matches nothing ends the loop: those beyond the least number add nothing.
    return part.repeated(least, open || most > least);
  }

  private int number() {
    long n = 0;
    while (at < pattern.length() && Character.isDigit(pattern.charAt(at))) {
      n = Math.min(Integer.MAX_VALUE, n * 10 + pattern.charAt(at++) - '0');
    }
    return (int) n;
  }
}
