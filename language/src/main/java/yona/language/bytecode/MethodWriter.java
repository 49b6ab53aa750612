package yona.language.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import yona.language.core.FunctionDefinition;
import yona.language.optimize.Specialization;

/** Writes the methods of specializations: the start of each, and its body. */
final class MethodWriter {
  private final ClassGenerator generator;

  MethodWriter(ClassGenerator generator) {
    this.generator = generator;
  }

  /** Writes the method of a group into a class; gives the outlined parts that it calls. */
  List<OutlinedPart> write(ClassBuilder builder, Host host, MethodGroup group) {
    Map<Specialization, SpecializationContext> contexts = new HashMap<>();
    for (Specialization specialization : group.members()) {
      contexts.put(
          specialization,
          new SpecializationContext(
              host,
              specialization,
              generator.inference().types(specialization),
              new Outlining(specialization.function().body(), generator.replacements()),
              new HashMap<>()));
    }
    int flags =
        group.name().indexOf('#') < 0
            ? ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC
            : ClassFile.ACC_STATIC;
    List<OutlinedPart> parts = new ArrayList<>();
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
    return parts;
  }

  private void writeMembers(
      CodeBuilder code,
      MethodGroup group,
      Map<Specialization, SpecializationContext> contexts,
      List<OutlinedPart> parts) {
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
    method.line(generator.lines().line(group.members().getFirst().function().at().start()));
    List<Label> labels = new ArrayList<>();
    for (Specialization specialization : group.members()) {
      List<Place> inputs = new ArrayList<>();
      boolean own = group.merged() || group.packed();
      int[] places = group.places(specialization);
      for (int i = 0; i < places.length; i++) {
        Representation representation = Representation.of(specialization, i);
        int slot = own ? method.newSlot(representation) : at[places[i]];
        inputs.add(new Place.Slot(slot, representation));
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
        ClosureClass.unboxOrNothing(code, slot.representation());
      } else {
        slot.representation().load(code, at[group.places(specialization)[i]]);
      }
      slot.representation().store(code, slot.index());
    }
  }

  private void writeSpecialization(
      CodeBuilder code, Method method, SpecializationContext context, Method.Start start) {
    Specialization specialization = context.specialization();
    FunctionDefinition function = specialization.function();
    method.line(generator.lines().line(function.at().start()));
    int scope = method.enterScope();
    Specialization worker =
        specialization.isWorker() ? null : generator.inference().worker(function);
    if (worker != null && handOver(code, method, start, worker)) {
      method.leaveScope(scope);
      return;
    }
    Body body = Body.of(method, context);
    if (context.outlining().framed()) {
      int frame = method.newSlot(Representation.OBJECT);
      method.setFrameSlot(frame);
      code.loadConstant(
              Outlining.variables(
                  function.body(), specialization.inputs(), generator.replacements()))
          .anewarray(ConstantDescs.CD_Object)
          .astore(frame);
    }
    code.labelBinding(start.label());
    for (int i = 0; i < start.inputs().size(); i++) {
      body.cursors.bindInput(specialization.inputs().get(i), (Place.Slot) start.inputs().get(i));
    }
    generator.passCheckpoint(code);
    if (function.signature() == null) {
      body.emit(function.body(), Destination.TAIL);
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
    body.emit(function.body(), Destination.TAIL);
    Label end = code.newBoundLabel();
    code.exceptionCatch(start, end, end, RuntimeSymbols.YONA_ERROR);
    code.loadConstant(signature).loadConstant(function.arity()).anewarray(ConstantDescs.CD_Object);
    for (int i = 0; i < function.arity(); i++) {
      code.dup().loadConstant(i);
      body.variables.load(function.parameters().get(i), Representation.OBJECT);
      code.aastore();
    }
    code.invokestatic(RuntimeSymbols.SIGNATURE, "explained", RuntimeSymbols.EXPLAINED).athrow();
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
      Representation representation = inputs.get(i).representation();
      if (worker.speculated(i)
          && !representation.isReference()
          && representation != Representation.LONG) {
        // It is called with Floats only, say.
        return false;
      }
    }
    boolean always = true;
    for (int i = 0; i < inputs.size(); i++) {
      always &= !worker.speculated(i) || !inputs.get(i).representation().isReference();
    }
    if (always) {
      code.labelBinding(start.label());
    }
    for (int i = 0; i < inputs.size(); i++) {
      if (worker.speculated(i) && inputs.get(i).representation().isReference()) {
        Place.Slot slot = (Place.Slot) inputs.get(i);
        code.aload(slot.index()).instanceOf(ConstantDescs.CD_Long).ifeq(general);
      }
    }
    Method.Start there = method.start(worker);
    MethodGroup.Input push =
        (index, representation, _) -> {
          Place.Slot slot = (Place.Slot) inputs.get(index);
          slot.representation().load(code, slot.index());
          slot.representation().convert(code, representation);
        };
    if (there != null) {
      for (int i = 0; i < inputs.size(); i++) {
        push.push(i, there.inputs().get(i).representation(), i);
      }
      for (Place place : there.inputs().reversed()) {
        Place.Slot slot = (Place.Slot) place;
        slot.representation().store(code, slot.index());
      }
      code.goto_(there.label());
    } else {
      generator.group(worker).push(code, worker, push);
      generator.group(worker).invoke(code);
      generator.group(worker).result().convert(code, method.result());
      method.result().returns(code);
    }
    if (!always) {
      code.labelBinding(general);
    }
    return always;
  }
}
