package yona.language.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;

/**
 * A pattern after analysis. Parts are tried from left to right; a variable bound by a part may be
 * compared with by later parts of the same clause.
 */
public sealed interface CorePattern {
  /** Where the pattern stands in its source. */
  Range at();

  /** Matches anything. */
  record Wildcard(Range at) implements CorePattern {}

  /** Matches anything and binds it. */
  record Bind(Range at, Variable variable) implements CorePattern {}

  /** Matches a value equal to a constant. */
  record Literal(Range at, Object value) implements CorePattern {}

  /**
   * Matches a value equal to the expression's: a pinned one, a name that is bound already, or an
   * interpolation.
   *
   * @param name the name, if it stands there without a pin, so that a reader may take it for a new
   *     one; else null
   */
  record EqualTo(Range at, Core expression, @Nullable String name) implements CorePattern {}

  /** Matches a tuple of exactly this length. */
  record TuplePattern(Range at, List<CorePattern> elements) implements CorePattern {}

  /**
   * Matches a sequence: {@code heads} from the front, {@code lasts} at the end, {@code tails} what
   * is between; tails null: nothing is between (a sequence of exactly this length).
   */
  record SeqPattern(
      Range at, List<CorePattern> heads, @Nullable CorePattern tails, List<CorePattern> lasts)
      implements CorePattern {}

  /**
   * Matches a sequence that begins with another one, or ends with it if {@code atEnd}, whose rest
   * matches.
   *
   * @param affix gives a Seq
   */
  record AffixPattern(Range at, Core affix, CorePattern rest, boolean atEnd)
      implements CorePattern {}

  /** Matches the empty Dict only. */
  record EmptyDict(Range at) implements CorePattern {}

  /** Matches a Dict that holds the keys with values that match. */
  record DictPattern(Range at, List<Core> keys, List<CorePattern> values) implements CorePattern {}

  /** Matches a record of the type (symbol and length) whose fields of these indexes match. */
  record RecordPattern(Range at, RecordShape type, List<Integer> fields, List<CorePattern> patterns)
      implements CorePattern {}

  /** Matches what the pattern matches, and binds the whole to the variable. */
  record As(Range at, Variable variable, CorePattern pattern) implements CorePattern {}

  /** Matches what both patterns match, the first one tried first. */
  record Both(Range at, CorePattern first, CorePattern second) implements CorePattern {}
}
