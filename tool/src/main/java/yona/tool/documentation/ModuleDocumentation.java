package yona.tool.documentation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;
import yona.language.syntax.Keywords;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * What the source of a module says about the module: what it exports, and the comments on that.
 *
 * @param name its qualified name, {@code string\Regex}
 * @param comment the documentation comment of the module, empty if it has none
 * @param records the record types that it exports, as they follow each other in the export list
 * @param functions the functions that it exports, likewise
 */
public record ModuleDocumentation(
    String name, String comment, List<Exported> records, List<Exported> functions) {

  /**
   * An exported function or record type.
   *
   * @param name its name
   * @param heads how it is called: its name and parameters, of each clause whose patterns differ;
   *     of a record type its name and fields
   * @param comment its documentation comment, empty if it has none
   */
  public record Exported(String name, List<String> heads, String comment) {}

  /** More clauses than a reader would want to see as a signature. */
  private static final int MAXIMUM_HEADS = 8;

  /** Patterns may be as large as programs. */
  private static final int MAXIMUM_HEAD_LENGTH = 200;

  /** Whether the names of a module end with {@code _} where they would else be keywords. */
  private enum Names {
    AS_WRITTEN,
    OF_A_STANDARD_MODULE
  }

  /**
   * Reads a module of a program or project.
   *
   * @param source its text
   * @return what it says, or null if the text has errors or is no module
   */
  public static @Nullable ModuleDocumentation of(Source source) {
    return read(source, Names.AS_WRITTEN);
  }

  /**
   * Reads a standard module, whose functions may be named like keywords: programs call {@code
   * Opt::then} what its source defines as {@code then_}.
   *
   * @param source its text
   * @return what it says, or null if the text has errors or is no module
   */
  public static @Nullable ModuleDocumentation ofStandard(Source source) {
    return read(source, Names.OF_A_STANDARD_MODULE);
  }

  private static @Nullable ModuleDocumentation read(Source source, Names names) {
    ParseResult parsed = Parser.parse(source);
    Tree.Expression program = parsed.program();
    while (program instanceof Tree.Import wrapping) {
      program = wrapping.body();
    }
    if (parsed.hasErrors() || !(program instanceof Tree.Module module)) {
      return null;
    }
    Map<String, Exported> records = new LinkedHashMap<>();
    for (Tree.RecordDeclaration declaration : module.records()) {
      String name = declaration.name().text();
      List<String> fields = declaration.fields().stream().map(Tree.Name::text).toList();
      String head = bounded(name + "(" + String.join(", ", fields) + ")");
      records.putIfAbsent(name, new Exported(name, List.of(head), text(declaration)));
    }
    Map<String, List<Tree.FunctionClause>> functions = new LinkedHashMap<>();
    for (Tree.FunctionClause clause : module.functions()) {
      functions.computeIfAbsent(clause.name().text(), _ -> new ArrayList<>()).add(clause);
    }
    List<Exported> exportedRecords = new ArrayList<>();
    List<Exported> exportedFunctions = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (Tree.Name export : module.exports()) {
      String name = export.text();
      if (!seen.add(name)) {
        continue;
      }
      Exported type = records.get(name);
      List<Tree.FunctionClause> clauses = functions.get(name);
      if (type != null) {
        exportedRecords.add(type);
      } else if (clauses != null) {
        exportedFunctions.add(function(source, shown(name, names), clauses));
      }
    }
    return new ModuleDocumentation(
        module.name().text(),
        module.documentation() == null ? "" : module.documentation(),
        List.copyOf(exportedRecords),
        List.copyOf(exportedFunctions));
  }

  private static String shown(String name, Names names) {
    return names == Names.AS_WRITTEN ? name : inPrograms(name);
  }

  /**
   * How programs call a function of a standard module.
   *
   * @param name its name in the source, {@code then_}
   * @return {@code then}
   */
  public static String inPrograms(String name) {
    if (!name.endsWith("_")) {
      return name;
    }
    String stem = name.substring(0, name.length() - 1);
    return Keywords.isKeyword(stem) ? stem : name;
  }

  private static Exported function(Source source, String name, List<Tree.FunctionClause> clauses) {
    Set<String> heads = new LinkedHashSet<>();
    String comment = "";
    for (Tree.FunctionClause clause : clauses) {
      if (comment.isEmpty() && clause.documentation() != null) {
        comment = clause.documentation();
      }
      if (heads.size() < MAXIMUM_HEADS) {
        heads.add(head(source, name, clause.parameters()));
      }
    }
    return new Exported(name, List.copyOf(heads), comment);
  }

  private static String head(Source source, String name, List<Tree.Pattern> parameters) {
    StringBuilder head = new StringBuilder(name);
    for (Tree.Pattern parameter : parameters) {
      if (head.length() > MAXIMUM_HEAD_LENGTH) {
        break;
      }
      head.append(' ').append(source.text(parameter.range()).replaceAll("\\s+", " "));
    }
    return bounded(head.toString());
  }

  private static String bounded(String text) {
    return text.length() <= MAXIMUM_HEAD_LENGTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAXIMUM_HEAD_LENGTH / 2)) + " ...";
  }

  private static String text(Tree.RecordDeclaration declaration) {
    String comment = declaration.documentation();
    return comment == null ? "" : comment;
  }
}
