package yona.tool;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.language.Session;
import yona.language.diagnostics.Suggestion;
import yona.language.syntax.Tree;

/** What the prompt knows of names: of the session, of modules, of functions in modules. */
final class PromptDocumentation {
  private final Session session;
  private final DocumentationLookup modules;
  private final Supplier<List<String>> inFiles;

  /**
   * The documentation of what a session can mention.
   *
   * @param inFiles the names of modules in files
   */
  PromptDocumentation(
      Session session, DocumentationLookup modules, Supplier<List<String>> inFiles) {
    this.session = session;
    this.modules = modules;
    this.inFiles = inFiles;
  }

  /** The qualified name of a module that is named as in the session. */
  String fqn(String name) {
    return session.imports().get(name) instanceof Tree.ModuleImport imported
        ? imported.module().text()
        : name;
  }

  /** What is said of a name as it is written in programs; null if nothing is. */
  DocumentationLookup.@Nullable Entry entry(String name) {
    int colons = name.indexOf("::");
    if (colons >= 0) {
      DocumentationLookup.Documented module = modules.module(fqn(name.substring(0, colons)));
      return module == null ? null : module.functions().get(name.substring(colons + 2));
    }
    if (session.value(name) != null) {
      return null;
    }
    Tree.RecordDeclaration record = session.records().get(name);
    if (record != null) {
      return DocumentationLookup.entry(record);
    }
    Tree.ImportClause clause = session.imports().get(name);
    if (clause != null) {
      return imported(name, clause);
    }
    DocumentationLookup.Documented builtins = modules.module(DocumentationLookup.BUILTINS);
    DocumentationLookup.Entry builtin = builtins == null ? null : builtins.functions().get(name);
    if (builtin != null) {
      return builtin;
    }
    DocumentationLookup.Documented module =
        name.isEmpty() || name.indexOf('/') >= 0 ? null : modules.module(name);
    return module == null ? null : module.own();
  }

  /** What is said of an imported name. */
  DocumentationLookup.@Nullable Entry imported(String name, Tree.ImportClause clause) {
    DocumentationLookup.Documented module = modules.module(clause.module().text());
    if (module == null) {
      return null;
    }
    return switch (clause) {
      case Tree.ModuleImport _ -> module.own();
      case Tree.NameImport names -> {
        String original = names.imported().getFirst().name().text();
        DocumentationLookup.Entry function = module.functions().get(original);
        yield function == null ? module.records().get(original) : function;
      }
    };
  }

  /** The functions of this name in all modules. */
  List<DocumentationLookup.Entry> everywhere(String name) {
    List<DocumentationLookup.Entry> found = new ArrayList<>();
    for (String fqn : allModules()) {
      DocumentationLookup.Documented module = modules.module(fqn);
      DocumentationLookup.Entry entry = module == null ? null : module.functions().get(name);
      if (entry != null) {
        found.add(entry);
      }
    }
    return found;
  }

  /** The name that was probably meant by one of which nothing is known; null if none is near. */
  @Nullable String near(String name) {
    int colons = name.indexOf("::");
    String receiver = colons < 0 ? "" : name.substring(0, colons + 2);
    Set<String> names = new LinkedHashSet<>();
    if (colons >= 0) {
      DocumentationLookup.Documented module = modules.module(fqn(name.substring(0, colons)));
      if (module != null) {
        names.addAll(module.functions().keySet());
      }
    } else {
      for (String fqn : allModules()) {
        names.add(fqn);
        DocumentationLookup.Documented module = modules.module(fqn);
        if (module != null) {
          names.addAll(module.functions().keySet());
        }
      }
    }
    String near = Suggestion.nearest(name.substring(receiver.length()), names);
    return near == null ? null : receiver + near;
  }

  private Set<String> allModules() {
    Set<String> all = new LinkedHashSet<>(modules.standardModules());
    all.addAll(inFiles.get());
    return all;
  }
}
