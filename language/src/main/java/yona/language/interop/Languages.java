package yona.language.interop;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Languages other than Yona, which programs evaluate texts of. Implementations are services, and
 * are found by the class loader that finds the standard modules of the program.
 */
public interface Languages {
  /**
   * Evaluates a text for the calling program. May suspend.
   *
   * @param language the id of the language, as {@code js}
   * @param text the text
   * @return its value; null if there is no such language
   */
  @Nullable Object evaluate(String language, String text);

  /**
   * The languages that the calling program has.
   *
   * @return null if it has no others than Yona
   */
  static @Nullable Languages ofCaller() {
    ClassLoader loader = JavaClasses.loaderOfCaller();
    return Found.by(loader == null ? Languages.class.getClassLoader() : loader);
  }

  /** What class loaders have found. */
  final class Found {
    /** Guarded by the class's lock. */
    private static final Map<ClassLoader, WeakReference<Languages>> KNOWN = new WeakHashMap<>();

    private Found() {}

    private static synchronized @Nullable Languages by(ClassLoader loader) {
      WeakReference<Languages> reference = KNOWN.get(loader);
      Languages known = reference == null ? null : reference.get();
      if (known == null) {
        known = ServiceLoader.load(Languages.class, loader).findFirst().orElse(null);
        if (known != null) {
          KNOWN.put(loader, new WeakReference<>(known));
        }
      }
      return known;
    }
  }
}
