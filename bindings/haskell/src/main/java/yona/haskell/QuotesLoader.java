package yona.haskell;

import java.lang.classfile.ClassFile;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Loads the classes of the quotes of a module. */
final class QuotesLoader extends ClassLoader {
  private final Map<String, byte[]> classFiles = new LinkedHashMap<>();

  /**
   * Of one module.
   *
   * @param packed how many class files there are; of each, how long it is, and its bytes. The first
   *     is that of the quotes, others are of local classes in it
   */
  QuotesLoader(byte[] packed) {
    super(Entry.class.getClassLoader());
    ByteBuffer files = ByteBuffer.wrap(packed);
    for (int left = files.getInt(); left > 0; left--) {
      byte[] file = new byte[files.getInt()];
      files.get(file);
      classFiles.put(ClassFile.of().parse(file).thisClass().asInternalName(), file);
    }
  }

  Quotes quotes() throws ReflectiveOperationException {
    String name = classFiles.keySet().iterator().next();
    return (Quotes) loadClass(name).getConstructor().newInstance();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file = classFiles.get(name);
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    return Objects.requireNonNull(defineClass(name, file, 0, file.length));
  }
}
