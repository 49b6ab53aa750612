package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import yona.language.optimize.Specialization;

/**
 * The method that holds a specialization, or several specializations that call each other in tail
 * position: those become one method, so that such a call is a jump. Then its first parameter says
 * where to start, and each other parameter serves one input of each member.
 */
final class MethodGroup {
  /** A method may have 255 slots; beyond this the inputs travel in one array. */
  static final int MAXIMUM_SLOTS = 240;

  private final List<Specialization> members;
  private final ClassDesc owner;
  private final String name;
  private final List<Representation> parameters = new ArrayList<>();
  private final List<int[]> places = new ArrayList<>();
  private final boolean packed;
  private final Representation result;
  private final MethodTypeDesc type;

  MethodGroup(List<Specialization> members, ClassDesc owner, String name) {
    this.members = members;
    this.owner = owner;
    this.name = name;
    int slots = 1;
    for (Specialization member : members) {
      places.add(place(member));
    }
    for (Representation parameter : parameters) {
      slots += parameter.slots();
    }
    this.packed = slots > MAXIMUM_SLOTS;
    this.result = Representation.ofResult(members.getFirst());
    List<ClassDesc> types = new ArrayList<>();
    if (merged()) {
      types.add(ConstantDescs.CD_int);
    }
    if (packed) {
      types.add(ConstantDescs.CD_Object.arrayType());
    } else {
      parameters.forEach(parameter -> types.add(parameter.type()));
    }
    this.type = MethodTypeDesc.of(result.type(), types);
  }

  /**
   * Finds a parameter for each input, in order, so that arguments can be pushed from left to right.
   */
  private int[] place(Specialization member) {
    int[] place = new int[member.inputs().size()];
    int next = 0;
    for (int i = 0; i < place.length; i++) {
      while (next < parameters.size() && parameters.get(next) != Representation.of(member, i)) {
        next++;
      }
      if (next == parameters.size()) {
        parameters.add(Representation.of(member, i));
      }
      place[i] = next++;
    }
    return place;
  }

  List<Specialization> members() {
    return members;
  }

  ClassDesc owner() {
    return owner;
  }

  String name() {
    return name;
  }

  MethodTypeDesc type() {
    return type;
  }

  Representation result() {
    return result;
  }

  boolean merged() {
    return members.size() > 1;
  }

  boolean packed() {
    return packed;
  }

  List<Representation> parameters() {
    return parameters;
  }

  int[] places(Specialization member) {
    return places.get(members.indexOf(member));
  }

  /** Pushes an input of a call. */
  interface Input {
    /**
     * Pushes the input of this index in its representation; {@code above} values lie above the
     * call's start.
     */
    void push(int index, Representation representation, int above);
  }

  /** Calls the method; its arguments are on the stack. */
  void invoke(CodeBuilder code) {
    code.invokestatic(owner, name, type);
  }

  /** Pushes the arguments of a call. */
  void push(CodeBuilder code, Specialization member, Input input) {
    int above = 0;
    if (merged()) {
      code.loadConstant(members.indexOf(member));
      above++;
    }
    int count = member.inputs().size();
    if (packed) {
      code.loadConstant(count).anewarray(ConstantDescs.CD_Object);
      for (int i = 0; i < count; i++) {
        code.dup().loadConstant(i);
        input.push(i, Representation.OBJECT, above + 3);
        code.aastore();
      }
    } else {
      int[] places = places(member);
      int next = 0;
      for (int i = 0; i < parameters.size(); i++) {
        if (next < count && places[next] == i) {
          input.push(next, parameters.get(i), above);
          next++;
        } else {
          parameters.get(i).pushDefault(code);
        }
        above++;
      }
    }
  }
}
