package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.Variable;
import yona.language.optimize.Specialization;

/**
 * Where the variables are that the code of a body can read: in locals of the JVM, or in the array
 * that the methods of a very large function share.
 */
final class Environment {
  /** What a closure made before a variable was bound still needs. */
  record Patch(Variable closure, FunctionCode.Field field) {}

  /** What was known of a variable before it got its place. */
  private record Earlier(Variable variable, @Nullable Place place) {}

  private final Map<Variable, Place> places = new HashMap<>();
  private final List<Earlier> replaced = new ArrayList<>();

  /** The variables bound here that are in the array, by the order in which they were. */
  private final Map<Variable, Integer> elements = new HashMap<>();

  /** Whether variables that were looked for are bound in the bodies around this part. */
  private final Map<Variable, Boolean> boundAround = new HashMap<>();

  private final Map<Variable, List<Patch>> patches;
  private final Method method;
  private final CodeBuilder code;
  private final Specialization specialization;
  private final Outlining outlining;
  private final @Nullable OutlinedPart part;

  /**
   * Nothing is bound yet, but for what is bound around a part.
   *
   * @param part the part that the body is, or null
   */
  Environment(Method method, SpecializationContext context, @Nullable OutlinedPart part) {
    this.method = method;
    this.code = method.code();
    this.specialization = context.specialization();
    this.outlining = context.outlining();
    this.patches = context.patches();
    this.part = part;
  }

  boolean isBound(Variable variable) {
    return find(variable) != null;
  }

  /** Whether the variable is in a local. */
  boolean isLocal(Variable variable) {
    return places.get(variable) instanceof Place.Slot;
  }

  Place place(Variable variable) {
    Place place = find(variable);
    if (place == null) {
      throw new IllegalStateException(
          "variable " + variable + " is not bound in " + specialization + " at " + variable.at());
    }
    return place;
  }

  /** A part of a large function also sees what was bound around it when it was called. */
  private @Nullable Place find(Variable variable) {
    Place place = places.get(variable);
    if (place != null || !outlining.framed()) {
      return place;
    }
    Boolean known = boundAround.get(variable);
    if (known == null) {
      known = isBoundAround(variable);
      boundAround.put(variable, known);
    }
    return known ? new Place.Element(outlining.index(variable)) : null;
  }

  private boolean isBoundAround(Variable variable) {
    for (OutlinedPart each = part; each != null; each = each.around().variables.part) {
      Environment around = each.around().variables;
      Integer order = around.elements.get(variable);
      if (order != null) {
        return order < each.bound();
      }
      Boolean known = around.boundAround.get(variable);
      if (known != null) {
        return known;
      }
    }
    return false;
  }

  /** How many variables are in the array because of this body. */
  int elements() {
    return elements.size();
  }

  private void putPlace(Variable variable, Place place) {
    replaced.add(new Earlier(variable, places.put(variable, place)));
  }

  /** How many bindings there are; for {@link #forget}. */
  int bindings() {
    return replaced.size();
  }

  /**
   * Forgets what an expression has bound since there were {@code first} bindings: where it is
   * written again, on another path of a match or in a function that waits, that is not bound yet.
   */
  void forget(int first) {
    while (replaced.size() > first) {
      Earlier earlier = replaced.removeLast();
      if (earlier.place == null) {
        places.remove(earlier.variable);
      } else {
        places.put(earlier.variable, earlier.place);
      }
    }
  }

  /** Says where a variable is, without storing anything. */
  void setPlace(Variable variable, Place place) {
    putPlace(variable, place);
  }

  /** Binds a variable to the value on the stack, which has the representation. */
  void bind(Variable variable, Representation representation) {
    if (outlining.framed()) {
      int value = method.newSlot(representation);
      representation.store(code, value);
      bindFromSlot(variable, new Place.Slot(value, representation));
      return;
    }
    Place.Slot place = new Place.Slot(method.newSlot(representation), representation);
    representation.store(code, place.index());
    bindFromSlot(variable, place);
  }

  /**
   * Makes a variable readable whose value may be in other locals on other paths; where this path
   * ends, {@link Method#undeclare} it.
   */
  void expose(Variable variable, Place.Slot slot) {
    if (outlining.framed()) {
      storeElement(variable, slot);
    } else {
      putPlace(variable, slot);
      method.declare(variable, slot);
    }
  }

  private void storeElement(Variable variable, Place.Slot slot) {
    Place.Element element = new Place.Element(outlining.index(variable));
    code.aload(method.frameSlot()).loadConstant(element.index());
    slot.representation().load(code, slot.index());
    slot.representation().convert(code, Representation.OBJECT);
    code.aastore();
    putPlace(variable, element);
    elements.putIfAbsent(variable, elements.size());
  }

  /** Binds a variable of no part to the object on the stack. */
  void bindLocal(Variable variable) {
    int slot = method.newSlot(Representation.OBJECT);
    code.astore(slot);
    putPlace(variable, new Place.Slot(slot, Representation.OBJECT));
  }

  /** Binds a variable to a value that is in a local already. */
  void bindFromSlot(Variable variable, Place.Slot slot) {
    if (outlining.framed()) {
      storeElement(variable, slot);
    } else {
      putPlace(variable, slot);
      method.declare(variable, slot);
    }
    patch(variable);
  }

  /** Binds a variable to what is left of a cursor. */
  void bindRest(Variable variable, Place.Rest rest) {
    putPlace(variable, rest);
    patch(variable);
  }

  /** Pops the next value of an input, for a jump back to the start. */
  void storeInput(Place place) {
    switch (place) {
      case Place.Slot slot -> slot.representation().store(code, slot.index());
      case Place.Rest _ -> throw new IllegalStateException("a rest is no input");
      case Place.Element element -> {
        int value = method.newSlot(Representation.OBJECT);
        code.astore(value);
        code.aload(method.frameSlot()).loadConstant(element.index()).aload(value).aastore();
      }
    }
  }

  /** Gives closures that wait for the variable its value. */
  private void patch(Variable variable) {
    List<Patch> waiting = patches.remove(variable);
    if (waiting == null) {
      return;
    }
    for (Patch patch : waiting) {
      load(patch.closure());
      code.checkcast(patch.field().owner());
      load(variable, patch.field().representation());
      code.putfield(
          patch.field().owner(), patch.field().name(), patch.field().representation().type());
    }
  }

  void patchLater(Variable variable, Patch patch) {
    patches.computeIfAbsent(variable, _ -> new ArrayList<>()).add(patch);
  }

  /** Pushes a variable in its own representation and gives that. */
  Representation load(Variable variable) {
    switch (place(variable)) {
      case Place.Slot slot -> slot.representation().load(code, slot.index());
      case Place.Rest rest -> load(rest);
      case Place.Element element ->
          code.aload(method.frameSlot()).loadConstant(element.index()).aaload();
    }
    return place(variable).representation();
  }

  /** Pushes what is left of a cursor. */
  void load(Place.Rest rest) {
    code.aload(rest.cursor());
    if (rest.passed() == 0) {
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "value", RuntimeSymbols.UNARY);
    } else {
      code.loadConstant(rest.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "rest", RuntimeSymbols.REST);
    }
  }

  /**
   * Pushes a variable in a representation; one that is not bound yet gives a value that nobody
   * looks at.
   */
  void load(Variable variable, Representation representation) {
    if (isBound(variable)) {
      load(variable).convert(code, representation);
    } else {
      representation.pushDefault(code);
    }
  }
}
