package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.RecordShape;

/** Tuples, sequences, sets, dicts, records and strings. */
final class CollectionCode {
  /** How many parts of a string Text.join takes. */
  private static final int JOINED = 3;

  /** An update of so many fields, or fewer, needs no arrays. */
  private static final int FEW_FIELDS = 3;

  private final Body body;
  private final CodeBuilder code;

  CollectionCode(Body body) {
    this.body = body;
    this.code = body.code;
  }

  /** Pushes an array of values. */
  void array(List<? extends Core> elements) {
    code.loadConstant(elements.size()).anewarray(CD_Object);
    body.depth += 3;
    for (int i = 0; i < elements.size(); i++) {
      code.dup().loadConstant(i);
      body.object(elements.get(i));
      code.aastore();
    }
    body.depth -= 3;
  }

  void tuple(Core.MakeTuple core, Destination destination) {
    List<Core> elements = core.elements();
    if (elements.size() <= 3) {
      for (Core element : elements) {
        body.object(element);
        body.depth++;
      }
      body.depth -= elements.size();
    } else {
      array(elements);
    }
    MethodTypeDesc type =
        elements.size() <= 3
            ? RuntimeSymbols.generic(elements.size()).changeReturnType(RuntimeSymbols.TUPLE)
            : MethodTypeDesc.of(RuntimeSymbols.TUPLE, RuntimeSymbols.OBJECTS);
    code.invokestatic(RuntimeSymbols.TUPLE, "of", type);
    body.finish(Representation.OBJECT, destination);
  }

  void seq(Core.MakeSeq core, Destination destination) {
    if (core.elements().isEmpty()) {
      code.getstatic(RuntimeSymbols.SEQ, "EMPTY", RuntimeSymbols.SEQ);
    } else if (core.elements().stream().allMatch(CollectionCode::isLong)) {
      code.loadConstant(core.elements().size()).newarray(TypeKind.LONG);
      for (int i = 0; i < core.elements().size(); i++) {
        code.dup().loadConstant(i);
        code.loadConstant((Long) ((Core.Constant) core.elements().get(i)).value());
        code.lastore();
      }
      code.invokestatic(
          RuntimeSymbols.SEQ, "longs", MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_long.arrayType()));
    } else {
      array(core.elements());
      code.invokestatic(
          RuntimeSymbols.SEQ, "of", MethodTypeDesc.of(RuntimeSymbols.SEQ, RuntimeSymbols.OBJECTS));
    }
    body.finish(Representation.OBJECT, destination);
  }

  private static boolean isLong(Core core) {
    return core instanceof Core.Constant c && c.value() instanceof Long;
  }

  void set(Core.MakeSet core, Destination destination) {
    array(core.elements());
    code.invokestatic(
        RuntimeSymbols.SET, "of", MethodTypeDesc.of(RuntimeSymbols.SET, RuntimeSymbols.OBJECTS));
    body.finish(Representation.OBJECT, destination);
  }

  void dict(Core.MakeDict core, Destination destination) {
    if (core.keysAndValues().isEmpty()) {
      code.getstatic(RuntimeSymbols.DICT, "EMPTY", RuntimeSymbols.DICT);
    } else {
      code.invokestatic(
          RuntimeSymbols.DICT, "builder", MethodTypeDesc.of(RuntimeSymbols.DICT_BUILDER));
      for (int i = 0; i < core.keysAndValues().size(); i += 2) {
        body.depth++;
        body.object(core.keysAndValues().get(i));
        body.depth++;
        body.object(core.keysAndValues().get(i + 1));
        body.depth -= 2;
        put();
      }
      code.invokevirtual(
          RuntimeSymbols.DICT_BUILDER, "build", MethodTypeDesc.of(RuntimeSymbols.DICT));
    }
    body.finish(Representation.OBJECT, destination);
  }

  /** Puts the key and value on the stack into the builder below. */
  void put() {
    code.invokevirtual(
        RuntimeSymbols.DICT_BUILDER,
        "put",
        RuntimeSymbols.BINARY.changeReturnType(RuntimeSymbols.DICT_BUILDER));
  }

  void range(Core.MakeRange core, Destination destination) {
    if (core.step() == null) {
      body.host.constants().push(code, 1L);
    } else {
      body.object(core.step());
    }
    body.depth++;
    body.object(core.from());
    body.depth++;
    body.object(core.to());
    body.depth -= 2;
    body.at(
        core.at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.COMPREHENSIONS,
                "range",
                RuntimeSymbols.generic(3).changeReturnType(RuntimeSymbols.SEQ)));
    body.finish(Representation.OBJECT, destination);
  }

  void record(Core.MakeRecord core, Destination destination) {
    body.host.constants().pushRecordType(code, core.type());
    body.depth++;
    array(core.fields());
    body.depth--;
    code.invokevirtual(
        RuntimeSymbols.RECORD_TYPE,
        "record",
        MethodTypeDesc.of(RuntimeSymbols.RECORD, RuntimeSymbols.OBJECTS));
    body.finish(Representation.OBJECT, destination);
  }

  void field(Core.GetField core, Destination destination) {
    List<String> fields = List.of(core.field());
    body.object(core.value());
    MethodTypeDesc type = MethodTypeDesc.of(CD_Object, CD_Object, RuntimeSymbols.FIELD_SITE);
    RecordShape expected = expected(core.known(), fields);
    if (expected != null) {
      body.host.constants().pushRecordType(code, expected);
      code.loadConstant(expected.fields().indexOf(core.field()) + 1);
      type = type.insertParameterTypes(1, RuntimeSymbols.RECORD_TYPE, CD_int);
    }
    body.host.constants().pushFieldSite(code, fields, core.known());
    MethodTypeDesc get = type;
    body.at(core.at(), () -> code.invokestatic(RuntimeSymbols.FIELD_SITE, "get", get));
    body.finish(Representation.OBJECT, destination);
  }

  /** The type of record that has the fields, the first of several; null if none has. */
  private static @Nullable RecordShape expected(List<RecordShape> known, List<String> fields) {
    for (RecordShape shape : known) {
      if (shape.fields().containsAll(fields)) {
        return shape;
      }
    }
    return null;
  }

  void update(Core.UpdateRecord core, Destination destination) {
    RecordShape expected = expected(core.known(), core.fields());
    if (expected != null && core.fields().size() <= FEW_FIELDS && expected.fields().size() < 256) {
      updateFew(core, expected);
      body.finish(Representation.OBJECT, destination);
      return;
    }
    body.object(core.value());
    body.depth++;
    array(core.values());
    body.depth--;
    body.host.constants().pushFieldSite(code, core.fields(), core.known());
    MethodTypeDesc update =
        MethodTypeDesc.of(CD_Object, CD_Object, RuntimeSymbols.OBJECTS, RuntimeSymbols.FIELD_SITE);
    body.at(core.at(), () -> code.invokestatic(RuntimeSymbols.FIELD_SITE, "update", update));
    body.finish(Representation.OBJECT, destination);
  }

  /** The JVM compiles places that stand in the code into an update that looks at none. */
  private void updateFew(Core.UpdateRecord core, RecordShape expected) {
    body.object(core.value());
    int places = 0;
    for (int i = 0; i < FEW_FIELDS; i++) {
      body.depth++;
      if (i < core.fields().size()) {
        body.object(core.values().get(i));
        int place = expected.fields().indexOf(core.fields().get(i)) + 1;
        places |= place << (i * Byte.SIZE);
      } else {
        code.aconst_null();
      }
    }
    body.depth -= FEW_FIELDS;
    body.host.constants().pushRecordType(code, expected);
    code.loadConstant(places);
    body.host.constants().pushFieldSite(code, core.fields(), core.known());
    MethodTypeDesc update =
        MethodTypeDesc.of(
            CD_Object,
            CD_Object,
            CD_Object,
            CD_Object,
            CD_Object,
            RuntimeSymbols.RECORD_TYPE,
            CD_int,
            RuntimeSymbols.FIELD_SITE);
    body.at(core.at(), () -> code.invokestatic(RuntimeSymbols.FIELD_SITE, "update", update));
  }

  void interpolation(Core.Interpolation core, Destination destination) {
    if (isJoined(core)) {
      pushJoined(core);
      code.invokestatic(
          RuntimeSymbols.TEXT,
          "join",
          MethodTypeDesc.of(RuntimeSymbols.SEQ, CD_Object, CD_Object, CD_Object));
    } else {
      build(core.parts());
    }
    body.finish(Representation.OBJECT, destination);
  }

  private static boolean isPadded(Core.Part part) {
    return part instanceof Core.ValuePart value && value.width() != null;
  }

  /** Whether a string is of so few parts that all are on the stack before it is made. */
  static boolean isJoined(Core.Interpolation core) {
    return core.parts().size() <= JOINED
        && core.parts().stream().noneMatch(CollectionCode::isPadded);
  }

  /** Pushes the parts of a string that {@link #isJoined}, and null for each that it has not. */
  void pushJoined(Core.Interpolation core) {
    List<Core.Part> parts = core.parts();
    for (Core.Part part : parts) {
      switch (part) {
        case Core.TextPart text -> body.host.constants().push(code, text.text());
        case Core.ValuePart value -> body.object(value.value());
      }
      body.depth++;
    }
    body.depth -= parts.size();
    for (int i = parts.size(); i < JOINED; i++) {
      code.aconst_null();
    }
  }

  private void build(List<Core.Part> parts) {
    newBuilder(RuntimeSymbols.SEQ, RuntimeSymbols.SEQ_BUILDER);
    body.depth++;
    for (Core.Part part : parts) {
      code.dup();
      body.depth++;
      switch (part) {
        case Core.TextPart text -> {
          body.host.constants().push(code, text.text());
          code.invokevirtual(
                  RuntimeSymbols.SEQ_BUILDER,
                  "addAll",
                  MethodTypeDesc.of(RuntimeSymbols.SEQ_BUILDER, RuntimeSymbols.SEQ))
              .pop();
        }
        case Core.ValuePart value -> {
          body.object(value.value());
          MethodTypeDesc type = MethodTypeDesc.of(CD_void, RuntimeSymbols.SEQ_BUILDER, CD_Object);
          Core width = value.width();
          if (width == null) {
            code.invokevirtual(
                    RuntimeSymbols.SEQ_BUILDER,
                    "addPlain",
                    MethodTypeDesc.of(RuntimeSymbols.SEQ_BUILDER, CD_Object))
                .pop();
          } else {
            body.depth++;
            body.object(width);
            body.depth--;
            body.at(
                width.at(),
                () ->
                    code.invokestatic(
                        RuntimeSymbols.INTERPOLATION,
                        "add",
                        type.insertParameterTypes(2, CD_Object)));
          }
        }
      }
      body.depth--;
    }
    body.depth--;
    code.invokevirtual(
        RuntimeSymbols.SEQ_BUILDER, "buildText", MethodTypeDesc.of(RuntimeSymbols.SEQ));
  }

  void newBuilder(ClassDesc collection, ClassDesc builder) {
    code.invokestatic(collection, "builder", MethodTypeDesc.of(builder));
  }
}
