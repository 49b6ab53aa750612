package yona.language.runtime;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The source positions of the calls in a compiled class, read from its class file when an error's
 * trace is looked at.
 *
 * <p>The compiler writes a CharacterRangeTable (an attribute that javac knows and the JVM ignores)
 * for each method: a range of byte code, the line and the column. A LineNumberTable would hold
 * neither columns nor lines beyond 65,535.
 */
final class Positions {
  private static final ClassValue<Positions> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected Positions computeValue(Class<?> owner) {
          return read(owner);
        }
      };

  /** A frame, and whether it is a part of the function that is the next frame. */
  record Located(StackTrace.Frame frame, boolean part) {}

  /** For each method: start, end, line and column of each range in turn. */
  private final Map<String, int[]> ranges = new HashMap<>();

  private String file = "";

  private Positions() {}

  /** The place of a frame; null for methods without positions, which are no functions. */
  static @Nullable Located of(StackWalker.StackFrame frame) {
    Positions positions = OF_CLASS.get(frame.getDeclaringClass());
    String method = frame.getMethodName();
    int[] table = positions.ranges.get(method);
    if (table == null) {
      return null;
    }
    int index = frame.getByteCodeIndex();
    for (int i = 0; i < table.length; i += 4) {
      if (table[i] <= index && index < table[i + 1]) {
        return located(frame.getClassName(), method, positions.file, table[i + 2], table[i + 3]);
      }
    }
    return null;
  }

  /** The place of a frame of which only the line is known; null for values of functions. */
  static @Nullable Located of(StackTraceElement element) {
    String method = element.getMethodName();
    String file = element.getFileName();
    int line = element.getLineNumber();
    return line <= 0 || method.startsWith("<")
        ? null
        : located(element.getClassName(), method, file == null ? "" : file, line, 0);
  }

  private static Located located(
      String className, String method, String file, int line, int column) {
    int suffix = method.indexOf('#');
    boolean part = suffix >= 0 && method.startsWith("#part", suffix);
    String function = suffix < 0 ? method : method.substring(0, suffix);
    if (function.endsWith("$step")) {
      function = function.substring(0, function.length() - "$step".length());
    }
    return new Located(
        new StackTrace.Frame(file, shown(className, file, function), line, column), part);
  }

  private static String shown(String className, String file, String function) {
    return function.startsWith(StackTrace.LOCAL)
        ? function.substring(StackTrace.LOCAL.length())
        : qualified(className, StackTrace.shown(file, function));
  }

  /** Functions of a file module bear their plain names; its class says the module. */
  private static String qualified(String className, String function) {
    if (!className.startsWith("yona.module.")
        || function.startsWith("$")
        || function.startsWith("<")
        || function.contains("::")) {
      return function;
    }
    String module = className.substring("yona.module.".length()).replace('.', '\\');
    int inner = module.indexOf('$');
    return (inner < 0 ? module : module.substring(0, inner)) + "::" + function;
  }

  private static Positions read(Class<?> owner) {
    Positions positions = new Positions();
    String resource = owner.getName().substring(owner.getName().lastIndexOf('.') + 1) + ".class";
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in != null) {
        positions.parse(new DataInputStream(new ByteArrayInputStream(in.readAllBytes())));
      }
    } catch (IOException e) {
      // The trace is shown without positions: an error on its way must not be hidden by another
      // one.
      positions.ranges.clear();
    }
    return positions;
  }

  private void parse(DataInputStream in) throws IOException {
    in.skipNBytes(8);
    String[] texts = constants(in);
    in.skipNBytes(6);
    in.skipNBytes(2L * in.readUnsignedShort());
    for (int fields = in.readUnsignedShort(); fields > 0; fields--) {
      in.skipNBytes(6);
      skipAttributes(in);
    }
    for (int methods = in.readUnsignedShort(); methods > 0; methods--) {
      in.skipNBytes(2);
      String name = texts[in.readUnsignedShort()];
      in.skipNBytes(2);
      for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
        if ("Code".equals(texts[in.readUnsignedShort()])) {
          code(in, texts, name);
        } else {
          skip(in);
        }
      }
    }
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      if ("SourceFile".equals(texts[in.readUnsignedShort()])) {
        in.skipNBytes(4);
        file = texts[in.readUnsignedShort()];
      } else {
        skip(in);
      }
    }
  }

  /** The texts of the constant pool, the others null. */
  private static String[] constants(DataInputStream in) throws IOException {
    String[] texts = new String[in.readUnsignedShort()];
    for (int i = 1; i < texts.length; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> in.skipNBytes(4);
      }
    }
    return texts;
  }

  private void code(DataInputStream in, String[] texts, String method) throws IOException {
    in.skipNBytes(8);
    in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
    in.skipNBytes(8L * in.readUnsignedShort());
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      if (!"CharacterRangeTable".equals(texts[in.readUnsignedShort()])) {
        skip(in);
        continue;
      }
      in.skipNBytes(4);
      int[] table = new int[4 * in.readUnsignedShort()];
      for (int i = 0; i < table.length; i += 4) {
        table[i] = in.readUnsignedShort();
        table[i + 1] = in.readUnsignedShort() + 1;
        table[i + 2] = in.readInt();
        table[i + 3] = in.readInt();
        in.skipNBytes(2);
      }
      ranges.put(method, table);
    }
  }

  private static void skipAttributes(DataInputStream in) throws IOException {
    for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
      in.skipNBytes(2);
      skip(in);
    }
  }

  private static void skip(DataInputStream in) throws IOException {
    in.skipNBytes(Integer.toUnsignedLong(in.readInt()));
  }
}
