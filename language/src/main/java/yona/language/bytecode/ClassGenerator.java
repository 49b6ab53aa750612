package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.CompilationUnit;
import yona.language.core.FunctionDefinition;
import yona.language.core.Replacements;
import yona.language.core.StaticFunction;
import yona.language.optimize.Accumulators;
import yona.language.optimize.Components;
import yona.language.optimize.CursorParameters;
import yona.language.optimize.Inference;
import yona.language.optimize.OptimizedUnit;
import yona.language.optimize.Recursion;
import yona.language.optimize.Specialization;
import yona.language.runtime.StackTrace;

/**
 * Writes the classes of one source: decides which function goes into which method of which class.
 */
final class ClassGenerator {
  static final String STEP_SUFFIX = "$step";
  static final String MODULE_METHOD = "$module";

  /** Functions of more parameters get their arguments in one array. */
  static final int MAXIMUM_PARAMETERS = 240;

  /** How much code one class takes, so that its constant pool (65,535 entries) suffices. */
  private static final int HOST_SIZE = 150_000;

  private final CompilationUnit core;
  private final ClassDesc main;
  private final ClassOutput output;
  private final Lines lines;
  private final Replacements replacements;
  private final Inference inference;
  private final Recursion recursion;
  private final Map<String, FunctionDefinition> linked;
  private final Map<FunctionDefinition, ClosureClass> closures = new HashMap<>();
  private final Map<FunctionDefinition, Accumulators> accumulators = new HashMap<>();
  private final List<ClosureClass> closureOrder = new ArrayList<>();
  private final Map<Specialization, MethodGroup> groups = new HashMap<>();
  private final Set<FunctionDefinition> moduleFunctions = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final MethodWriter methods = new MethodWriter(this);
  private final OutlinedParts parts = new OutlinedParts(this);
  private final EntryPoints entries = new EntryPoints(this);
  private int nextName;

  ClassGenerator(OptimizedUnit optimized) {
    this.core = optimized.core();
    this.main = internal(core.className());
    this.output = new ClassOutput(core.source().name());
    this.lines = new Lines(core.source());
    this.replacements = optimized.replacements();
    this.recursion = optimized.recursion();
    this.inference = optimized.inference();
    this.linked = core.linked();
    if (core.module() != null) {
      moduleFunctions.addAll(core.module().functions());
    }
  }

  static ClassDesc internal(String name) {
    return ClassDesc.ofInternalName(name);
  }

  ClassDesc type(String internalName) {
    return internal(internalName);
  }

  CompilationUnit core() {
    return core;
  }

  ClassOutput output() {
    return output;
  }

  /** The expressions that become methods of their own. */
  OutlinedParts parts() {
    return parts;
  }

  Lines lines() {
    return lines;
  }

  Replacements replacements() {
    return replacements;
  }

  Inference inference() {
    return inference;
  }

  Recursion recursion() {
    return recursion;
  }

  /** The parameters of a function that its loop changes in place. */
  CursorParameters cursorParameters(FunctionDefinition function) {
    return inference.cursorParameters(function);
  }

  Accumulators accumulators(FunctionDefinition function) {
    return accumulators.computeIfAbsent(function, f -> Accumulators.of(f, replacements));
  }

  // Classes of function values.

  private boolean isModuleFunction(FunctionDefinition function) {
    return moduleFunctions.contains(function);
  }

  /** The class of a function's values; written at the end. */
  ClosureClass closure(FunctionDefinition function) {
    ClosureClass known = closures.get(function);
    if (known == null) {
      boolean single = isModuleFunction(function);
      ClassDesc type =
          single
              ? ClosureClass.ofModuleFunction(main, function.name())
              : inner(String.valueOf(closures.size()));
      known = new ClosureClass(type, inference.general(function), single);
      closures.put(function, known);
      closureOrder.add(known);
    }
    return known;
  }

  /** A class beside the main one. */
  ClassDesc inner(String suffix) {
    return ClassDesc.of(main.packageName(), main.displayName() + "$" + suffix);
  }

  /** The class that holds the value of a function of another module. */
  ClassDesc staticValue(StaticFunction function) {
    FunctionDefinition here = linked.get(function.key());
    return here != null
        ? closure(here).type()
        : ClosureClass.ofModuleFunction(internal(function.owner()), function.method());
  }

  // Methods.

  /** A name for a method that shows as the function in stack traces and is not taken. */
  private String methodName(FunctionDefinition function) {
    String shown = shown(function);
    String suffix = function.role() == FunctionDefinition.Role.PART ? "#part" : "#";
    return shown + suffix + nextName++;
  }

  /** A name for a method that is a part of a function, which is not taken. */
  String partName(FunctionDefinition function) {
    return shown(function) + "#part" + nextName++;
  }

  /** Whether no method of the main class has the name yet; from now on one has it. */
  boolean takeName(String name) {
    return names.add(name);
  }

  private String shown(FunctionDefinition function) {
    String module = function.module();
    if (module == null && core.module() != null && !function.name().startsWith("$")) {
      return StackTrace.LOCAL + function.name();
    }
    boolean ofFile = core.module() != null && core.module().fqn().equals(module);
    return module == null || ofFile || function.name().startsWith("$")
        ? function.name()
        : module + "::" + function.name();
  }

  /** Writes them; gives the class files by internal name. */
  Map<String, byte[]> generate() {
    List<Specialization> specializations = inference.specializations();
    List<List<Specialization>> components =
        Components.of(
            specializations,
            specialization ->
                specialization.tailTargets().stream().filter(t -> !t.dead()).toList());
    List<List<MethodGroup>> hosts = new ArrayList<>();
    List<ClassDesc> types = new ArrayList<>();
    int size = HOST_SIZE + 1;
    for (List<Specialization> component : components) {
      if (size > HOST_SIZE) {
        size = 0;
        types.add(hosts.isEmpty() ? main : inner("h" + hosts.size()));
        hosts.add(new ArrayList<>());
      }
      for (Specialization specialization : component) {
        size += 40 + Outlining.size(specialization.function().body(), replacements);
      }
      hosts.getLast().add(group(component, types.getLast()));
    }
    if (core.module() != null) {
      // Other modules may ask for the value of an exported function.
      core.module().exportedFunctions().forEach(this::closure);
    }
    for (int i = 0; i < hosts.size(); i++) {
      writeHost(types.get(i), hosts.get(i), i == 0);
    }
    parts.writeHosts();
    for (int i = 0; i < closureOrder.size(); i++) {
      ClosureClass closure = closureOrder.get(i);
      closure.write(output, group(closure.specialization()));
    }
    return Collections.unmodifiableMap(output.classes());
  }

  private MethodGroup group(List<Specialization> component, ClassDesc owner) {
    Specialization first = component.getFirst();
    boolean plain =
        component.size() == 1
            && owner.equals(main)
            && isModuleFunction(first.function())
            && !first.isWorker()
            && first.function().captures().isEmpty()
            && first.function().arity() <= MAXIMUM_PARAMETERS
            && Representation.ofResult(first) == Representation.OBJECT
            && !isTyped(first);
    String name = first.function().name() + (first.steps() ? STEP_SUFFIX : "");
    if (!plain || !names.add(name)) {
      name = methodName(first.function());
    }
    MethodGroup group = new MethodGroup(component, owner, name);
    component.forEach(specialization -> groups.put(specialization, group));
    return group;
  }

  /** The method that holds a specialization. */
  MethodGroup group(Specialization specialization) {
    MethodGroup group = groups.get(specialization);
    if (group == null) {
      throw new IllegalStateException(specialization + " has no method");
    }
    return group;
  }

  private static boolean isTyped(Specialization specialization) {
    for (int i = 0; i < specialization.inputs().size(); i++) {
      if (Representation.of(specialization, i) != Representation.OBJECT) {
        return true;
      }
    }
    return false;
  }

  private void writeHost(ClassDesc type, List<MethodGroup> groups, boolean first) {
    Host host = new Host(this, type, new Constants(type));
    output.write(
        type,
        ConstantDescs.CD_Object,
        builder -> {
          for (MethodGroup group : groups) {
            parts.write(builder, host, methods.write(builder, host, group));
          }
          if (first) {
            entries.write(builder, host);
          }
          host.constants().write(builder);
        });
    host.constants().writeOthers(output);
  }

  /** Where what runs can be stopped; each way around a loop leads over one. */
  void passCheckpoint(CodeBuilder code) {
    code.invokestatic(RuntimeSymbols.CHECKPOINT, "pass", RuntimeSymbols.VOID);
  }
}
