package yona.haskell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that cross by their contents, in a form that says what each is: a byte for the kind, and
 * what belongs to it. Arrays of primitives lie where they are, the form has their place and length.
 *
 * <p>{@code Language.Java.Wire} is the other side.
 */
final class Values {
  static final byte NULL = 0;
  static final byte REFERENCE = 1;
  static final byte BOOLEAN = 2;
  static final byte BYTE = 3;
  static final byte SHORT = 4;
  static final byte INT = 5;
  static final byte LONG = 6;
  static final byte CHAR = 7;
  static final byte FLOAT = 8;
  static final byte DOUBLE = 9;
  static final byte TEXT = 10;
  static final byte PRIMITIVES = 11;
  static final byte ARRAY = 12;
  static final byte TUPLE = 13;
  static final byte UNIT = 14;
  static final byte FUNCTION = 15;

  private Values() {}

  // ---- from Haskell ----------------------------------------------------------------------------

  /**
   * The value of an argument.
   *
   * @param word an odd number is twice a reference and one, others are the address of a value
   */
  static @Nullable Object read(long word) {
    if ((word & 1) != 0) {
      return Entry.REFERENCES.get(word >> 1);
    }
    return word == 0 ? null : new Reader(word).next();
  }

  /** Values that lie one behind the other. */
  static @Nullable Object[] read(long address, int count) {
    Reader reader = new Reader(address);
    @Nullable Object[] values = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = reader.next();
    }
    return values;
  }

  /** Reads what lies one behind the other. */
  private static final class Reader {
    private long at;

    Reader(long at) {
      this.at = at;
    }

    private long word() {
      long word = Memory.getLong(at);
      at += 8;
      return word;
    }

    private int integer() {
      int integer = Memory.getInt(at);
      at += 4;
      return integer;
    }

    private byte octet() {
      return Memory.getByte(at++);
    }

    private String text() {
      int length = integer();
      char[] characters = new char[length];
      MemorySegment.copy(
          Memory.ALL, ValueLayout.JAVA_CHAR_UNALIGNED, at, characters, 0, characters.length);
      at += 2L * length;
      return new String(characters);
    }

    @Nullable Object next() {
      byte kind = octet();
      return switch (kind) {
        case NULL -> null;
        case REFERENCE -> Entry.REFERENCES.get(word());
        case BOOLEAN -> octet() != 0;
        case BYTE -> octet();
        case SHORT -> (short) integer();
        case INT -> integer();
        case LONG -> word();
        case CHAR -> (char) integer();
        case FLOAT -> Float.intBitsToFloat(integer());
        case DOUBLE -> Double.longBitsToDouble(word());
        case TEXT -> text();
        case PRIMITIVES -> primitives(octet());
        case ARRAY -> array();
        case TUPLE -> tuple(octet());
        case UNIT -> Unit.UNIT;
        case FUNCTION -> new HaskellFunction(word());
        default -> throw new IllegalStateException("no kind of value: " + kind);
      };
    }

    private Object primitives(byte kind) {
      long address = word();
      int length = Math.toIntExact(word());
      Object array = Array.newInstance(primitive(kind), length);
      ValueLayout layout = layout(kind);
      MemorySegment.copy(Memory.ALL, layout, address, array, 0, length);
      return array;
    }

    private Object array() {
      Class<?> component = Entry.classNamed(text());
      int length = integer();
      Object array = Array.newInstance(component, length);
      for (int i = 0; i < length; i++) {
        Array.set(array, i, next());
      }
      return array;
    }

    private Object tuple(int size) {
      List<@Nullable Object> elements = new ArrayList<>(size);
      for (int i = 0; i < size; i++) {
        elements.add(next());
      }
      return Tuples.of(elements);
    }
  }

  private static Class<?> primitive(byte kind) {
    return switch (kind) {
      case BOOLEAN -> boolean.class;
      case BYTE -> byte.class;
      case SHORT -> short.class;
      case INT -> int.class;
      case LONG -> long.class;
      case CHAR -> char.class;
      case FLOAT -> float.class;
      case DOUBLE -> double.class;
      default -> throw new IllegalStateException("no kind of primitives: " + kind);
    };
  }

  private static ValueLayout layout(byte kind) {
    return switch (kind) {
      case BOOLEAN -> ValueLayout.JAVA_BOOLEAN;
      case BYTE -> ValueLayout.JAVA_BYTE;
      case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
      case INT -> ValueLayout.JAVA_INT_UNALIGNED;
      case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
      case CHAR -> ValueLayout.JAVA_CHAR_UNALIGNED;
      case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
      case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
      default -> throw new IllegalStateException("no kind of primitives: " + kind);
    };
  }

  private static byte kindOf(Class<?> primitive) {
    for (byte kind = BOOLEAN; kind <= DOUBLE; kind++) {
      if (primitive(kind) == primitive) {
        return kind;
      }
    }
    throw new IllegalStateException(primitive.getName());
  }

  // ---- to Haskell ------------------------------------------------------------------------------

  /** Leaves a value in memory that Haskell frees, and its address at a place. */
  static void write(@Nullable Object value, long place) {
    Memory.putLong(place, write(new @Nullable Object[] {value}));
  }

  /** Leaves values one behind the other in memory that Haskell frees; gives its address. */
  static long write(@Nullable Object[] values) {
    Writer writer = new Writer();
    boolean done = false;
    try {
      for (Object value : values) {
        writer.put(value);
      }
      long address = NativeMemory.allocate(Math.max(1, writer.size));
      MemorySegment.copy(writer.bytes, 0, Memory.ALL, ValueLayout.JAVA_BYTE, address, writer.size);
      done = true;
      return address;
    } finally {
      if (!done) {
        writer.abandon();
      }
    }
  }

  /** Writes one behind the other. */
  private static final class Writer {
    private byte[] bytes = new byte[64];
    private int size;
    private final List<Long> arrays = new ArrayList<>(0);

    private void room(int more) {
      if (size + more > bytes.length || size + more < 0) {
        bytes =
            java.util.Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(size, more)));
      }
    }

    private Writer octet(int octet) {
      room(1);
      bytes[size++] = (byte) octet;
      return this;
    }

    private void integer(int integer) {
      room(4);
      MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, size, integer);
      size += 4;
    }

    private void word(long word) {
      room(8);
      MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_LONG_UNALIGNED, size, word);
      size += 8;
    }

    void put(@Nullable Object value) {
      switch (value) {
        case null -> octet(NULL);
        case Boolean truth -> octet(BOOLEAN).octet(truth ? 1 : 0);
        case Byte number -> octet(BYTE).octet(number);
        case Short number -> octet(SHORT).integer(number);
        case Integer number -> octet(INT).integer(number);
        case Long number -> octet(LONG).word(number);
        case Character character -> octet(CHAR).integer(character);
        case Float number -> octet(FLOAT).integer(Float.floatToRawIntBits(number));
        case Double number -> octet(DOUBLE).word(Double.doubleToRawLongBits(number));
        case CharSequence text -> putText(text.toString());
        case Unit _ -> octet(UNIT);
        case Record record when Tuples.isTuple(record) -> putTuple(Tuples.elements(record));
        case Object[] array -> {
          octet(ARRAY);
          putName(array.getClass().getComponentType().getName());
          integer(array.length);
          for (Object each : array) {
            put(each);
          }
        }
        default -> {
          Class<?> component = value.getClass().getComponentType();
          if (component != null) {
            putPrimitives(value, component);
          } else {
            octet(REFERENCE).word(Entry.REFERENCES.add(value));
          }
        }
      }
    }

    private void putText(String text) {
      octet(TEXT);
      putName(text);
    }

    /** A text without its kind. */
    private void putName(String text) {
      integer(text.length());
      int length = Math.multiplyExact(2, text.length());
      room(length);
      MemorySegment.copy(
          text.toCharArray(),
          0,
          MemorySegment.ofArray(bytes),
          ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.nativeOrder()),
          size,
          text.length());
      size += length;
    }

    private void putTuple(List<?> elements) {
      octet(TUPLE).octet(elements.size());
      elements.forEach(this::put);
    }

    private void putPrimitives(Object array, Class<?> component) {
      byte kind = kindOf(component);
      ValueLayout layout = layout(kind);
      int length = Array.getLength(array);
      long address = NativeMemory.allocate(Math.max(1, length * layout.byteSize()));
      arrays.add(address);
      MemorySegment.copy(array, 0, Memory.ALL, layout, address, length);
      octet(PRIMITIVES).octet(kind).word(address);
      word(length);
    }

    /** Frees what nobody will read. */
    void abandon() {
      arrays.forEach(NativeMemory::free);
    }
  }
}
