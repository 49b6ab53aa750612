package yona.language.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;
import yona.language.syntax.Tree.Name;
import yona.language.syntax.Tree.QualifiedName;

/** Modules and imports (language.md 9). */
final class Modules {
  private final Cursor cursor;
  private final Names names;
  private final Patterns patterns;
  private final Forms forms;
  private final Documentation documentation;

  Modules(Cursor cursor, Patterns patterns, Forms forms, Names names, Documentation documentation) {
    this.cursor = cursor;
    this.names = names;
    this.patterns = patterns;
    this.forms = forms;
    this.documentation = documentation;
  }

  // Imports

  Expression importIn() {
    return imports(false);
  }

  /** An import, or at the end of the source one without body, which is missing. */
  Expression importOrClauses() {
    return imports(true);
  }

  private Expression imports(boolean withoutBody) {
    int start = cursor.start();
    int before = cursor.enter(Cursor.BREAKS | Cursor.CLOSING_IN);
    cursor.advance();
    List<Tree.ImportClause> clauses = new ArrayList<>();
    do {
      clauses.add(importClause());
    } while (cursor.nextItem(TokenKind.IN, "a line break, `;` or `in`"));
    boolean ends = withoutBody && cursor.at(TokenKind.END_OF_SOURCE);
    Expression body =
        ends
            ? new Tree.Missing(cursor.place())
            : forms.body(before, "a line break, `;` or `in`", null);
    return new Tree.Import(cursor.from(start), List.copyOf(clauses), body);
  }

  private Tree.ImportClause importClause() {
    int start = cursor.start();
    TokenKind next = cursor.kind(1);
    boolean named =
        cursor.at(TokenKind.LOWER_NAME)
            || (cursor.at(TokenKind.UPPER_NAME)
                && (next == TokenKind.COMMA || next == TokenKind.FROM));
    if (!named) {
      QualifiedName module = moduleName("a module, or names and `from`");
      Name alias = cursor.take(TokenKind.AS) ? names.name("a name after `as`") : null;
      return new Tree.ModuleImport(cursor.from(start), module, alias);
    }
    List<Tree.Imported> imported = new ArrayList<>();
    do {
      imported.add(imported());
    } while (cursor.take(TokenKind.COMMA));
    if (!cursor.take(TokenKind.FROM)) {
      boolean bare = imported.size() == 1 && (cursor.at(TokenKind.IN) || cursor.at(TokenKind.AS));
      cursor.unexpected("`,` or `from` and a module", bare ? OtherLanguages.MODULE_NAME : null);
    }
    QualifiedName module = moduleName("a module after `from`");
    return new Tree.NameImport(cursor.from(start), List.copyOf(imported), module);
  }

  private Tree.Imported imported() {
    int start = cursor.start();
    if (cursor.at(TokenKind.UPPER_NAME)) {
      Name type = names.takeName();
      return new Tree.Imported(type.range(), type, null);
    }
    Name name = names.name("a function or record name");
    Name alias = cursor.take(TokenKind.AS) ? names.name("a name after `as`") : null;
    return new Tree.Imported(cursor.from(start), name, alias);
  }

  private QualifiedName moduleName(String expected) {
    if (cursor.at(TokenKind.UPPER_NAME) || cursor.at(TokenKind.MODULE_NAME)) {
      return names.qualifiedName();
    }
    Range place = cursor.place();
    if (!cursor.take(TokenKind.INVALID)) {
      String advice =
          cursor.at(TokenKind.MODULE)
              ? "`in` stands between the imports and the module"
              : cursor.at(TokenKind.LOWER_NAME) ? OtherLanguages.MODULE_NAME : null;
      cursor.unexpected(expected, advice);
    }
    return new QualifiedName(place, List.of(), new Name(place, ""));
  }

  // Modules

  Expression module() {
    int start = cursor.start();
    int opener = cursor.position();
    String comment = documentation.above(start);
    int before = cursor.enter(cursor.delimited());
    cursor.advance();
    QualifiedName name = moduleName("a module name in upper case after `module`");
    List<Name> exports = new ArrayList<>();
    if (cursor.expect(TokenKind.EXPORTS, "`exports` and the names that the module offers")) {
      do {
        exports.add(export());
      } while (cursor.take(TokenKind.COMMA));
      cursor.expect(TokenKind.AS, "`,` or `as` after the exports");
    }
    cursor.enter(Cursor.BREAKS);
    if (cursor.isPanicking()) {
      cursor.synchronize(TokenKind.END);
      cursor.takeSeparators();
    }
    List<Tree.RecordDeclaration> records = new ArrayList<>();
    List<Tree.FunctionClause> functions = new ArrayList<>();
    boolean more = !cursor.atListEnd(TokenKind.END);
    while (more) {
      definition(name, records, functions);
      more = cursor.nextItem(TokenKind.END, "an operator, a definition on a new line or `end`");
    }
    forms.end(opener, before, "an operator, a definition on a new line");
    return new Tree.Module(
        cursor.from(start),
        comment,
        name,
        List.copyOf(exports),
        List.copyOf(records),
        List.copyOf(functions));
  }

  private Name export() {
    return cursor.at(TokenKind.UPPER_NAME)
        ? names.takeName()
        : names.name("the name of a function or record");
  }

  private void definition(
      QualifiedName module,
      List<Tree.RecordDeclaration> records,
      List<Tree.FunctionClause> functions) {
    switch (cursor.kind()) {
      case RECORD -> {
        if (!functions.isEmpty()) {
          cursor.error(
              Code.RECORD_AFTER_FUNCTION,
              "Expected a function, found a record after the first function",
              "The records of a module stand before its functions");
        }
        records.add(record());
      }
      case LOWER_NAME -> functions.add(function());
      case IMPORT ->
          cursor.unexpected(
              "a function or record definition",
              "For all functions, imports stand around the module: import ... in module "
                  + module.text()
                  + " exports ...; for one of them, in front of its body: f x = import ... in ...");
      default -> {
        if (cursor.kind().isKeyword() && cursor.kind(1) == TokenKind.EQUALS) {
          functions.add(function());
        } else {
          cursor.unexpected("a function or record definition");
        }
      }
    }
  }

  /** {@code record name = (fields)}. */
  Tree.RecordDeclaration record() {
    int start = cursor.start();
    String comment = documentation(start);
    cursor.advance();
    Range place = cursor.place();
    Name name = new Name(place, "");
    if (cursor.at(TokenKind.UPPER_NAME)) {
      name = names.takeName();
    } else {
      cursor.unexpected("a record name in upper case after `record`");
    }
    if (!cursor.take(TokenKind.EQUALS)) {
      cursor.unexpected(
          "`=` and the fields after the record name",
          "A record type is declared so: record Point = (x, y)");
    }
    List<Name> fields = new ArrayList<>();
    if (cursor.at(TokenKind.LEFT_PARENTHESIS)) {
      Set<String> known = new HashSet<>();
      int open = cursor.position();
      int before = cursor.openBracket(0);
      do {
        Name field = names.name("a field name");
        if (!field.text().isEmpty() && !known.add(field.text())) {
          cursor.error(
              Code.DUPLICATE_FIELD,
              field.range(),
              "Expected each field once, found `" + field.text() + "` again",
              null);
        }
        fields.add(field);
      } while (cursor.take(TokenKind.COMMA));
      cursor.closeBracket(open, before, "`,` or `)`");
    } else {
      cursor.unexpected("the fields in parentheses");
    }
    return new Tree.RecordDeclaration(cursor.from(start), comment, name, List.copyOf(fields));
  }

  private Tree.FunctionClause function() {
    int start = cursor.start();
    String comment = documentation(start);
    Name name = names.name("a function name");
    List<Tree.Pattern> parameters = new ArrayList<>(4);
    while (patterns.startHere() && !cursor.isPanicking()) {
      parameters.add(patterns.pattern());
    }
    List<Tree.Alternative> alternatives =
        forms.alternatives(TokenKind.EQUALS, "name and parameters");
    return new Tree.FunctionClause(
        cursor.from(start), comment, name, List.copyOf(parameters), alternatives);
  }

  /** The documentation above a definition that starts its line. */
  private @Nullable String documentation(int start) {
    return cursor.tokens().onNewLine(cursor.position()) ? documentation.above(start) : null;
  }
}
