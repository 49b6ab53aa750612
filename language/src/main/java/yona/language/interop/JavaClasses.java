package yona.language.interop;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Invocation;

/**
 * The Java classes that a program may see. A program reaches Java through this alone: by the names
 * of classes, and by the methods of objects that it has been given, of which it sees those that are
 * declared in a class it may see. Only public classes of exported packages count. Thread-safe.
 */
public final class JavaClasses {
  private static final JavaClasses NONE = new JavaClasses(null, type -> false);

  private static final OfRun NO_RUN = new OfRun(NONE);

  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final @Nullable ClassLoader loader;
  private final Predicate<Class<?>> granted;
  private final Map<Class<?>, JavaClass> classes = new ConcurrentHashMap<>();
  private final Map<Class<?>, Boolean> seen = new ConcurrentHashMap<>();
  private final CallerClass caller;

  private JavaClasses(@Nullable ClassLoader loader, Predicate<Class<?>> granted) {
    this.loader = loader;
    this.granted = granted;
    this.caller = new CallerClass(loader);
  }

  /** Made when the first program asks. */
  private static final class Platform {
    static final JavaClasses ALL = of(ClassLoader.getPlatformClassLoader());
  }

  /** The classes of the JDK, and none of Yona's own or of its libraries. */
  public static JavaClasses platform() {
    return Platform.ALL;
  }

  /** No classes: a program without Java, which sees no method of any object either. */
  public static JavaClasses none() {
    return NONE;
  }

  /**
   * The classes that a class loader finds, itself or through its parents.
   *
   * @param loader the loader
   */
  public static JavaClasses of(ClassLoader loader) {
    return of(loader, type -> true);
  }

  /**
   * Some of the classes that a class loader finds. Who grants classes that reach further
   * (reflection, {@link ClassLoader}, {@link System}), grants what they reach.
   *
   * @param loader the loader
   * @param granted whether the program may see a class
   */
  public static JavaClasses of(ClassLoader loader, Predicate<Class<?>> granted) {
    return new JavaClasses(
        Objects.requireNonNull(loader, "loader"), Objects.requireNonNull(granted, "granted"));
  }

  /** The classes of the program that a class belongs to; none if it belongs to no program. */
  public static JavaClasses ofProgram(Class<?> compiled) {
    return compiled.getClassLoader() instanceof JavaHost host ? host.java() : NONE;
  }

  /**
   * The classes of the program that calls: of the innermost one on the stack of the calling fiber.
   * A fiber that runs only functions of the library has those of the program that its run began
   * with; none if there is no such program either.
   */
  public static JavaClasses ofCaller() {
    return CALLERS.walk(
        frames ->
            frames
                .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                .filter(type -> type.getClassLoader() instanceof JavaHost)
                .findFirst()
                .map(JavaClasses::ofProgram)
                .orElseGet(() -> Invocation.current().state(OfRun.class, () -> NO_RUN).java()));
  }

  /**
   * What finds the standard modules of the program that calls, the innermost one on the stack.
   *
   * @return null if no program is on the stack
   */
  static @Nullable ClassLoader loaderOfCaller() {
    return CALLERS.walk(
        frames ->
            frames
                .map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(JavaHost.class::isInstance)
                .findFirst()
                .map(ClassLoader::getParent)
                .orElse(null));
  }

  /** The run of the calling fiber begins with a program that sees these classes. */
  public void beginRun() {
    if (Invocation.isInside()) {
      var _ = Invocation.current().state(OfRun.class, () -> new OfRun(this));
    }
  }

  /** The classes that the first program of a run sees. */
  private record OfRun(JavaClasses java) {}

  /**
   * The providers of a service among the classes that the program may see, made anew. One that
   * cannot be made is left out.
   *
   * @param load {@link ServiceLoader#load(Class, ClassLoader)}, called by the module that uses the
   *     service
   * @param <S> the service
   * @return the providers, in the order of the loader
   */
  public <S> List<S> services(Function<ClassLoader, ServiceLoader<S>> load) {
    List<S> found = new ArrayList<>();
    if (loader != null) {
      Iterator<ServiceLoader.Provider<S>> all = load.apply(loader).stream().iterator();
      while (true) {
        try {
          if (!all.hasNext()) {
            break;
          }
          ServiceLoader.Provider<S> provider = all.next();
          if (sees(provider.type())) {
            found.add(provider.get());
          }
        } catch (ServiceConfigurationError | LinkageError _) {
          // Another library's provider is none of the caller's concern.
        }
      }
    }
    return found;
  }

  /** Whether the program has no Java at all. */
  public boolean isNone() {
    return loader == null;
  }

  /**
   * Finds a class.
   *
   * @param name its name with points, also before a nested class: {@code java.util.Map.Entry}; a
   *     primitive type; either with {@code []} behind it for arrays
   * @return the class, or null if the program sees none of that name
   */
  public @Nullable Class<?> find(String name) {
    if (name.endsWith("[]")) {
      Class<?> element = find(name.substring(0, name.length() - 2));
      return element == null || element == void.class ? null : element.arrayType();
    }
    if (loader == null || name.isEmpty() || name.startsWith("[")) {
      return null;
    }
    Class<?> primitive = Class.forPrimitiveName(name);
    if (primitive != null) {
      return primitive;
    }
    String binary = name;
    while (true) {
      Class<?> type = load(binary);
      if (type != null) {
        return sees(type) ? type : null;
      }
      int point = binary.lastIndexOf('.');
      int part = binary.lastIndexOf('.', point - 1) + 1;
      if (point <= part || !Character.isUpperCase(binary.charAt(part))) {
        return null;
      }
      binary = binary.substring(0, point) + '$' + binary.substring(point + 1);
    }
  }

  private @Nullable Class<?> load(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException | LinkageError none) {
      return null;
    }
  }

  /** Whether the program may see the class and call its public methods. */
  boolean sees(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    return element.isPrimitive() ? loader != null : seen.computeIfAbsent(element, this::look);
  }

  private boolean look(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getEnclosingClass()) {
      if (!Modifier.isPublic(each.getModifiers())) {
        return false;
      }
    }
    return loader != null
        && type.getModule().isExported(type.getPackageName())
        && isDefinedInside(type.getClassLoader())
        && granted.test(type);
  }

  /**
   * Whether a loader is the program's or a parent of that. What the loader finds may be of another
   * one: the JDK's loaders find the classes of all modules, Yona's own too.
   */
  @SuppressWarnings("ReferenceEquality") // loaders
  private boolean isDefinedInside(@Nullable ClassLoader definer) {
    if (definer == null) {
      return true;
    }
    for (ClassLoader each = loader; each != null; each = each.getParent()) {
      if (each == definer) {
        return true;
      }
    }
    return false;
  }

  /** What a class offers to the program. */
  public JavaClass of(Class<?> type) {
    return classes.computeIfAbsent(type, each -> new JavaClass(this, each));
  }

  /** Where the classes come from; null if there are none. */
  @Nullable ClassLoader loader() {
    return loader;
  }

  /** On whose behalf methods are called that look at their caller. */
  CallerClass caller() {
    return caller;
  }
}
