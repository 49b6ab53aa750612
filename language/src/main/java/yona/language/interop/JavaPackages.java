package yona.language.interop;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of the packages and classes that a program may see: of the modules of the running JDK,
 * and of the jars of its class loaders. They are read when they are asked for first. Thread-safe.
 */
public final class JavaPackages {
  private static final String CLASS = ".class";

  private final JavaClasses classes;

  /** The exported packages of the JDK, and the modules that have them. */
  private final Map<String, List<ResolvedModule>> modules = new ConcurrentHashMap<>();

  /** The names of classes by package, nested ones left aside. */
  private final Map<String, NavigableSet<String>> known = new ConcurrentHashMap<>();

  private boolean read;

  /** The packages of some classes. */
  public JavaPackages(JavaClasses classes) {
    this.classes = classes;
  }

  /**
   * The names that packages have directly below a package.
   *
   * @param within its name with points; empty for the first parts of all packages
   */
  public synchronized NavigableSet<String> packages(String within) {
    read();
    String prefix = within.isEmpty() ? "" : within + ".";
    NavigableSet<String> found = new TreeSet<>();
    Stream.concat(modules.keySet().stream(), known.keySet().stream())
        .filter(name -> name.startsWith(prefix) && name.length() > prefix.length())
        .map(name -> name.substring(prefix.length()).split("\\.", 2)[0])
        .forEach(found::add);
    return found;
  }

  /**
   * The classes directly in a package, or nested in a class, that the program may see.
   *
   * @param within the name of the package or class, with points
   * @param start what their simple names start with
   */
  public synchronized List<Class<?>> classes(String within, String start) {
    read();
    List<Class<?>> found = new ArrayList<>();
    for (String name : names(within)) {
      Class<?> type = name.startsWith(start) ? classes.find(within + "." + name) : null;
      if (type != null) {
        found.add(type);
      }
    }
    Class<?> around = within.indexOf('.') < 0 ? null : classes.find(within);
    if (around != null) {
      for (Class<?> type : nested(around)) {
        if (type.getSimpleName().startsWith(start) && classes.sees(type)) {
          found.add(type);
        }
      }
    }
    return found;
  }

  private NavigableSet<String> names(String within) {
    return known.containsKey(within) || modules.containsKey(within)
        ? known.computeIfAbsent(within, this::inModules)
        : new TreeSet<>();
  }

  private static Class<?>[] nested(Class<?> type) {
    try {
      return type.getDeclaredClasses();
    } catch (LinkageError incomplete) {
      return new Class<?>[0];
    }
  }

  private void read() {
    if (read || classes.isNone()) {
      return;
    }
    read = true;
    Configuration configuration = ModuleLayer.boot().configuration();
    for (Module module : ModuleLayer.boot().modules()) {
      ClassLoader loader = module.getClassLoader();
      if (loader != null && !JavaClass.isOfJdk(loader)) {
        continue;
      }
      ResolvedModule resolved = configuration.findModule(module.getName()).orElse(null);
      if (resolved != null) {
        module.getPackages().stream()
            .filter(module::isExported)
            .forEach(each -> modules.computeIfAbsent(each, _ -> new ArrayList<>(1)).add(resolved));
      }
    }
    for (ClassLoader each = classes.loader(); each != null; each = each.getParent()) {
      if (each instanceof URLClassLoader jars) {
        for (URL jar : jars.getURLs()) {
          jar(jar);
        }
      }
    }
  }

  private NavigableSet<String> inModules(String within) {
    NavigableSet<String> names = new TreeSet<>();
    for (ResolvedModule module : modules.getOrDefault(within, List.of())) {
      try (ModuleReader reader = module.reference().open();
          Stream<String> resources = reader.list()) {
        resources.forEach(each -> add(each, within, names));
      } catch (IOException unreadable) {
        // What cannot be read is not offered.
      }
    }
    return names;
  }

  private static void add(String resource, String within, Set<String> names) {
    String name = className(resource);
    if (name != null && packageOf(name).equals(within)) {
      names.add(name.substring(within.length() + 1));
    }
  }

  private void jar(URL url) {
    try (JarFile jar = new JarFile(Path.of(url.toURI()).toFile())) {
      jar.stream()
          .forEach(
              entry -> {
                String name = className(entry.getName());
                if (name != null && !packageOf(name).isEmpty()) {
                  String within = packageOf(name);
                  known
                      .computeIfAbsent(within, this::inModules)
                      .add(name.substring(within.length() + 1));
                }
              });
    } catch (IOException | URISyntaxException | IllegalArgumentException unreadable) {
      // What cannot be read is not offered.
    }
  }

  /** The name with points of the class of a resource; null if it is none, or a nested one. */
  private static @Nullable String className(String resource) {
    return resource.endsWith(CLASS)
            && resource.indexOf('$') < 0
            && resource.indexOf('-') < 0
            && !resource.startsWith("META-INF/")
        ? resource.substring(0, resource.length() - CLASS.length()).replace('/', '.')
        : null;
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
