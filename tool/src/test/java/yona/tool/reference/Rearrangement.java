package yona.tool.reference;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;
import yona.property.Choices;

/**
 * Changes the {@code let}s of a program in which no two bindings have the same name, so that it
 * means the same: one becomes two, one in the other, or two aliases change places.
 */
final class Rearrangement {
  private final Names names;
  private final String file;
  private final String text;

  private Rearrangement(Program program, String file) {
    this.names = Names.of(program);
    this.file = file;
    this.text = program.text(file);
  }

  /** The program, changed in a place or two if there is one for it. */
  static Program of(Program program, Choices choices) {
    Program changed = program;
    List<String> files = List.copyOf(program.files().keySet());
    for (int i = 0; i < 2; i++) {
      String file = files.get(choices.below(files.size()));
      changed = changed.with(file, new Rearrangement(changed, file).changed(choices));
    }
    return changed;
  }

  private String changed(Choices choices) {
    List<Tree.Let> lets = names.lets(file);
    if (lets.isEmpty()) {
      return text;
    }
    List<Tree.Alias> aliases = lets.get(choices.below(lets.size())).aliases();
    if (aliases.size() == 1) {
      return text;
    }
    int second = 1 + choices.below(aliases.size() - 1);
    return choices.yes() ? exchanged(aliases, second) : split(aliases, second);
  }

  /** The aliases before the second in a let around the others, if they mention none of these. */
  private String split(List<Tree.Alias> aliases, int second) {
    for (Tree.Alias inner : aliases.subList(second, aliases.size())) {
      for (Tree.Alias outer : aliases.subList(0, second)) {
        if (isMentioned(inner, outer)) {
          return text;
        }
      }
    }
    Range before = aliases.get(second - 1).range();
    Range after = aliases.get(second).range();
    return text.substring(0, before.end()) + " in let " + text.substring(after.start());
  }

  /** Two neighbours the other way round, if neither needs the other and one has no effect. */
  private String exchanged(List<Tree.Alias> aliases, int second) {
    Tree.Alias one = aliases.get(second - 1);
    Tree.Alias other = aliases.get(second);
    if (isMentioned(one, other)
        || isMentioned(other, one)
        || !(isWithoutEffect(one) || isWithoutEffect(other))) {
      return text;
    }
    Range first = one.range();
    Range last = other.range();
    return text.substring(0, first.start())
        + text.substring(last.start(), last.end())
        + text.substring(first.end(), last.start())
        + text.substring(first.start(), first.end())
        + text.substring(last.end());
  }

  private boolean isMentioned(Tree.Alias bound, Tree.Alias by) {
    Set<Names.Binding> names = this.names.within(file, bound.pattern().range());
    return !Collections.disjoint(names, this.names.within(file, by.range()));
  }

  private static boolean isWithoutEffect(Tree.Alias alias) {
    return Resolution.isFunction(alias)
        || (alias.pattern() instanceof Tree.NamePattern
            && alias.value() instanceof Tree.Literal literal
            && !(literal instanceof Tree.StringLiteral));
  }
}
