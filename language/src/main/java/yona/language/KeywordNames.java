package yona.language;

import java.util.List;
import yona.language.syntax.Keywords;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Tree;

/**
 * Functions of standard modules that are named like a keyword, {@code Opt::then}. Programs may
 * write such a name after {@code ::}, but no source can define it; there it ends with {@code _}.
 */
final class KeywordNames {
  private KeywordNames() {}

  /** The module that other modules see. */
  static ParseResult published(ParseResult parsed) {
    if (!(parsed.program() instanceof Tree.Module module)) {
      return parsed;
    }
    Tree.Module published =
        new Tree.Module(
            module.range(),
            module.documentation(),
            module.name(),
            names(module.exports()),
            module.records(),
            module.functions().stream().map(KeywordNames::clause).toList());
    return new ParseResult(
        parsed.source(),
        published,
        parsed.records(),
        parsed.diagnostics(),
        parsed.tokens(),
        parsed.comments());
  }

  private static List<Tree.Name> names(List<Tree.Name> names) {
    return names.stream().map(KeywordNames::name).toList();
  }

  private static Tree.FunctionClause clause(Tree.FunctionClause clause) {
    return new Tree.FunctionClause(
        clause.range(),
        clause.documentation(),
        name(clause.name()),
        clause.parameters(),
        clause.alternatives());
  }

  private static Tree.Name name(Tree.Name name) {
    String text = name.text();
    String stem = text.endsWith("_") ? text.substring(0, text.length() - 1) : text;
    return Keywords.isKeyword(stem) ? new Tree.Name(name.range(), stem) : name;
  }
}
