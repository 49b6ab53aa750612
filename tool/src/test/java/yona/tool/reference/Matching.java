package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.RecordType;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.syntax.Tree;

/** Matches values with patterns, and chooses among clauses. */
final class Matching {
  private final Names names;
  private final Evaluator evaluator;

  Matching(Names names, Evaluator evaluator) {
    this.names = names;
    this.evaluator = evaluator;
  }

  /** The value of the first clause that matches, or null. */
  @Nullable Object choose(List<Tree.Clause> clauses, Object value, Environment here) {
    for (Tree.Clause clause : clauses) {
      Environment inner = new Environment(here);
      if (matches(clause.pattern(), value, inner)) {
        Object chosen = choose(clause.alternatives(), inner);
        if (chosen != null) {
          return chosen;
        }
      }
    }
    return null;
  }

  /** The value of the first alternative whose guard is true, or null. */
  @Nullable Object choose(List<Tree.Alternative> alternatives, Environment here) {
    for (Tree.Alternative alternative : alternatives) {
      if (alternative.guard() == null
          || Operators.condition(evaluator.value(alternative.guard(), here))) {
        return evaluator.value(alternative.body(), here);
      }
    }
    return null;
  }

  /** Whether a pattern matches; what it binds is set. */
  boolean matches(Tree.Pattern tree, Object value, Environment here) {
    return switch (tree) {
      case Tree.WildcardPattern _ -> true;
      case Tree.NamePattern p -> isNamed(p, value, here);
      case Tree.AsPattern p -> isNamed(p, value, here) && matches(p.pattern(), value, here);
      case Tree.ParenthesizedPattern p -> matches(p.inner(), value, here);
      case Tree.TuplePattern p -> {
        if (!(value instanceof Tuple tuple) || tuple.length() != p.elements().size()) {
          yield false;
        }
        for (int i = 0; i < tuple.length(); i++) {
          if (!matches(p.elements().get(i), tuple.get(i), here)) {
            yield false;
          }
        }
        yield true;
      }
      case Tree.SequencePattern p ->
          value instanceof Seq seq
              && seq.length() == p.elements().size()
              && elements(p.elements(), seq, 0, here);
      case Tree.HeadTailPattern p -> {
        int heads = p.heads().size();
        int lasts = p.lasts().size();
        if (!(value instanceof Seq seq) || seq.length() < heads + lasts) {
          yield false;
        }
        long end = seq.length() - lasts;
        yield elements(p.heads(), seq, 0, here)
            && matches(p.tails(), part(seq, heads, end), here)
            && elements(p.lasts(), seq, end, here);
      }
      case Tree.DictPattern p -> {
        if (!(value instanceof Dict dict) || (p.entries().isEmpty() && dict.size() > 0)) {
          yield false;
        }
        for (Tree.EntryPattern entry : p.entries()) {
          Object key =
              entry.key() instanceof Tree.NameExpression name
                  ? Values.mentioned(here.get(names.binding(name)))
                  : evaluator.value(entry.key(), here);
          if (!dict.contains(key) || !matches(entry.value(), dict.get(key), here)) {
            yield false;
          }
        }
        yield true;
      }
      case Tree.AffixPattern p -> value instanceof Seq seq && affix(p, seq, here);
      case Tree.RecordPattern p -> {
        RecordType type = names.type(p);
        if (!Records.isOf(type, value)) {
          yield false;
        }
        for (Tree.FieldPattern field : p.fields()) {
          Object part = ((Tuple) value).get(1 + type.indexOf(field.name().text()));
          if (!matches(field.pattern(), part, here)) {
            yield false;
          }
        }
        yield true;
      }
      case Tree.PinPattern p -> Equality.equal(evaluator.value(p.value(), here), value);
      case Tree.Literal p -> Equality.equal(evaluator.value(p, here), value);
      default -> throw new IllegalArgumentException("not generated: " + tree);
    };
  }

  private boolean elements(List<Tree.Pattern> patterns, Seq seq, long from, Environment here) {
    for (int i = 0; i < patterns.size(); i++) {
      if (!matches(patterns.get(i), seq.get(from + i), here)) {
        return false;
      }
    }
    return true;
  }

  private boolean affix(Tree.AffixPattern tree, Seq seq, Environment here) {
    Object text =
        tree.affix() instanceof Tree.Literal literal ? evaluator.value(literal, here) : null;
    long length =
        text instanceof Seq affix
            ? affix.length()
            : ((Tree.SequencePattern) tree.affix()).elements().size();
    if (seq.length() < length) {
      return false;
    }
    long from = tree.atEnd() ? seq.length() - length : 0;
    Seq part = part(seq, from, from + length);
    return (text == null ? matches(tree.affix(), part, here) : Equality.equal(text, part))
        && matches(
            tree.rest(), tree.atEnd() ? part(seq, 0, from) : part(seq, length, seq.length()), here);
  }

  /** Elements one by one; a part of a text is a text. */
  private static Seq part(Seq seq, long from, long to) {
    List<Object> elements = new ArrayList<>();
    for (long i = from; i < to; i++) {
      elements.add(seq.get(i));
    }
    Seq part = Seq.of(elements.toArray());
    return seq.isKnownText() ? part.asText() : part;
  }

  private boolean isNamed(Tree.Pattern name, Object value, Environment here) {
    Names.Binding binding = names.binding(name);
    if (names.isCompared(name)) {
      return Equality.equal(here.get(binding), value);
    }
    here.set(binding, value);
    return true;
  }
}
