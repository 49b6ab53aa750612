package yona.graal;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import yona.language.Policy;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Grant;

/**
 * What the permissions of a context are for Yona. It touches files, sockets, processes and the
 * environment by its own means; so where a host has put something of its own in their place, like a
 * file system in memory, it has no grant for them.
 */
final class Permissions {
  private Permissions() {}

  /** A class to ask a host access about: its method is public, and not marked for guests. */
  public static final class Probe {
    /** Seen by guests where all public methods are. */
    public void seen() {}
  }

  /**
   * What programs in a context may have.
   *
   * @param seen whether guests may look up a class
   */
  static Policy of(TruffleLanguage.Env env, Predicate<Class<?>> seen) {
    Set<Grant> grants = EnumSet.of(Grant.EXIT, Grant.OUTPUT);
    if (isHostFiles(env)) {
      grants.add(Grant.FILES);
    }
    if (env.isSocketIOAllowed()) {
      grants.add(Grant.NETWORK);
    }
    if (env.isCreateProcessAllowed()) {
      grants.add(Grant.PROCESSES);
    }
    if (env.getEnvironment().equals(System.getenv())) {
      grants.add(Grant.ENVIRONMENT);
    }
    if (isProcessInput(env)) {
      grants.add(Grant.INPUT);
    }
    return new Policy(java(env, seen), grants);
  }

  @SuppressWarnings("ReferenceEquality") // the same stream is meant
  private static boolean isProcessInput(TruffleLanguage.Env env) {
    return env.in() == System.in;
  }

  /**
   * Whether files of the context are those of the process. The engine does not tell a file system
   * of the host's own from the usual one; but that has the folder of the JDK, and lets write into
   * the temporary folder.
   */
  private static boolean isHostFiles(TruffleLanguage.Env env) {
    if (!env.isFileIOAllowed()) {
      return false;
    }
    Path home = Path.of(System.getProperty("java.home"));
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      return env.getPublicTruffleFile(home.toString())
              .getLastModifiedTime()
              .equals(Files.getLastModifiedTime(home))
          && env.getPublicTruffleFile(temporary.toString()).isWritable()
              == Files.isWritable(temporary);
    } catch (IOException | SecurityException | UnsupportedOperationException _) {
      return false;
    }
  }

  /**
   * The classes that programs see: none, unless the host lets guests look classes up and call all
   * public methods.
   */
  private static JavaClasses java(TruffleLanguage.Env env, Predicate<Class<?>> seen) {
    if (!env.isHostLookupAllowed()
        || !InteropLibrary.getUncached().isMemberInvocable(env.asGuestValue(new Probe()), "seen")) {
      return JavaClasses.none();
    }
    return JavaClasses.of(ClassLoader.getPlatformClassLoader(), seen);
  }

  /**
   * Whether the host lets guests look up a class, and use something of it. To be asked in the
   * context.
   */
  static boolean isSeen(TruffleLanguage.Env env, Class<?> type) {
    try {
      Object symbol = env.lookupHostSymbol(type.getName());
      return symbol != null && !isDenied(symbol, type);
    } catch (RuntimeException refused) {
      return false;
    }
  }

  /** Whether a class has something static or a constructor, and guests see nothing of that. */
  private static boolean isDenied(Object symbol, Class<?> type) {
    InteropLibrary library = InteropLibrary.getUncached();
    List<String> statics =
        Arrays.stream(type.getMethods())
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .map(Method::getName)
            .toList();
    boolean hasConstructor =
        type.getConstructors().length > 0 && !Modifier.isAbstract(type.getModifiers());
    return (!statics.isEmpty() || hasConstructor)
        && !library.isInstantiable(symbol)
        && statics.stream().noneMatch(name -> library.isMemberInvocable(symbol, name));
  }
}
