package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Collections;
import yona.language.core.StaticFunction;

/** The classes and methods that compiled code links to. */
final class RuntimeSymbols {
  static final ClassDesc FUNCTION = runtime("Function");
  static final ClassDesc TAIL_CALL = runtime("TailCall");
  static final ClassDesc ERRORS = runtime("Errors");
  static final ClassDesc PREEMPTION = runtime("Preemption");
  static final ClassDesc YONA_ERROR = runtime("YonaError");
  static final ClassDesc SIGNATURE = runtime("Signature");
  static final ClassDesc OPERATORS = runtime("Operators");
  static final ClassDesc PATTERNS = runtime("Patterns");
  static final ClassDesc RECORDS = runtime("Records");
  static final ClassDesc FIELD_SITE = runtime("FieldSite");
  static final ClassDesc TRANSIENTS = runtime("Transients");
  static final ClassDesc MODULE = runtime("Module");
  static final ClassDesc GROUPS = runtime("Groups");
  static final ClassDesc CONTEXTS = runtime("Contexts");
  static final ClassDesc COMPREHENSIONS = runtime("Comprehensions");
  static final ClassDesc INTERPOLATION = runtime("Interpolation");
  static final ClassDesc GRANT = runtime("Grant");
  static final ClassDesc INVOCATION = runtime("Invocation");

  static final ClassDesc CHECKPOINT = data("Checkpoint");
  static final ClassDesc SEQ = data("Seq");
  static final ClassDesc SEQ_CURSOR = data("SeqCursor");
  static final ClassDesc SEQ_BUILDER = data("SeqBuilder");
  static final ClassDesc SET = data("Set");
  static final ClassDesc SET_BUILDER = SET.nested("Builder");
  static final ClassDesc DICT = data("Dict");
  static final ClassDesc DICT_BUILDER = DICT.nested("Builder");
  static final ClassDesc TUPLE = data("Tuple");
  static final ClassDesc RECORD = data("Record");
  static final ClassDesc RECORD_TYPE = data("RecordType");
  static final ClassDesc SYMBOL = data("Symbol");
  static final ClassDesc CHAR = data("Char");
  static final ClassDesc UNIT = data("Unit");
  static final ClassDesc EQUALITY = data("Equality");
  static final ClassDesc TEXT = data("Text");

  static final ClassDesc CHAR_SEQUENCE = ClassDesc.of("java.lang.CharSequence");
  static final ClassDesc BIG_INTEGER = ClassDesc.of("java.math.BigInteger");
  static final ClassDesc ITERATOR = ClassDesc.of("java.util.Iterator");
  static final ClassDesc OBJECTS = CD_Object.arrayType();
  static final ClassDesc STRINGS = CD_String.arrayType();
  static final ClassDesc RECORD_TYPES = RECORD_TYPE.arrayType();

  static final MethodTypeDesc UNARY = generic(1);
  static final MethodTypeDesc BINARY = generic(2);
  static final MethodTypeDesc COMPARISON = MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object);
  static final MethodTypeDesc TEST = MethodTypeDesc.of(CD_boolean, CD_Object);
  static final MethodTypeDesc LONG_BINARY = MethodTypeDesc.of(CD_long, CD_long, CD_long);
  static final MethodTypeDesc VOID = MethodTypeDesc.of(CD_void);
  static final MethodTypeDesc NOTE = MethodTypeDesc.of(CD_void, CD_Object);
  static final MethodTypeDesc NOTE_RESULT = MethodTypeDesc.of(CD_void, CD_Object, CD_Object);
  static final MethodTypeDesc BOOLEAN = MethodTypeDesc.of(CD_boolean);
  static final MethodTypeDesc LENGTH = MethodTypeDesc.of(CD_long);
  static final MethodTypeDesc TUPLE_LENGTH = MethodTypeDesc.of(CD_int);
  static final MethodTypeDesc ADVANCE = MethodTypeDesc.of(CD_boolean, CD_Object, CD_int);
  static final MethodTypeDesc REST = MethodTypeDesc.of(SEQ, CD_Object, CD_int);
  static final MethodTypeDesc EXPLAINED =
      MethodTypeDesc.of(YONA_ERROR, YONA_ERROR, CD_String, OBJECTS);
  static final MethodTypeDesc ALL = MethodTypeDesc.of(CD_Object, OBJECTS);

  private RuntimeSymbols() {}

  private static ClassDesc runtime(String name) {
    return ClassDesc.of("yona.language.runtime", name);
  }

  private static ClassDesc data(String name) {
    return ClassDesc.of("yona.data", name);
  }

  /** The type of the method behind a function that is linked by name. */
  static MethodTypeDesc half(StaticFunction function) {
    MethodTypeDesc type = generic(function.arity());
    if (function.takesName()) {
      type = type.insertParameterTypes(type.parameterCount(), CD_String);
    }
    return function.takesCaller() ? type.insertParameterTypes(0, CD_Class) : type;
  }

  /** A method from so many values to a value. */
  static MethodTypeDesc generic(int arity) {
    return MethodTypeDesc.of(CD_Object, Collections.nCopies(arity, CD_Object));
  }
}
