package yona.language.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import yona.language.core.Core;
import yona.language.core.Traversal;
import yona.language.core.Variable;

/** The expressions of large functions that become methods, and the classes that hold those. */
final class OutlinedParts {
  /**
   * How much code of parts one class takes. An entry of the constant pool is needed for a byte at
   * most: where parts consist of constants and calls of other parts.
   */
  private static final int PARTS_SIZE = 60_000;

  private final ClassGenerator generator;
  private final ArrayDeque<OutlinedPart> otherParts = new ArrayDeque<>();
  private int partHosts;
  private int partsSize = PARTS_SIZE;

  OutlinedParts(ClassGenerator generator) {
    this.generator = generator;
  }

  /** Writes the parts that go into a class, and the parts of those; keeps the others for later. */
  void write(ClassBuilder builder, Host host, List<OutlinedPart> parts) {
    List<OutlinedPart> inner = new ArrayList<>();
    ArrayDeque<OutlinedPart> open = new ArrayDeque<>(parts);
    while (!open.isEmpty()) {
      OutlinedPart part = open.removeFirst();
      if (!part.owner().equals(host.type())) {
        otherParts.add(part);
        continue;
      }
      Map<Variable, List<Environment.Patch>> before = new HashMap<>(part.context().patches());
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
  void writeHosts() {
    while (!otherParts.isEmpty()) {
      ClassDesc type = otherParts.getFirst().owner();
      Host host = new Host(generator, type, new Constants(type));
      generator
          .output()
          .write(
              type,
              ConstantDescs.CD_Object,
              builder -> {
                // The parts of a part come after it, so those of one class are together.
                while (!otherParts.isEmpty() && otherParts.getFirst().owner().equals(type)) {
                  write(builder, host, List.of(otherParts.removeFirst()));
                }
                host.constants().write(builder);
              });
      host.constants().writeOthers(generator.output());
    }
  }

  /** Prepares an expression that becomes a method of its own. */
  OutlinedPart prepare(Body around, Core core, Destination destination) {
    String name = generator.partName(around.specialization.function());
    Representation result =
        switch (destination) {
          case TAIL -> around.method.result();
          case NONE -> Representation.OBJECT;
          default -> destination.representation();
        };
    // In tail position the part may itself end in a tail call that is still to be made.
    List<Variable> inputs = around.outlining().framed() ? null : Traversal.free(core);
    List<Representation> representations = new ArrayList<>();
    List<ClassDesc> types = new ArrayList<>();
    boolean packed = false;
    if (inputs == null) {
      types.add(RuntimeSymbols.OBJECTS);
    } else {
      inputs = inputs.stream().filter(around.variables::isBound).toList();
      int slots = 0;
      for (Variable input : inputs) {
        Representation representation = around.variables.place(input).representation();
        representations.add(representation);
        slots += representation.slots();
        types.add(representation.type());
      }
      if (slots > MethodGroup.MAXIMUM_SLOTS) {
        packed = true;
        types.clear();
        types.add(RuntimeSymbols.OBJECTS);
      }
    }
    MethodTypeDesc type =
        MethodTypeDesc.of(
            destination == Destination.NONE ? ConstantDescs.CD_void : result.type(), types);
    SpecializationContext outer = around.context();
    SpecializationContext own =
        new SpecializationContext(
            outer.host(),
            outer.specialization(),
            outer.types(),
            outer.outlining(),
            new HashMap<>(outer.patches()));
    ClassDesc owner =
        around.outlining().framed()
            ? partHost(around.outlining().partSize(core))
            : around.host.type();
    return new OutlinedPart(
        name,
        type,
        owner,
        own,
        around,
        around.variables.elements(),
        core,
        inputs,
        representations,
        packed,
        result,
        destination,
        around.method.steps());
  }

  /** The class for the next part of a very large function. */
  private ClassDesc partHost(int size) {
    if (partsSize + size > PARTS_SIZE) {
      partsSize = 0;
      partHosts++;
    }
    partsSize += size;
    return generator.inner("p" + partHosts);
  }

  private void writePart(CodeBuilder code, Host host, OutlinedPart part, List<OutlinedPart> parts) {
    int slots = part.type().parameterCount();
    for (Representation representation :
        part.packed() ? List.<Representation>of() : part.representations()) {
      slots += representation.slots() - 1;
    }
    Method method =
        new Method(
            code, part.result(), part.steps() && part.destination() == Destination.TAIL, slots);
    method.line(generator.lines().line(part.body().at().start()));
    int scope = method.enterScope();
    Body body = Body.of(method, part.context().in(host), part);
    if (part.inputs() == null) {
      method.setFrameSlot(0);
    } else {
      int next = 0;
      for (int i = 0; i < part.inputs().size(); i++) {
        Representation representation = part.representations().get(i);
        Place.Slot slot =
            new Place.Slot(part.packed() ? method.newSlot(representation) : next, representation);
        if (part.packed()) {
          code.aload(0).loadConstant(i).aaload();
          ClosureClass.unboxOrNothing(code, representation);
          representation.store(code, slot.index());
        }
        next += representation.slots();
        body.variables.expose(part.inputs().get(i), slot);
      }
    }
    switch (part.destination()) {
      case NONE -> {
        body.emit(part.body(), Destination.NONE);
        code.return_();
      }
      default -> body.emit(part.body(), Destination.TAIL);
    }
    method.leaveScope(scope);
    parts.addAll(method.parts());
  }
}
