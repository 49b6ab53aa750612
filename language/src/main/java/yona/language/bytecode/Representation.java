package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import yona.language.optimize.Specialization;
import yona.language.optimize.Types;

/** How a value lies on the JVM's stack and in its locals. */
@SuppressWarnings("ImmutableEnumChecker") // descriptors are immutable
enum Representation {
  LONG(TypeKind.LONG, ConstantDescs.CD_long, ConstantDescs.CD_Long, "longValue"),
  DOUBLE(TypeKind.DOUBLE, ConstantDescs.CD_double, ConstantDescs.CD_Double, "doubleValue"),
  BOOLEAN(TypeKind.INT, ConstantDescs.CD_boolean, ConstantDescs.CD_Boolean, "booleanValue"),
  SEQ(TypeKind.REFERENCE, RuntimeSymbols.SEQ, RuntimeSymbols.SEQ, ""),
  OBJECT(TypeKind.REFERENCE, ConstantDescs.CD_Object, ConstantDescs.CD_Object, "");

  private final TypeKind kind;
  private final ClassDesc type;
  private final ClassDesc box;
  private final String unbox;

  Representation(TypeKind kind, ClassDesc type, ClassDesc box, String unbox) {
    this.kind = kind;
    this.type = type;
    this.box = box;
    this.unbox = unbox;
  }

  /** The best representation for values of a type. */
  static Representation of(int type) {
    return switch (type) {
      case Types.LONG -> LONG;
      case Types.DOUBLE -> DOUBLE;
      case Types.BOOLEAN -> BOOLEAN;
      case Types.SEQ -> SEQ;
      default -> OBJECT;
    };
  }

  /** How an input of a specialization travels. */
  static Representation of(Specialization specialization, int input) {
    return of(specialization.type(input));
  }

  /** How the result of a specialization travels. */
  static Representation ofResult(Specialization specialization) {
    return specialization.steps() ? OBJECT : of(specialization.result());
  }

  TypeKind kind() {
    return kind;
  }

  /** Whether it is an object, which needs no boxing. */
  boolean isReference() {
    return kind == TypeKind.REFERENCE;
  }

  ClassDesc type() {
    return type;
  }

  int slots() {
    return kind.slotSize();
  }

  /** Turns the value on the stack from this representation into another one. */
  void convert(CodeBuilder code, Representation to) {
    if (this == to || (to == OBJECT && isReference())) {
      return;
    }
    if (to == OBJECT) {
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
      return;
    }
    if (this != OBJECT) {
      // Only where the value is never reached: its type is empty.
      pop(code);
      code.aconst_null();
    }
    code.checkcast(to.box);
    if (!to.isReference()) {
      code.invokevirtual(to.box, to.unbox, MethodTypeDesc.of(to.type));
    }
  }

  void load(CodeBuilder code, int slot) {
    code.loadLocal(kind, slot);
  }

  void store(CodeBuilder code, int slot) {
    code.storeLocal(kind, slot);
  }

  void returns(CodeBuilder code) {
    code.return_(kind);
  }

  void pop(CodeBuilder code) {
    if (slots() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }

  /** Any value of the representation, where one is needed and never looked at. */
  void pushDefault(CodeBuilder code) {
    switch (this) {
      case LONG -> code.lconst_0();
      case DOUBLE -> code.dconst_0();
      case BOOLEAN -> code.iconst_0();
      default -> code.aconst_null();
    }
  }
}
