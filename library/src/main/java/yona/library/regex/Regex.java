package yona.library.regex;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** A compiled pattern. */
public final class Regex extends Opaque {
  /** What the JDK says of brackets without partners. */
  private static final Set<String> BRACKETS =
      Set.of("Unclosed group", "Unclosed character class", "Unmatched closing ')'");

  /** Compiling takes stack and time that grow with the text. */
  private static final int LONGEST = 100_000;

  /** A program has few patterns; one that makes them of its input must not fill the memory. */
  private static final int CACHED = 256;

  private static final ConcurrentHashMap<String, Regex> CACHE = new ConcurrentHashMap<>();

  private final Pattern pattern;
  private final int cost;
  private final boolean global;
  private final boolean sticky;

  // What makes matches fast, made when it is first asked for; nothing before that is known.
  private @Nullable RegexFilter filter;
  private volatile boolean filterIsKnown;
  private @Nullable RegexAutomaton automaton;
  private volatile boolean automatonIsKnown;

  private Regex(Pattern pattern, int cost, boolean global, boolean sticky) {
    this.pattern = pattern;
    this.cost = cost;
    this.global = global;
    this.sticky = sticky;
  }

  /**
   * A compiled regex, or that of a pattern.
   *
   * @throws YonaError {@code :typeerror} if it is neither, {@code :badarg} for a bad pattern
   */
  static Regex of(Object value, String where) {
    if (value instanceof Regex regex) {
      return regex;
    }
    if (!(value instanceof Seq seq && seq.isText())) {
      throw Failure.type(where, "a pattern or a compiled regex", value);
    }
    String text = seq.asString();
    Regex known = CACHE.get(text);
    if (known == null) {
      known = compile(text, 0, false, false, where);
      if (CACHE.size() >= CACHED) {
        CACHE.clear();
      }
      CACHE.put(text, known);
    }
    return known;
  }

  /**
   * Compiles a pattern.
   *
   * @param flags of {@link Pattern}
   * @param global whether the functions of Regexp look for all matches
   * @param sticky whether a match is looked for at the start only
   * @throws YonaError {@code :badarg} for a bad pattern
   */
  static Regex compile(String text, int flags, boolean global, boolean sticky, String where) {
    if (text.length() > LONGEST) {
      throw Failure.badarg(
          where, "the pattern is longer than the limit of " + LONGEST + " characters");
    }
    if (RegexCost.isDeep(text)) {
      throw Failure.badarg(
          where, "the pattern is nested deeper than the limit of " + RegexCost.DEPTH + " levels");
    }
    Pattern pattern;
    try {
      pattern = Pattern.compile(text, flags);
    } catch (PatternSyntaxException e) {
      int index = place(e, text, flags);
      throw Failure.badarg(
          where,
          "the pattern "
              + Failure.shown(Seq.text(text))
              + " is wrong at character "
              + (text.codePointCount(0, index) + 1)
              + ": "
              + lowered(e.getDescription()));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      // Some patterns break the JDK's parser rather than being refused by it.
      throw Failure.badarg(where, "the pattern " + Failure.shown(Seq.text(text)) + " is wrong");
    } catch (StackOverflowError | OutOfMemoryError e) {
      throw Failure.badarg(where, "the pattern is too large to be compiled");
    }
    int cost = RegexCost.of(text, (flags & Pattern.COMMENTS) != 0);
    if (cost == RegexCost.TOO_MANY) {
      throw Failure.badarg(
          where,
          "the pattern "
              + Failure.shown(Seq.text(text))
              + " can match nothing in too many ways, or repeats that too often");
    }
    return new Regex(pattern, cost, global, sticky);
  }

  /** Where a pattern is wrong; of a bracket without a partner, where it stands. */
  private static int place(PatternSyntaxException e, String text, int flags) {
    int index = Math.clamp(e.getIndex(), 0, text.length());
    boolean hasComments = (flags & Pattern.COMMENTS) != 0 || text.contains("(?x");
    return !hasComments && BRACKETS.contains(e.getDescription())
        ? RegexBrackets.unmatched(text, index)
        : index;
  }

  private static String lowered(String description) {
    return description.isEmpty()
        ? "it does not parse"
        : Character.toLowerCase(description.charAt(0)) + description.substring(1);
  }

  Pattern pattern() {
    return pattern;
  }

  /** How many steps it may take between two reads. */
  int cost() {
    return cost;
  }

  /** What finds where matches can begin in a long text; null if there is nothing. */
  @Nullable RegexFilter filter() {
    if (!filterIsKnown) {
      // Two threads may make two that are the same.
      filter = RegexFilter.of(RegexReader.read(pattern));
      filterIsKnown = true;
    }
    return filter;
  }

  /** What finds matches without going back; null if there is nothing. */
  @Nullable RegexAutomaton automaton() {
    if (!automatonIsKnown) {
      RegexTree tree = RegexReader.read(pattern);
      int groups = pattern.matcher("").groupCount();
      automaton = tree == null ? null : RegexAutomatonBuilder.build(tree, groups);
      automatonIsKnown = true;
    }
    return automaton;
  }

  boolean isGlobal() {
    return global;
  }

  boolean isSticky() {
    return sticky;
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<regex " + Failure.shown(Seq.text(pattern.pattern())) + ">";
  }
}
