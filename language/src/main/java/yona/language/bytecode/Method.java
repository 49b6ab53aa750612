package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.Variable;
import yona.language.optimize.Specialization;

/** What the code of one method shares: locals, scopes, where tail calls jump to, its parts. */
final class Method {
  /** Where a specialization starts in this method, and where its inputs are. */
  record Start(Label label, List<Place> inputs) {}

  private record Declared(Variable variable, Place.Slot slot, Label from) {}

  private static final int MAXIMUM_LINE = 0xFFFF;

  private final CodeBuilder code;
  private final Representation result;
  private final boolean steps;
  private final Map<Specialization, Start> starts = new HashMap<>();
  private final List<OutlinedPart> parts = new ArrayList<>();
  private final List<Declared> declared = new ArrayList<>();
  private final List<Integer> scopes = new ArrayList<>();
  private int nextSlot;
  private int frameSlot = -1;
  private int line;

  /**
   * A method that is being written.
   *
   * @param parameters slots taken by its parameters
   * @param steps whether its result may be a tail call that is still to be made
   */
  Method(CodeBuilder code, Representation result, boolean steps, int parameters) {
    this.code = code;
    this.result = result;
    this.steps = steps;
    this.nextSlot = parameters;
  }

  CodeBuilder code() {
    return code;
  }

  Representation result() {
    return result;
  }

  boolean steps() {
    return steps;
  }

  void start(Specialization specialization, Start start) {
    starts.put(specialization, start);
  }

  /** Where a tail call of the specialization jumps to, or null. */
  @Nullable Start start(Specialization specialization) {
    return starts.get(specialization);
  }

  int newSlot(Representation representation) {
    int slot = nextSlot;
    nextSlot += representation.slots();
    return slot;
  }

  /** The local that holds the array of a very large function. */
  int frameSlot() {
    return frameSlot;
  }

  void setFrameSlot(int slot) {
    frameSlot = slot;
  }

  /** Locals made from now on are free again after {@link #leaveScope}. */
  int enterScope() {
    scopes.add(nextSlot);
    return declared.size();
  }

  void leaveScope(int first) {
    nextSlot = scopes.removeLast();
    undeclare(first);
  }

  /** How many variables debuggers show here; for {@link #undeclare}. */
  int declared() {
    return declared.size();
  }

  /** Variables declared since there were {@code first} are shown no more; their locals stay. */
  void undeclare(int first) {
    while (declared.size() > first) {
      Declared each = declared.removeLast();
      code.localVariable(
          each.slot.index(),
          each.variable.name(),
          each.slot.representation().type(),
          each.from,
          code.newBoundLabel());
    }
  }

  /**
   * Debuggers show the variable in the local from here to the end of the scope, or to {@link
   * #undeclare}.
   */
  void declare(Variable variable, Place.Slot slot) {
    if (!variable.name().startsWith("$")) {
      declared.add(new Declared(variable, slot, code.newBoundLabel()));
    }
  }

  /** The code that follows belongs to the line; a LineNumberTable holds none beyond 65,535. */
  void line(int number) {
    if (number != line && number <= MAXIMUM_LINE) {
      code.lineNumber(number);
      line = number;
    }
  }

  void add(OutlinedPart part) {
    parts.add(part);
  }

  List<OutlinedPart> parts() {
    return parts;
  }
}
