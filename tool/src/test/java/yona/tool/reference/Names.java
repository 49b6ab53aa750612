package yona.tool.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import yona.data.RecordType;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * What each name of a program stands for, by the rules of the reference (language.md 5) alone: the
 * tree is all that it shares with the compiler.
 */
final class Names {
  /** What a name is introduced as. */
  enum Kind {
    LOCAL,
    IMPORT,
    MODULE,
    MODULE_FUNCTION,
    BUILTIN
  }

  /** One binding of a name; compared by identity. */
  static final class Binding {
    private final String name;
    private final Kind kind;

    Binding(String name, Kind kind) {
      this.name = name;
      this.kind = kind;
    }

    String name() {
      return name;
    }

    Kind kind() {
      return kind;
    }
  }

  /** The names that the generated programs take from the library. */
  private static final Set<String> BUILTINS = Set.of("identity", "log", "pause");

  final IdentityHashMap<Tree, Binding> meanings = new IdentityHashMap<>();
  final IdentityHashMap<Tree, Boolean> compared = new IdentityHashMap<>();

  final IdentityHashMap<Tree, RecordType> types = new IdentityHashMap<>();
  final IdentityHashMap<Tree, Map<String, RecordType>> known = new IdentityHashMap<>();

  private final Map<String, Binding> builtins = new HashMap<>();

  private final Program program;
  private final Map<String, File> files = new TreeMap<>();

  private final Set<String> unsound = new HashSet<>();

  /** A file of the program, and what stands where in it. */
  static final class File {
    final Tree.Expression tree;

    /** Where names stand that may be others, by their place in the text. */
    final TreeMap<Integer, Binding> places = new TreeMap<>();

    /** Where a name is imported as it is. */
    final Set<Integer> imports = new HashSet<>();

    final List<Tree.Let> lets = new ArrayList<>();

    File(String name, String text) {
      ParseResult parsed = Parser.parse(Source.of(name + ".yona", text));
      if (parsed.firstError() != null) {
        throw new IllegalArgumentException(String.valueOf(parsed.firstError()));
      }
      this.tree = parsed.program();
    }
  }

  private Names(Program program) {
    this.program = program;
    program.files().forEach((name, text) -> files.put(name, new File(name, text)));
  }

  static Names of(Program program) {
    Names names = new Names(program);
    BUILTINS.forEach(name -> names.builtins.put(name, new Binding(name, Kind.BUILTIN)));
    names.files.forEach(
        (name, file) -> {
          if (!new Resolution(names, file).isSound(names.builtins)) {
            names.unsound.add(name);
          }
        });
    return names;
  }

  private File file(String name) {
    return Objects.requireNonNull(files.get(name));
  }

  /** The tree of a file, or null if there is none of this name. */
  Tree.@Nullable Expression tree(String name) {
    File found = files.get(name);
    return found == null ? null : found.tree;
  }

  /** The files with a name that is not bound, or needed before it is there (D23). */
  Set<String> unsound() {
    return unsound;
  }

  /** The binding of a name in an expression, in a pattern, or of a module's function clause. */
  Binding binding(Tree name) {
    Binding binding = meanings.get(name);
    if (binding == null) {
      throw new IllegalArgumentException("no name: " + name);
    }
    return binding;
  }

  /** Whether a name in a pattern is compared with, and binds nothing. */
  boolean isCompared(Tree name) {
    return compared.containsKey(name);
  }

  /** The binding of a name that no program binds. */
  Binding builtin(String name) {
    return Objects.requireNonNull(builtins.get(name));
  }

  /** Whether a name is bound: that of a module may be its own. */
  boolean isBound(Tree name) {
    return meanings.containsKey(name);
  }

  /** The record type of an instance or a pattern. */
  RecordType type(Tree tree) {
    return Objects.requireNonNull(types.get(tree));
  }

  /** The record types that are known where fields are read or changed, by their names. */
  Map<String, RecordType> known(Tree tree) {
    return Objects.requireNonNull(known.get(tree));
  }

  /** All {@code let}s of a file. */
  List<Tree.Let> lets(String name) {
    return file(name).lets;
  }

  /** The local and imported names that stand in a part of a file, bound or mentioned. */
  Set<Binding> within(String name, Range range) {
    return new HashSet<>(file(name).places.subMap(range.start(), range.end()).values());
  }

  /** The same program in which no two bindings have the same name. */
  Program renamed() {
    Program result = program;
    for (String name : files.keySet()) {
      result = result.with(name, renamed(file(name), program.text(name)));
    }
    return result;
  }

  private static String renamed(File file, String text) {
    IdentityHashMap<Binding, String> fresh = new IdentityHashMap<>();
    StringBuilder result = new StringBuilder();
    int copied = 0;
    for (Map.Entry<Integer, Binding> place : file.places.entrySet()) {
      Binding binding = place.getValue();
      int start = place.getKey();
      result.append(text, copied, start);
      if (file.imports.contains(start)) {
        result.append(binding.name).append(" as ");
      }
      result.append(fresh.computeIfAbsent(binding, b -> b.name + "_" + fresh.size()));
      copied = start + binding.name.length();
    }
    return result.append(text.substring(copied)).toString();
  }
}
