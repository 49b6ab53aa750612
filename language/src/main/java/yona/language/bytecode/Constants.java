package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.core.RecordShape;

/**
 * The constants of one class: static final fields, so that the just-in-time compiler sees their
 * values. They are in the class itself while they are few, and in classes of their own beyond.
 */
final class Constants {
  /** How much code makes the constants of one class: it is one method, of at most 64 KB. */
  private static final int CODE_PER_CLASS = 40_000;

  /** The code that makes most constants, and an element of an array. */
  private static final int CODE = 20;

  /** A string constant has at most 65,535 bytes, three for a character. */
  private static final int TEXT_CHUNK = 21_000;

  private record Field(
      ClassDesc holder, String name, ClassDesc type, Consumer<CodeBuilder> value) {}

  private final ClassDesc owner;
  private final List<Field> fields = new ArrayList<>();
  private final Map<Object, Integer> known = new HashMap<>();

  /** The first constant of each class; class 0 is the one that uses them. */
  private final List<Integer> starts = new ArrayList<>(List.of(0));

  private int codeInLast;

  Constants(ClassDesc owner) {
    this.owner = owner;
  }

  /** Pushes a constant as an object. */
  void push(CodeBuilder code, Object value) {
    switch (value) {
      case Long n -> {
        code.loadConstant(n.longValue());
        Representation.LONG.convert(code, Representation.OBJECT);
      }
      case Double d -> {
        code.loadConstant(d.doubleValue());
        Representation.DOUBLE.convert(code, Representation.OBJECT);
      }
      case Boolean b ->
          code.getstatic(ConstantDescs.CD_Boolean, b ? "TRUE" : "FALSE", ConstantDescs.CD_Boolean);
      case Byte b ->
          code.loadConstant((int) b)
              .invokestatic(
                  ConstantDescs.CD_Byte,
                  "valueOf",
                  MethodTypeDesc.of(ConstantDescs.CD_Byte, ConstantDescs.CD_byte));
      case Unit _ -> code.getstatic(RuntimeSymbols.UNIT, "UNIT", RuntimeSymbols.UNIT);
      case Symbol symbol ->
          load(
              code,
              symbol,
              RuntimeSymbols.SYMBOL,
              CODE,
              c ->
                  c.loadConstant(symbol.name())
                      .invokestatic(
                          RuntimeSymbols.SYMBOL,
                          "of",
                          MethodTypeDesc.of(RuntimeSymbols.SYMBOL, CD_String)));
      case Char character ->
          load(
              code,
              character,
              RuntimeSymbols.CHAR,
              CODE,
              c ->
                  c.loadConstant(character.codePoint())
                      .invokestatic(
                          RuntimeSymbols.CHAR,
                          "of",
                          MethodTypeDesc.of(RuntimeSymbols.CHAR, CD_int)));
      case BigInteger big ->
          load(
              code,
              new Key(BigInteger.class, big),
              RuntimeSymbols.BIG_INTEGER,
              CODE + CODE * (big.bitLength() / TEXT_CHUNK),
              c -> pushBig(c, big));
      case Seq seq -> pushSeq(code, seq);
      default -> throw new IllegalArgumentException("no constant: " + value.getClass());
    }
  }

  private record Key(Class<?> kind, Object value) {}

  private static void pushBig(CodeBuilder code, BigInteger big) {
    if (big.bitLength() < 64) {
      code.loadConstant(big.longValue())
          .invokestatic(
              RuntimeSymbols.BIG_INTEGER,
              "valueOf",
              MethodTypeDesc.of(RuntimeSymbols.BIG_INTEGER, CD_long));
      return;
    }
    code.new_(RuntimeSymbols.BIG_INTEGER).dup();
    String digits = big.toString(Character.MAX_RADIX);
    pushLongString(code, digits);
    code.loadConstant(Character.MAX_RADIX)
        .invokespecial(
            RuntimeSymbols.BIG_INTEGER,
            "<init>",
            MethodTypeDesc.of(ConstantDescs.CD_void, CD_String, CD_int));
  }

  private static void pushLongString(CodeBuilder code, String text) {
    if (text.length() <= TEXT_CHUNK) {
      code.loadConstant(text);
      return;
    }
    ClassDesc builder = ClassDesc.of("java.lang.StringBuilder");
    code.new_(builder).dup().invokespecial(builder, "<init>", RuntimeSymbols.VOID);
    for (int i = 0; i < text.length(); i += TEXT_CHUNK) {
      code.loadConstant(text.substring(i, Math.min(i + TEXT_CHUNK, text.length())))
          .invokevirtual(builder, "append", MethodTypeDesc.of(builder, CD_String));
    }
    code.invokevirtual(builder, "toString", MethodTypeDesc.of(CD_String));
  }

  private void pushSeq(CodeBuilder code, Seq seq) {
    if (seq.isEmpty()) {
      code.getstatic(
          RuntimeSymbols.SEQ, seq.isKnownText() ? "EMPTY_TEXT" : "EMPTY", RuntimeSymbols.SEQ);
      return;
    }
    if (!seq.isText()) {
      throw new IllegalArgumentException("a constant Seq is a text");
    }
    String text = seq.asString();
    load(code, new Key(Seq.class, text), RuntimeSymbols.SEQ, code(text), c -> pushText(c, text));
  }

  private static int code(String text) {
    return CODE + CODE * (text.length() / TEXT_CHUNK);
  }

  private static void pushText(CodeBuilder code, String text) {
    if (text.length() <= TEXT_CHUNK) {
      code.loadConstant(text)
          .invokestatic(
              RuntimeSymbols.SEQ,
              "text",
              MethodTypeDesc.of(RuntimeSymbols.SEQ, RuntimeSymbols.CHAR_SEQUENCE));
      return;
    }
    code.invokestatic(RuntimeSymbols.SEQ, "builder", MethodTypeDesc.of(RuntimeSymbols.SEQ_BUILDER));
    for (int i = 0; i < text.length(); ) {
      int end = Math.min(i + TEXT_CHUNK, text.length());
      end -= end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
      code.loadConstant(text.substring(i, end))
          .invokevirtual(
              RuntimeSymbols.SEQ_BUILDER,
              "addText",
              MethodTypeDesc.of(RuntimeSymbols.SEQ_BUILDER, RuntimeSymbols.CHAR_SEQUENCE));
      i = end;
    }
    code.invokevirtual(RuntimeSymbols.SEQ_BUILDER, "build", MethodTypeDesc.of(RuntimeSymbols.SEQ));
  }

  /** Pushes a record type. */
  void pushRecordType(CodeBuilder code, RecordShape shape) {
    get(code, recordType(shape));
  }

  private int recordType(RecordShape shape) {
    return field(
        shape,
        RuntimeSymbols.RECORD_TYPE,
        CODE + CODE * shape.fields().size(),
        c -> {
          c.loadConstant(shape.name());
          strings(c, shape.fields());
          c.invokestatic(
              RuntimeSymbols.RECORDS,
              "type",
              MethodTypeDesc.of(RuntimeSymbols.RECORD_TYPE, CD_String, RuntimeSymbols.STRINGS));
        });
  }

  /** Pushes an array of record types. */
  void pushRecordTypes(CodeBuilder code, List<RecordShape> shapes) {
    get(code, recordTypes(shapes));
  }

  private int recordTypes(List<RecordShape> shapes) {
    // The elements first: a field may only need those before it.
    shapes.forEach(this::recordType);
    return field(
        new Key(List.class, shapes),
        RuntimeSymbols.RECORD_TYPES,
        CODE + CODE * shapes.size(),
        c -> {
          c.loadConstant(shapes.size()).anewarray(RuntimeSymbols.RECORD_TYPE);
          for (int i = 0; i < shapes.size(); i++) {
            c.dup().loadConstant(i);
            pushRecordType(c, shapes.get(i));
            c.aastore();
          }
        });
  }

  /** Pushes what a place remembers that reads or changes fields of records, one for each place. */
  void pushFieldSite(CodeBuilder code, List<String> names, List<RecordShape> shapes) {
    // The types first: a field may only need those before it.
    recordTypes(shapes);
    pushOnce(
        code,
        RuntimeSymbols.FIELD_SITE,
        names.size(),
        c -> {
          strings(c, names);
          pushRecordTypes(c, shapes);
          c.invokestatic(
              RuntimeSymbols.FIELD_SITE,
              "of",
              MethodTypeDesc.of(
                  RuntimeSymbols.FIELD_SITE, RuntimeSymbols.STRINGS, RuntimeSymbols.RECORD_TYPES));
        });
  }

  /** Pushes a Java string of any length. */
  void pushString(CodeBuilder code, String text) {
    if (text.length() <= TEXT_CHUNK) {
      code.loadConstant(text);
    } else {
      load(code, new Key(String.class, text), CD_String, code(text), c -> pushLongString(c, text));
    }
  }

  /**
   * Pushes an object that {@code value} makes once.
   *
   * @param elements how many elements of arrays it sets
   */
  void pushOnce(CodeBuilder code, ClassDesc type, int elements, Consumer<CodeBuilder> value) {
    load(code, new Object(), type, CODE + CODE * elements, value);
  }

  static void strings(CodeBuilder code, List<String> texts) {
    code.loadConstant(texts.size()).anewarray(CD_String);
    for (int i = 0; i < texts.size(); i++) {
      code.dup().loadConstant(i).loadConstant(texts.get(i)).aastore();
    }
  }

  private void load(
      CodeBuilder code, Object key, ClassDesc type, int size, Consumer<CodeBuilder> value) {
    get(code, field(key, type, size, value));
  }

  private void get(CodeBuilder code, int index) {
    code.getstatic(fields.get(index).holder(), fields.get(index).name(), fields.get(index).type());
  }

  private int field(Object key, ClassDesc type, int size, Consumer<CodeBuilder> value) {
    Integer index = known.get(key);
    if (index == null) {
      index = fields.size();
      known.put(key, index);
      if (codeInLast > 0 && codeInLast + size > CODE_PER_CLASS) {
        starts.add(index);
        codeInLast = 0;
      }
      codeInLast += size;
      fields.add(new Field(holderNumber(starts.size() - 1), "c" + index, type, value));
    }
    return index;
  }

  private ClassDesc holderNumber(int number) {
    return number == 0
        ? owner
        : ClassDesc.of(owner.packageName(), owner.displayName() + "$c" + number);
  }

  /** Writes the fields of the class itself, when all its methods are written. */
  void write(ClassBuilder builder) {
    write(builder, 0);
  }

  /** Writes the other classes that hold constants. */
  void writeOthers(ClassOutput output) {
    for (int number = 1; number < starts.size(); number++) {
      int current = number;
      output.write(holderNumber(number), CD_Object, builder -> write(builder, current));
    }
  }

  private void write(ClassBuilder builder, int number) {
    int from = starts.get(number);
    int to = number + 1 < starts.size() ? starts.get(number + 1) : fields.size();
    if (from >= to) {
      return;
    }
    builder.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME,
        RuntimeSymbols.VOID,
        ClassFile.ACC_STATIC,
        code -> {
          for (int i = from; i < to; i++) {
            fields.get(i).value().accept(code);
            code.putstatic(fields.get(i).holder(), fields.get(i).name(), fields.get(i).type());
          }
          code.return_();
        });
    for (int i = from; i < to; i++) {
      builder.withField(
          fields.get(i).name(), fields.get(i).type(), ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
    }
  }
}
