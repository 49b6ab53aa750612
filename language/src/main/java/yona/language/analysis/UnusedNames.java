package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * The names that a source binds, and what uses them. {@code yona check} tells of those that nothing
 * uses; parameters, and names that begin with {@code _}, are not among them.
 *
 * <p>What a function uses is used only if something uses the function: functions that call only
 * each other, or themselves, are of no use.
 */
final class UnusedNames {
  /** What binds a name. */
  enum Kind {
    /**
     * An alias of a {@code let}: what is there for its effect has a name too, as without one it
     * would not overlap with the others.
     */
    MEMBER,
    /** An alias among steps, each of which can do without a name. */
    STEP,
    /** An alias that holds a lambda. */
    LAMBDA,
    /** A pattern of an alias, {@code case}, {@code catch} or comprehension. */
    PATTERN,
    /** The {@code as} of a {@code with}. */
    RESOURCE,
    /** An import. */
    IMPORT,
    /** A function that its module does not export. */
    FUNCTION
  }

  private static final class Name {
    private final Kind kind;
    private final String text;
    private final Range at;
    private final Object as;

    /** The innermost function around that is one of these names. */
    private final @Nullable Name around;

    private boolean used;
    private boolean usedByItself;
    private boolean usedByUnused;

    Name(Kind kind, String text, Range at, Object as, @Nullable Name around) {
      this.kind = kind;
      this.text = text;
      this.at = at;
      this.as = as;
      this.around = around;
    }
  }

  /**
   * A use inside functions.
   *
   * @param functions those that stand with the name in one function; the use counts if they are
   *     used themselves
   */
  private record Use(Name name, List<Name> functions) {}

  private final SourceUnit unit;
  private final List<Name> all = new ArrayList<>();

  /** Where names stand that a warning of its own says nothing can use. */
  private final Set<Range> hidden = new HashSet<>();

  /** By what they stand for; imports may give one record type two names. */
  private final IdentityHashMap<Object, List<Name>> names = new IdentityHashMap<>();

  /** The uses that count as soon as a function is used. */
  private final IdentityHashMap<Name, List<Use>> waiting = new IdentityHashMap<>();

  /** The innermost function that is being analysed and one of these names. */
  private @Nullable Name function;

  UnusedNames(SourceUnit unit) {
    this.unit = unit;
  }

  /** Adds the name of a variable. */
  void add(Kind kind, Variable variable) {
    add(kind, variable.name(), variable.at(), variable);
  }

  /**
   * Adds a name.
   *
   * @param as what it stands for: a variable, a record type, or the binding of an import
   */
  void add(Kind kind, String name, Range at, Object as) {
    if (!name.startsWith("_") && !hidden.contains(at)) {
      Name added = new Name(kind, name, at, as, function);
      all.add(added);
      names.computeIfAbsent(as, key -> new ArrayList<>(1)).add(added);
    }
  }

  /** Says nothing of a name, as a warning of its own does. */
  void hide(Range at) {
    hidden.add(at);
  }

  /** What a name stands for is used here. */
  void use(Binding binding) {
    Object as =
        switch (binding) {
          case Binding.ModuleFunction known -> known.variable();
          default -> {
            Variable variable = binding.localVariable();
            yield variable == null ? binding : variable;
          }
        };
    use(as);
  }

  /**
   * What a name stands for is used here.
   *
   * @param as as of {@link #add}
   */
  void use(Object as) {
    for (Name name : names.getOrDefault(as, List.of())) {
      if (!name.used) {
        use(name);
      }
    }
  }

  private void use(Name name) {
    List<Name> functions = new ArrayList<>();
    for (Name each = function; each != null && each != name.around; each = each.around) {
      if (each == name) {
        name.usedByItself = true;
        return;
      }
      functions.add(each);
    }
    ArrayDeque<Use> uses = new ArrayDeque<>();
    uses.add(new Use(name, functions));
    while (!uses.isEmpty()) {
      Use use = uses.remove();
      Name unused = firstUnused(use.functions);
      if (unused != null) {
        use.name.usedByUnused = true;
        waiting.computeIfAbsent(unused, key -> new ArrayList<>(2)).add(use);
      } else if (!use.name.used) {
        use.name.used = true;
        List<Use> now = waiting.remove(use.name);
        if (now != null) {
          uses.addAll(now);
        }
      }
    }
  }

  private static @Nullable Name firstUnused(List<Name> functions) {
    for (Name function : functions) {
      if (!function.used) {
        return function;
      }
    }
    return null;
  }

  /**
   * Analyses the body of a function.
   *
   * @param as as of {@link #add}
   */
  void inside(Object as, Runnable body) {
    Name before = function;
    List<Name> found = names.getOrDefault(as, List.of());
    function = found.isEmpty() ? before : found.getLast();
    try {
      body.run();
    } finally {
      function = before;
    }
  }

  /** Tells of the names that nothing uses, in the order of the text. */
  void report(Definitions definitions, Effects effects) {
    all.sort(Comparator.comparingInt(name -> name.at.start()));
    for (Name name : all) {
      Core value = name.as instanceof Variable variable ? definitions.value(variable) : null;
      String use = value == null ? null : DroppedResults.use(value);
      boolean effect = value != null && use == null && effects.hasEffect(value);
      boolean hidden = this.hidden.contains(name.at);
      if (!name.used && !hidden && !(effect && name.kind == Kind.MEMBER)) {
        Diagnostic diagnostic = diagnostic(name, effect);
        unit.defer(use == null ? diagnostic : diagnostic.withHint(use));
      }
    }
  }

  private Diagnostic diagnostic(Name name, boolean effect) {
    String text = name.text;
    String unused =
        name.usedByUnused
            ? " is used only by what is not used itself"
            : name.usedByItself ? " is used only by itself" : " is not used";
    return switch (name.kind) {
      case MEMBER, LAMBDA -> warning(Code.UNUSED_NAME, name, text + unused).withHint("Remove it");
      case STEP ->
          warning(Code.UNUSED_NAME, name, text + unused)
              .withHint(effect ? "Without `" + text + " =` the step does the same" : "Remove it");
      case PATTERN ->
          warning(Code.UNUSED_NAME, name, text + unused)
              .withHint("Write _, or _" + text + " to say what stands there");
      case RESOURCE ->
          warning(Code.UNUSED_NAME, name, text + unused)
              .withHint("Remove `as " + text + "`, or call it _" + text);
      case IMPORT ->
          warning(Code.UNUSED_IMPORT, name, text + " is imported and" + unused.substring(3))
              .withHint("Remove it from the import");
      case FUNCTION ->
          warning(Code.UNUSED_FUNCTION, name, text + " is not exported, and" + unused.substring(3))
              .withHint("Remove it, or export it");
    };
  }

  private Diagnostic warning(Code code, Name name, String message) {
    return Diagnostic.warning(code, unit.source, name.at, message);
  }
}
