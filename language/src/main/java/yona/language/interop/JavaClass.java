package yona.language.interop;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a class offers to a program: its public constructors, methods and fields. A method that is
 * public in a class that the program does not see is found through the classes and interfaces above
 * that it does see. Thread-safe.
 */
public final class JavaClass {
  private final JavaClasses classes;
  private final Class<?> type;
  private @Nullable Map<String, Overloads> statics;
  private @Nullable Map<String, Overloads> instances;
  private @Nullable Overloads constructors;

  JavaClass(JavaClasses classes, Class<?> type) {
    this.classes = classes;
    this.type = type;
  }

  /** The class. */
  public Class<?> type() {
    return type;
  }

  /** Whether it is a class of the JDK, which every class loader finds. */
  public boolean isOfJdk() {
    return isOfJdk(type);
  }

  /** Whether a class is one of the JDK. */
  public static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || isOfJdk(loader);
  }

  @SuppressWarnings("ReferenceEquality") // loaders
  static boolean isOfJdk(ClassLoader loader) {
    return loader == ClassLoader.getPlatformClassLoader();
  }

  /**
   * The static methods of a name.
   *
   * @return null if there are none
   */
  public @Nullable Overloads staticMethods(String name) {
    return all(true).get(name);
  }

  /** The names of the static methods, for suggestions. */
  public Set<String> staticNames() {
    return all(true).keySet();
  }

  /**
   * The parameters of the methods by their names, {@code (int, int)}: those of each method of a
   * name.
   *
   * @param ofClass whether static methods are meant, or those of objects
   */
  public NavigableMap<String, List<String>> parameters(boolean ofClass) {
    NavigableMap<String, List<String>> found = new TreeMap<>();
    all(ofClass).forEach((name, overloads) -> found.put(name, overloads.parameters()));
    return found;
  }

  /** Whether the class itself, as an object, has methods of that name: {@code getName}. */
  public boolean isOfClass(String name) {
    return classes.of(Class.class).methods(name) != null;
  }

  /** The instance methods of a name; null if there are none. */
  @Nullable Overloads methods(String name) {
    return all(false).get(name);
  }

  /** The names of the instance methods. */
  Set<String> names() {
    return all(false).keySet();
  }

  /** The constructors; none for an interface, or an abstract class. */
  synchronized Overloads constructors() {
    Overloads known = constructors;
    if (known == null) {
      List<Candidate> candidates = new ArrayList<>();
      if (!Modifier.isAbstract(type.getModifiers()) && classes.sees(type)) {
        for (Constructor<?> constructor : type.getConstructors()) {
          candidates.add(new Candidate(classes, constructor));
        }
      }
      known = new Overloads(JavaErrors.name(type), candidates);
      constructors = known;
    }
    return known;
  }

  /** A public field, static or not; null if there is none. */
  @Nullable Field field(String name) {
    for (Class<?> each : visible()) {
      try {
        Field field = each.getDeclaredField(name);
        if (Modifier.isPublic(field.getModifiers())) {
          return field;
        }
      } catch (NoSuchFieldException | LinkageError further) {
        // Perhaps in a class above.
      }
    }
    return null;
  }

  private synchronized Map<String, Overloads> all(boolean ofClass) {
    Map<String, Overloads> known = ofClass ? statics : instances;
    if (known == null) {
      Map<String, Map<List<Class<?>>, Method>> found = new LinkedHashMap<>();
      for (Class<?> each : visible()) {
        if (!ofClass || !each.isInterface() || each == type) {
          collect(each, ofClass, found);
        }
      }
      known = new LinkedHashMap<>();
      for (Map.Entry<String, Map<List<Class<?>>, Method>> entry : found.entrySet()) {
        List<Candidate> candidates = new ArrayList<>();
        entry.getValue().values().forEach(each -> candidates.add(new Candidate(classes, each)));
        String name = JavaErrors.name(type) + "::" + entry.getKey();
        known.put(entry.getKey(), new Overloads(name, candidates));
      }
      if (ofClass) {
        statics = known;
      } else {
        instances = known;
      }
    }
    return known;
  }

  private static void collect(
      Class<?> from, boolean ofClass, Map<String, Map<List<Class<?>>, Method>> found) {
    Method[] methods;
    try {
      methods = from.getDeclaredMethods();
    } catch (LinkageError incomplete) {
      return;
    }
    for (Method method : methods) {
      int modifiers = method.getModifiers();
      if (!Modifier.isPublic(modifiers) || Modifier.isStatic(modifiers) != ofClass) {
        continue;
      }
      found
          .computeIfAbsent(method.getName(), _ -> new LinkedHashMap<>())
          .merge(Arrays.asList(method.getParameterTypes()), method, JavaClass::nearer);
    }
  }

  /** Of two methods of one signature the one that was found first, or that says more. */
  private static Method nearer(Method first, Method second) {
    return first.getReturnType() != second.getReturnType()
            && first.getReturnType().isAssignableFrom(second.getReturnType())
        ? second
        : first;
  }

  /** The class and those above it, as far as the program sees them; nearer ones first. */
  private Set<Class<?>> visible() {
    Set<Class<?>> all = new LinkedHashSet<>();
    ArrayDeque<Class<?>> interfaces = new ArrayDeque<>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      add(each, all);
      interfaces.addAll(Arrays.asList(each.getInterfaces()));
    }
    while (!interfaces.isEmpty()) {
      Class<?> next = interfaces.removeFirst();
      add(next, all);
      interfaces.addAll(Arrays.asList(next.getInterfaces()));
    }
    add(Object.class, all);
    return all;
  }

  private void add(Class<?> each, Set<Class<?>> to) {
    if (classes.sees(each)) {
      to.add(each);
    }
  }
}
