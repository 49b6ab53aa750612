package yona.language.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.Replacements;
import yona.language.core.StaticFunction;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.optimize.Accumulators;
import yona.language.optimize.Components;
import yona.language.optimize.CursorParameters;
import yona.language.optimize.Inference;
import yona.language.optimize.Recursion;
import yona.language.optimize.Specialization;
import yona.language.runtime.StackTrace;

/** Writes the classes of one source: which function goes into which method of which class. */
final class Unit {
  static final String STEP_SUFFIX = "$step";
  static final String MODULE_METHOD = "$module";

  /** Functions of more parameters get their arguments in one array. */
  static final int MAXIMUM_PARAMETERS = 240;

  /** How much code one class takes, so that its constant pool (65,535 entries) suffices. */
  private static final int HOST_SIZE = 150_000;

  /**
   * How much code of parts one class takes. An entry of the constant pool is needed for a byte at
   * most: where parts consist of constants and calls of other parts.
   */
  private static final int PARTS_SIZE = 60_000;

  private final CompilationUnit source;
  private final ClassDesc main;
  private final ClassOutput output;
  private final Lines lines;
  private final Replacements replacements = new Replacements();
  private final Inference inference;
  private final Recursion recursion;
  private final Map<String, FunctionDefinition> own = new HashMap<>();
  private final Map<FunctionDefinition, ClosureClass> closures = new HashMap<>();
  private final Map<FunctionDefinition, Accumulators> accumulators = new HashMap<>();
  private final List<ClosureClass> closureOrder = new ArrayList<>();
  private final Map<StaticFunction, ClassDesc> halves = new LinkedHashMap<>();
  private final Map<Specialization, MethodGroup> groups = new HashMap<>();
  private final Set<FunctionDefinition> moduleFunctions = new HashSet<>();
  private final Set<String> names = new HashSet<>();
  private final ArrayDeque<Part> otherParts = new ArrayDeque<>();
  private int partHosts;
  private int partsSize = PARTS_SIZE;
  private int nextName;

  Unit(CompilationUnit source) {
    this.source = source;
    this.main = internal(source.className());
    this.output = new ClassOutput(source.source().name());
    this.lines = new Lines(source.source());
    List<FunctionDefinition> roots = new ArrayList<>();
    if (source.main() != null) {
      roots.add(source.main());
    }
    if (source.module() != null) {
      roots.addAll(source.module().exportedFunctions());
      for (FunctionDefinition function : source.module().functions()) {
        moduleFunctions.add(function);
        own.put(source.className() + '.' + function.name(), function);
      }
    }
    this.recursion = new Recursion(roots, own, replacements);
    Splitting.run(recursion.functions(), replacements);
    this.inference = Inference.run(roots, recursion, replacements, own);
  }

  static ClassDesc internal(String name) {
    return ClassDesc.ofInternalName(name);
  }

  ClassDesc type(String internalName) {
    return internal(internalName);
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

  private ClassDesc inner(String suffix) {
    return ClassDesc.of(main.packageName(), main.displayName() + "$" + suffix);
  }

  /** The class that holds the value of a function of another module. */
  ClassDesc staticValue(StaticFunction function) {
    if (function.java()) {
      return halves.computeIfAbsent(function, _ -> inner("j" + halves.size()));
    }
    FunctionDefinition here = own.get(function.key());
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

  private String shown(FunctionDefinition function) {
    String module = function.module();
    if (module == null && source.module() != null && !function.name().startsWith("$")) {
      return StackTrace.LOCAL + function.name();
    }
    boolean ofFile = source.module() != null && source.module().fqn().equals(module);
    return module == null || ofFile || function.name().startsWith("$")
        ? function.name()
        : module + "::" + function.name();
  }

  GeneratedClasses generate() {
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
        size += 40 + Layout.size(specialization.function().body(), replacements);
      }
      hosts.getLast().add(group(component, types.getLast()));
    }
    if (source.module() != null) {
      // Other modules may ask for the value of an exported function.
      source.module().exportedFunctions().forEach(this::closure);
    }
    for (int i = 0; i < hosts.size(); i++) {
      writeHost(types.get(i), hosts.get(i), i == 0);
    }
    writePartHosts();
    for (int i = 0; i < closureOrder.size(); i++) {
      ClosureClass closure = closureOrder.get(i);
      closure.write(output, group(closure.specialization()));
    }
    halves.forEach((half, type) -> ClosureClass.writeHalf(output, type, half));
    Set<FunctionDefinition> bouncing = new HashSet<>();
    if (source.module() != null) {
      for (FunctionDefinition function : source.module().exportedFunctions()) {
        if (inference.general(function).steps()) {
          bouncing.add(function);
        }
      }
    }
    return new GeneratedClasses(Collections.unmodifiableMap(output.classes()), bouncing);
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
            && Shape.ofResult(first) == Shape.OBJECT
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
      if (Shape.of(specialization, i) != Shape.OBJECT) {
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
            writeGroup(builder, host, group);
          }
          if (first) {
            writeEntries(builder, host);
          }
          host.constants().write(builder);
        });
    host.constants().writeOthers(output);
  }

  private void writeGroup(ClassBuilder builder, Host host, MethodGroup group) {
    Map<Specialization, SpecializationContext> contexts = new HashMap<>();
    for (Specialization specialization : group.members()) {
      contexts.put(
          specialization,
          new SpecializationContext(
              host,
              specialization,
              inference.types(specialization),
              new Layout(specialization.function().body(), replacements),
              new HashMap<>()));
    }
    int flags =
        group.name().indexOf('#') < 0
            ? ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC
            : ClassFile.ACC_STATIC;
    List<Part> parts = new ArrayList<>();
    builder.withMethodBody(
        group.name(),
        group.type(),
        flags,
        code -> {
          // The class-file library may ask twice: when jumps turn out to be long.
          contexts.values().forEach(context -> context.patches().clear());
          parts.clear();
          writeMembers(code, group, contexts, parts);
        });
    writeParts(builder, host, parts);
  }

  /** Writes the parts that go into a class, and the parts of those; keeps the others for later. */
  private void writeParts(ClassBuilder builder, Host host, List<Part> parts) {
    List<Part> inner = new ArrayList<>();
    ArrayDeque<Part> open = new ArrayDeque<>(parts);
    while (!open.isEmpty()) {
      Part part = open.removeFirst();
      if (!part.owner().equals(host.type())) {
        otherParts.add(part);
        continue;
      }
      Map<Variable, List<Body.Patch>> before = new HashMap<>(part.context().patches());
      builder.withMethodBody(
          part.name(),
          part.type(),
          ClassFile.ACC_STATIC,
          code -> {
            part.context().patches().clear();
            part.context().patches().putAll(before);
            inner.clear();
            writePart(code, host, part, inner);
          });
      open.addAll(inner);
    }
  }

  /** Writes the classes that hold the parts of very large functions. */
  private void writePartHosts() {
    while (!otherParts.isEmpty()) {
      ClassDesc type = otherParts.getFirst().owner();
      Host host = new Host(this, type, new Constants(type));
      output.write(
          type,
          ConstantDescs.CD_Object,
          builder -> {
            // The parts of a part come after it, so those of one class are together.
            while (!otherParts.isEmpty() && otherParts.getFirst().owner().equals(type)) {
              writeParts(builder, host, List.of(otherParts.removeFirst()));
            }
            host.constants().write(builder);
          });
      host.constants().writeOthers(output);
    }
  }

  private void writeMembers(
      CodeBuilder code,
      MethodGroup group,
      Map<Specialization, SpecializationContext> contexts,
      List<Part> parts) {
    int slots = 0;
    int[] at = new int[group.parameters().size()];
    if (group.merged()) {
      slots++;
    }
    int packed = slots;
    if (group.packed()) {
      slots++;
    } else {
      for (int i = 0; i < at.length; i++) {
        at[i] = slots;
        slots += group.parameters().get(i).slots();
      }
    }
    boolean steps = group.members().getFirst().steps();
    Method method = new Method(code, group.result(), steps, slots);
    method.line(lines.line(group.members().getFirst().function().at().start()));
    List<Label> labels = new ArrayList<>();
    for (Specialization specialization : group.members()) {
      List<Place> inputs = new ArrayList<>();
      boolean own = group.merged() || group.packed();
      int[] places = group.places(specialization);
      for (int i = 0; i < places.length; i++) {
        Shape shape = Shape.of(specialization, i);
        int slot = own ? method.newSlot(shape) : at[places[i]];
        inputs.add(new Place.Slot(slot, shape));
      }
      method.start(specialization, new Method.Start(code.newLabel(), inputs));
      labels.add(code.newLabel());
    }
    if (group.merged()) {
      List<SwitchCase> cases = new ArrayList<>();
      for (int i = 1; i < labels.size(); i++) {
        cases.add(SwitchCase.of(i, labels.get(i)));
      }
      code.iload(0).tableswitch(1, labels.size() - 1, labels.getFirst(), cases);
    }
    for (int i = 0; i < labels.size(); i++) {
      Specialization specialization = group.members().get(i);
      Method.Start start = method.start(specialization);
      code.labelBinding(labels.get(i));
      if (group.merged() || group.packed()) {
        unpack(code, group, specialization, start, at, packed);
      }
      writeSpecialization(code, method, contexts.get(specialization), start);
    }
    parts.addAll(method.parts());
  }

  /** Moves the inputs from the method's parameters to where the specialization has them. */
  private static void unpack(
      CodeBuilder code,
      MethodGroup group,
      Specialization specialization,
      Method.Start start,
      int[] at,
      int packed) {
    for (int i = 0; i < start.inputs().size(); i++) {
      Place.Slot slot = (Place.Slot) start.inputs().get(i);
      if (group.packed()) {
        code.aload(packed).loadConstant(i).aaload();
        ClosureClass.unboxOrNothing(code, slot.shape());
      } else {
        slot.shape().load(code, at[group.places(specialization)[i]]);
      }
      slot.shape().store(code, slot.index());
    }
  }

  private void writeSpecialization(
      CodeBuilder code, Method method, SpecializationContext context, Method.Start start) {
    Specialization specialization = context.specialization();
    FunctionDefinition function = specialization.function();
    method.line(lines.line(function.at().start()));
    int scope = method.enterScope();
    Specialization worker = specialization.isWorker() ? null : inference.worker(function);
    if (worker != null && handOver(code, method, start, worker)) {
      method.leaveScope(scope);
      return;
    }
    Body body = Body.of(method, context);
    if (context.layout().framed()) {
      int frame = method.newSlot(Shape.OBJECT);
      method.setFrameSlot(frame);
      code.loadConstant(Layout.variables(function.body(), specialization.inputs(), replacements))
          .anewarray(ConstantDescs.CD_Object)
          .astore(frame);
    }
    code.labelBinding(start.label());
    for (int i = 0; i < start.inputs().size(); i++) {
      body.bindInput(specialization.inputs().get(i), (Place.Slot) start.inputs().get(i));
    }
    passCheckpoint(code);
    if (function.signature() == null) {
      body.emit(function.body(), Target.TAIL);
    } else {
      emitExplained(body, function, function.signature());
    }
    method.leaveScope(scope);
  }

  /**
   * Writes a body that is one call of a Java half: what that raises is compared with the signature,
   * which costs nothing before.
   */
  private static void emitExplained(Body body, FunctionDefinition function, String signature) {
    CodeBuilder code = body.code;
    Label start = code.newBoundLabel();
    body.emit(function.body(), Target.TAIL);
    Label end = code.newBoundLabel();
    code.exceptionCatch(start, end, end, Links.YONA_ERROR);
    code.loadConstant(signature).loadConstant(function.arity()).anewarray(ConstantDescs.CD_Object);
    for (int i = 0; i < function.arity(); i++) {
      code.dup().loadConstant(i);
      body.load(function.parameters().get(i), Shape.OBJECT);
      code.aastore();
    }
    code.invokestatic(Links.SIGNATURE, "explained", Links.EXPLAINED).athrow();
  }

  /** Where what runs can be stopped; each way around a loop leads over one. */
  void passCheckpoint(CodeBuilder code) {
    code.invokestatic(Links.CHECKPOINT, "pass", Links.VOID);
  }

  /**
   * The general specialization hands over to the worker when the inputs are what that demands;
   * gives whether they always are.
   */
  private boolean handOver(
      CodeBuilder code, Method method, Method.Start start, Specialization worker) {
    Label general = code.newLabel();
    List<Place> inputs = start.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      Shape shape = inputs.get(i).shape();
      if (worker.speculated(i) && !shape.isReference() && shape != Shape.LONG) {
        // It is called with Floats only, say.
        return false;
      }
    }
    boolean always = true;
    for (int i = 0; i < inputs.size(); i++) {
      always &= !worker.speculated(i) || !inputs.get(i).shape().isReference();
    }
    if (always) {
      code.labelBinding(start.label());
    }
    for (int i = 0; i < inputs.size(); i++) {
      if (worker.speculated(i) && inputs.get(i).shape().isReference()) {
        Place.Slot slot = (Place.Slot) inputs.get(i);
        code.aload(slot.index()).instanceOf(ConstantDescs.CD_Long).ifeq(general);
      }
    }
    Method.Start target = method.start(worker);
    MethodGroup.Input push =
        (index, shape, _) -> {
          Place.Slot slot = (Place.Slot) inputs.get(index);
          slot.shape().load(code, slot.index());
          slot.shape().convert(code, shape);
        };
    if (target != null) {
      for (int i = 0; i < inputs.size(); i++) {
        push.push(i, target.inputs().get(i).shape(), i);
      }
      for (Place place : target.inputs().reversed()) {
        Place.Slot slot = (Place.Slot) place;
        slot.shape().store(code, slot.index());
      }
      code.goto_(target.label());
    } else {
      group(worker).push(code, worker, push);
      group(worker).invoke(code);
      group(worker).result().convert(code, method.result());
      method.result().returns(code);
    }
    if (!always) {
      code.labelBinding(general);
    }
    return always;
  }

  /** Prepares a part of a specialization. */
  Part part(Body around, Core core, Target target) {
    String name = shown(around.specialization.function()) + "#part" + nextName++;
    Shape result =
        switch (target) {
          case TAIL -> around.method.result();
          case NONE -> Shape.OBJECT;
          default -> target.shape();
        };
    // In tail position the part may itself end in a tail call that is still to be made.
    List<Variable> inputs = around.layout().framed() ? null : Traversal.free(core);
    List<Shape> shapes = new ArrayList<>();
    List<ClassDesc> types = new ArrayList<>();
    boolean packed = false;
    if (inputs == null) {
      types.add(Links.OBJECTS);
    } else {
      inputs = inputs.stream().filter(around::isBound).toList();
      int slots = 0;
      for (Variable input : inputs) {
        Shape shape = around.place(input).shape();
        shapes.add(shape);
        slots += shape.slots();
        types.add(shape.type());
      }
      if (slots > MethodGroup.MAXIMUM_SLOTS) {
        packed = true;
        types.clear();
        types.add(Links.OBJECTS);
      }
    }
    MethodTypeDesc type =
        MethodTypeDesc.of(target == Target.NONE ? ConstantDescs.CD_void : result.type(), types);
    SpecializationContext outer = around.context();
    SpecializationContext own =
        new SpecializationContext(
            outer.host(),
            outer.specialization(),
            outer.types(),
            outer.layout(),
            new HashMap<>(outer.patches()));
    ClassDesc owner =
        around.layout().framed() ? partHost(around.layout().partSize(core)) : around.host.type();
    return new Part(
        name,
        type,
        owner,
        own,
        around,
        around.elements(),
        core,
        inputs,
        shapes,
        packed,
        result,
        target,
        around.method.steps());
  }

  /** The class for the next part of a very large function. */
  private ClassDesc partHost(int size) {
    if (partsSize + size > PARTS_SIZE) {
      partsSize = 0;
      partHosts++;
    }
    partsSize += size;
    return inner("p" + partHosts);
  }

  private void writePart(CodeBuilder code, Host host, Part part, List<Part> parts) {
    int slots = part.type().parameterCount();
    for (Shape shape : part.packed() ? List.<Shape>of() : part.shapes()) {
      slots += shape.slots() - 1;
    }
    Method method =
        new Method(code, part.result(), part.steps() && part.target() == Target.TAIL, slots);
    method.line(lines.line(part.body().at().start()));
    int scope = method.enterScope();
    Body body = Body.of(method, part.context().in(host), part);
    if (part.inputs() == null) {
      method.setFrameSlot(0);
    } else {
      int next = 0;
      for (int i = 0; i < part.inputs().size(); i++) {
        Shape shape = part.shapes().get(i);
        Place.Slot slot = new Place.Slot(part.packed() ? method.newSlot(shape) : next, shape);
        if (part.packed()) {
          code.aload(0).loadConstant(i).aaload();
          ClosureClass.unboxOrNothing(code, shape);
          shape.store(code, slot.index());
        }
        next += shape.slots();
        body.expose(part.inputs().get(i), slot);
      }
    }
    switch (part.target()) {
      case NONE -> {
        body.emit(part.body(), Target.NONE);
        code.return_();
      }
      default -> body.emit(part.body(), Target.TAIL);
    }
    method.leaveScope(scope);
    parts.addAll(method.parts());
  }

  // What is called from outside.

  private void writeEntries(ClassBuilder builder, Host host) {
    if (source.main() != null) {
      writeEntry(builder, source.main(), Bytecode.MAIN, true);
    }
    ModuleDefinition module = source.module();
    if (module == null) {
      return;
    }
    for (FunctionDefinition function : module.exportedFunctions()) {
      Specialization specialization = inference.general(function);
      if (names.add(function.name())) {
        writeEntry(builder, function, function.name(), true);
      }
      if (specialization.steps() && names.add(function.name() + STEP_SUFFIX)) {
        writeEntry(builder, function, function.name() + STEP_SUFFIX, false);
      }
    }
    writeModule(builder, host, module);
  }

  private void writeEntry(
      ClassBuilder builder, FunctionDefinition function, String name, boolean finish) {
    Specialization specialization = inference.general(function);
    boolean array = function.arity() > MAXIMUM_PARAMETERS;
    builder.withMethodBody(
        name,
        array ? Links.ALL : Links.generic(function.arity()),
        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
        code -> {
          group(specialization)
              .push(
                  code,
                  specialization,
                  (index, shape, _) -> {
                    if (array) {
                      code.aload(0).loadConstant(index).aaload();
                    } else {
                      code.aload(index);
                    }
                    Shape.OBJECT.convert(code, shape);
                  });
          group(specialization).invoke(code);
          group(specialization).result().convert(code, Shape.OBJECT);
          if (finish && specialization.steps()) {
            code.invokestatic(Links.TAIL_CALL, "finish", Links.UNARY);
          }
          code.areturn();
        });
  }

  /** The module value is made when it is first asked for. */
  private void writeModule(ClassBuilder builder, Host host, ModuleDefinition module) {
    builder.withField(MODULE_METHOD, Links.MODULE, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC);
    builder.withMethodBody(
        MODULE_METHOD,
        MethodTypeDesc.of(Links.MODULE),
        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_SYNCHRONIZED,
        code -> {
          Label known = code.newLabel();
          code.getstatic(host.type(), MODULE_METHOD, Links.MODULE).ifnonnull(known);
          FunctionCode.pushModule(
              code,
              host,
              module,
              function ->
                  code.getstatic(closure(function).type(), ClosureClass.INSTANCE, Links.FUNCTION));
          code.putstatic(host.type(), MODULE_METHOD, Links.MODULE);
          code.labelBinding(known).getstatic(host.type(), MODULE_METHOD, Links.MODULE).areturn();
        });
  }
}
