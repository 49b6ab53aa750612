package yona.language;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.bytecode.Bytecode;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.interop.JavaHost;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.language.runtime.StackTrace;

/**
 * A compiled program. It can be run any number of times, from any thread; its modules are loaded
 * once.
 */
public final class CompiledProgram {
  private final List<Source> sources;
  private final String className;
  private final Loader loader;

  /**
   * A program from what the compiler made, now or in another process.
   *
   * @param sources its own text, and behind it those of its modules
   * @param className the internal name of its main class
   * @param classes all class files by their internal names
   * @param parent finds the standard modules
   * @param java the Java classes that it sees
   */
  public CompiledProgram(
      List<Source> sources,
      String className,
      Map<String, byte[]> classes,
      ClassLoader parent,
      JavaClasses java) {
    this.sources = List.copyOf(sources);
    this.className = className;
    this.loader = new Loader(Map.copyOf(classes), parent, java);
  }

  /** The text that it was compiled from. */
  public Source source() {
    return sources.getFirst();
  }

  /** Its own text, and behind it those of its modules. */
  public List<Source> sources() {
    return sources;
  }

  /** The internal name of its main class. */
  public String className() {
    return className;
  }

  /** The class files of the program and of its own modules by their internal names. */
  public Map<String, byte[]> classes() {
    return loader.classes;
  }

  /**
   * Evaluates the program's expression. May wait; an error of the program is thrown as {@link
   * yona.language.runtime.YonaError}.
   *
   * @return its value; a function without parameters is not called
   */
  public Object evaluate() {
    loader.java.beginRun();
    try {
      return (Object) main().invokeExact();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  /**
   * Runs the program as the {@code yona} command does (language.md 14): a result that is a function
   * without parameters is called, and so is the {@code main} without parameters of a result that is
   * a module.
   *
   * @return the result to be printed
   */
  public Object run() {
    Object value = evaluate();
    if (value instanceof Module module && module.exports().contains("main")) {
      Function main = module.member("main");
      if (main.arity() == 0) {
        value = main;
      }
    }
    return value instanceof Function function && function.arity() == 0 ? function.apply() : value;
  }

  private MethodHandle main() throws ReflectiveOperationException {
    Class<?> type = loader.loadClass(className.replace('/', '.'));
    return MethodHandles.publicLookup()
        .findStatic(type, Bytecode.MAIN, MethodType.methodType(Object.class));
  }

  /** Defines the program's classes when they are first needed; they link to each other by name. */
  private static final class Loader extends ClassLoader implements JavaHost {
    static {
      registerAsParallelCapable();
    }

    private static final String CLASS = ".class";

    private final Map<String, byte[]> classes;
    private final JavaClasses java;

    Loader(Map<String, byte[]> classes, ClassLoader parent, JavaClasses java) {
      super("yona program", parent);
      this.classes = classes;
      this.java = java;
    }

    @Override
    public JavaClasses java() {
      return java;
    }

    /** Class files too, in which stack traces look positions up. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      byte[] bytes =
          name.endsWith(CLASS)
              ? classes.get(name.substring(0, name.length() - CLASS.length()))
              : null;
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    }

    /** The program's classes first: their parent would search all of the JDK for each in vain. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!StackTrace.isPerProgram(name) && !classes.containsKey(name.replace('.', '/'))) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      byte[] bytes = classes.get(name.replace('.', '/'));
      if (bytes == null && StackTrace.isPerProgram(name)) {
        bytes = ofLibrary(name);
      }
      if (bytes == null) {
        throw new ClassNotFoundException(name);
      }
      return defineClass(name, bytes, 0, bytes.length);
    }

    /** The bytes of a class of the library that each program has for itself. */
    private byte @Nullable [] ofLibrary(String name) {
      try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + CLASS)) {
        return file == null ? null : file.readAllBytes();
      } catch (IOException unreadable) {
        return null;
      }
    }
  }
}
