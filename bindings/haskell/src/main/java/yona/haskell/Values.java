package yona.haskell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Values that cross by their contents, in a form that says what each is: a byte for the kind, and
 * what belongs to it. Arrays of primitives from Haskell lie where they are, the form has their
 * place and length; those of Java are in the form while they are small, else it has a reference to
 * them.
 *
 * <p>{@code Language.Java.Values} is the other side.
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
  static final byte INLINE = 16;
  static final byte HELD = 17;
  static final byte VIEW = 18;
  static final byte TEXTS = 19;
  static final byte BYTE_STRINGS = 20;
  static final byte OPTIONALS = 21;

  /** How many bytes are too many to be copied twice. */
  private static final long LARGE = 4096;

  private Values() {}

  // ---- from Haskell ----------------------------------------------------------------------------

  /**
   * The value of an argument.
   *
   * @param word an odd number is twice a reference and one, others are the address of a value
   * @param frame where views end
   */
  static @Nullable Object read(long word, Frame frame) {
    if ((word & 1) != 0) {
      return Entry.REFERENCES.get(word >> 1);
    }
    if (word == 0) {
      return null;
    }
    return Memory.getByte(word) == VIEW
        ? frame.view(Memory.getLong(word + 1), Memory.getLong(word + 9))
        : read(word);
  }

  /** The value that lies at an address. */
  static @Nullable Object read(long address) {
    return new Reader(address).next();
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

    private static int length(long length) {
      if (length > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "%d elements are too many for Java, whose arrays have at most %d"
                .formatted(length, Integer.MAX_VALUE));
      }
      return (int) length;
    }

    private String text() {
      int length = length(Integer.toUnsignedLong(integer()));
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
        case INLINE -> inline(octet());
        case HELD -> held();
        case TEXTS -> new Texts((char[]) column(), (int[]) column());
        case BYTE_STRINGS -> new ByteStrings((byte[]) column(), (int[]) column());
        case OPTIONALS -> new Optionals<>((boolean[]) column(), column());
        default -> throw new IllegalStateException("no kind of value: " + kind);
      };
    }

    /** The next value, which is not null. */
    private Object column() {
      return Objects.requireNonNull(next());
    }

    private Object primitives(byte kind) {
      long address = word();
      return arrayAt(kind, address, length(word()));
    }

    private Object inline(byte kind) {
      int length = integer();
      long address = at;
      at += length * layout(kind).byteSize();
      return arrayAt(kind, address, length);
    }

    private @Nullable Object held() {
      at += 1 + 4;
      return Entry.REFERENCES.get(word());
    }

    private static Object arrayAt(byte kind, long address, int length) {
      MemorySegment part = Memory.part(address, length * layout(kind).byteSize());
      return switch (kind) {
        case BOOLEAN -> truths(part);
        case BYTE -> part.toArray(ValueLayout.JAVA_BYTE);
        case SHORT -> part.toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
        case INT -> part.toArray(ValueLayout.JAVA_INT_UNALIGNED);
        case LONG -> part.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
        case CHAR -> part.toArray(ValueLayout.JAVA_CHAR_UNALIGNED);
        case FLOAT -> part.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
        default -> part.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
      };
    }

    private static boolean[] truths(MemorySegment part) {
      boolean[] truths = new boolean[(int) part.byteSize()];
      for (int i = 0; i < truths.length; i++) {
        truths[i] = part.get(ValueLayout.JAVA_BYTE, i) != 0;
      }
      return truths;
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
      return switch (size) {
        case 2 -> new Tuple2<>(next(), next());
        case 3 -> new Tuple3<>(next(), next(), next());
        default -> {
          List<@Nullable Object> elements = new ArrayList<>(size);
          for (int i = 0; i < size; i++) {
            elements.add(next());
          }
          yield Tuples.of(elements);
        }
      };
    }
  }

  static Class<?> primitive(byte kind) {
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

  /**
   * Leaves a value for Haskell.
   *
   * @param result two words: the address of room that Haskell has, and how many bytes it is. They
   *     become the address of the value, and whether it is in memory that Haskell frees, as the
   *     room was too small
   */
  static void write(@Nullable Object value, long result) {
    long room = Memory.getLong(result);
    Writer writer = new Writer(room, Memory.getLong(result + 8));
    writer.all(new @Nullable Object[] {value});
    Memory.putLong(result, writer.start);
    Memory.putLong(result + 8, writer.start == room ? 0 : 1);
  }

  /**
   * Leaves values one behind the other in memory that Haskell frees, behind a byte that says how
   * many they are; gives its address.
   */
  static long write(@Nullable Object[] values) {
    Writer writer = new Writer(0, 0);
    writer.octet(values.length).all(values);
    return writer.start;
  }

  /**
   * Copies an array to where Haskell wants it.
   *
   * @param array one of primitives
   */
  static void copy(Object array, long address) {
    if (array instanceof boolean[] truths) {
      for (int i = 0; i < truths.length; i++) {
        Memory.putByte(address + i, (byte) (truths[i] ? 1 : 0));
      }
    } else {
      ValueLayout layout = layout(kindOf(array.getClass().getComponentType()));
      MemorySegment.copy(array, 0, Memory.ALL, layout, address, Array.getLength(array));
    }
  }

  /** Writes one behind the other: into room, and when that is full into memory of its own. */
  private static final class Writer {
    private final long room;
    private @Nullable List<Long> references;
    private long start;
    private long at;
    private long end;

    Writer(long room, long bytes) {
      this.room = room;
      this.start = room;
      this.at = room;
      this.end = room + bytes;
    }

    /** Writes values, or leaves nothing behind. */
    void all(@Nullable Object[] values) {
      boolean done = false;
      try {
        for (Object value : values) {
          put(value);
        }
        done = true;
      } finally {
        if (!done) {
          if (references != null) {
            references.forEach(Entry.REFERENCES::free);
          }
          free();
        }
      }
    }

    private void free() {
      if (start != room) {
        NativeMemory.free(start);
      }
    }

    /** Makes room; gives where it begins. */
    private long take(long bytes) {
      if (end - at < bytes) {
        long size = at - start;
        long capacity = Math.max(256, Math.max(2 * (end - start), size + bytes));
        long larger = NativeMemory.allocate(capacity);
        MemorySegment.copy(Memory.ALL, start, Memory.ALL, larger, size);
        free();
        start = larger;
        at = larger + size;
        end = larger + capacity;
      }
      long place = at;
      at += bytes;
      return place;
    }

    private Writer octet(int octet) {
      Memory.putByte(take(1), (byte) octet);
      return this;
    }

    private Writer integer(int integer) {
      Memory.putInt(take(4), integer);
      return this;
    }

    private Writer word(long word) {
      Memory.putLong(take(8), word);
      return this;
    }

    private Writer reference(Object object) {
      long number = Entry.REFERENCES.add(object);
      if (references == null) {
        references = new ArrayList<>();
      }
      references.add(number);
      return word(number);
    }

    private void put(@Nullable Object value) {
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
        case byte[] bytes when bytes.length <= LARGE -> putBytes(bytes);
        case Unit _ -> octet(UNIT);
        case Texts texts -> putColumns(TEXTS, texts.characters(), texts.offsets());
        case ByteStrings strings -> putColumns(BYTE_STRINGS, strings.bytes(), strings.offsets());
        case Optionals<?> some -> putColumns(OPTIONALS, some.present(), some.values());
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
            octet(REFERENCE).reference(value);
          }
        }
      }
    }

    private void putColumns(byte kind, Object first, @Nullable Object second) {
      octet(kind);
      put(first);
      put(second);
    }

    private void putText(String text) {
      octet(TEXT);
      putName(text);
    }

    /** A text without its kind. */
    private void putName(String text) {
      char[] characters = text.toCharArray();
      int length = characters.length;
      Surrogates.replaceLone(characters, 0, length);
      integer(length);
      MemorySegment.copy(
          characters, 0, Memory.ALL, ValueLayout.JAVA_CHAR_UNALIGNED, take(2L * length), length);
    }

    private void putTuple(List<?> elements) {
      octet(TUPLE).octet(elements.size());
      elements.forEach(this::put);
    }

    private void putBytes(byte[] bytes) {
      octet(INLINE).octet(BYTE).integer(bytes.length);
      MemorySegment.copy(
          bytes, 0, Memory.ALL, ValueLayout.JAVA_BYTE, take(bytes.length), bytes.length);
    }

    /** A large one stays where it is: Haskell has it copied to where it is to be. */
    private void putPrimitives(Object array, Class<?> component) {
      byte kind = kindOf(component);
      int length = Array.getLength(array);
      long bytes = length * layout(kind).byteSize();
      if (bytes > LARGE) {
        octet(HELD).octet(kind).integer(length).reference(array);
      } else {
        octet(INLINE).octet(kind).integer(length);
        copy(array, take(bytes));
      }
    }
  }
}
