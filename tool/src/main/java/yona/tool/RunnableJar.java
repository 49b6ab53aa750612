package yona.tool;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import yona.io.file.FileContents;
import yona.language.CompiledProgram;
import yona.language.LibraryPart;

/**
 * A jar that {@code java -jar} runs: the compiled program, what of Yona it needs to run, the parts
 * of the library that it uses among that, and its Java libraries, as they are. The same program
 * gives the same bytes.
 */
final class RunnableJar {
  static final String PROGRAM = "yona/program.data";
  static final String LIBRARIES = "yona/libraries/";

  /** Where {@code eval} is, and as a value. */
  private static final String BUILTINS = "yona/module/Builtins";

  private static final String EVAL = BUILTINS + "$eval";

  /**
   * Java modules that the library needs for some of its modules alone, and the classes of these.
   * They need no others.
   */
  private static final Map<String, Pattern> FOR_MODULES =
      Map.of(
          "org.jline", classes("CommandLine|terminal/\\w+", "commandline|terminal"),
          "org.snakeyaml.engine", classes("YAML", "yaml"),
          "org.tomlj", classes("TOML", "toml"));

  private static Pattern classes(String modules, String halves) {
    return Pattern.compile("yona/(module/(%s)(\\$.*)?|library/(%s)/.*)".formatted(modules, halves));
  }

  private RunnableJar() {}

  /**
   * Writes the jar.
   *
   * @param libraries the jars that the program may use
   * @param target the file; one that is there is replaced when the new one is finished. A link
   *     stays, and what is no file, a device for one, is left alone
   * @throws IOException if it cannot be written, or this Yona does not run from jars
   */
  static void write(CompiledProgram program, List<Path> libraries, Path target) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (Path jar : runtime(mentioned(program))) {
      addAll(jar, entries);
    }
    entries.put(JarStart.PATH, JarStart.classFile());
    entries.put(PROGRAM, ProgramData.write(program));
    for (int i = 0; i < libraries.size(); i++) {
      Path library = libraries.get(i);
      entries.put(
          LIBRARIES + String.format(Locale.ROOT, "%03d-", i) + library.getFileName(),
          Files.readAllBytes(library));
    }
    FileContents.<RuntimeException>replace(
        target,
        part -> {
          // A jar writes in blocks of 512 bytes.
          try (JarOutputStream out =
              new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(part), 1 << 16))) {
            write(entries, out);
          }
        });
  }

  private static void write(Map<String, byte[]> entries, JarOutputStream out) throws IOException {
    put(JarFile.MANIFEST_NAME, out);
    manifest().write(out);
    out.closeEntry();
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      put(entry.getKey(), out);
      out.write(entry.getValue());
      out.closeEntry();
    }
  }

  private static void put(String name, JarOutputStream out) throws IOException {
    JarEntry entry = new JarEntry(name);
    entry.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
    out.putNextEntry(entry);
  }

  /** What the launcher's options do for the yona command. */
  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, JarStart.NAME);
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, Version.ofYona());
    attributes.put(Attributes.Name.MULTI_RELEASE, "true");
    attributes.put(new Attributes.Name("Add-Opens"), "java.base/java.lang");
    attributes.put(new Attributes.Name("Add-Exports"), "java.base/jdk.internal.misc");
    attributes.put(new Attributes.Name("Enable-Native-Access"), "ALL-UNNAMED");
    return manifest;
  }

  /** The classes that a program mentions, among them that of {@code eval} if it may call it. */
  private static Set<String> mentioned(CompiledProgram program) {
    Set<String> classes = new HashSet<>();
    for (byte[] type : program.classes().values()) {
      for (PoolEntry constant : ClassFile.of().parse(type).constantPool()) {
        switch (constant) {
          case ClassEntry mentioned -> classes.add(mentioned.asInternalName());
          case MemberRefEntry mentioned
              when mentioned.owner().asInternalName().equals(BUILTINS)
                  && mentioned.name().equalsString("eval") ->
              classes.add(EVAL);
          default -> {}
        }
      }
    }
    return classes;
  }

  /**
   * The parts of the library that have modules which a program mentions. All of them if it
   * evaluates texts, which may mention others.
   */
  private static Set<LibraryPart> parts(Set<String> mentioned) {
    if (mentioned.contains(EVAL)) {
      return EnumSet.allOf(LibraryPart.class);
    }
    Set<LibraryPart> parts = EnumSet.of(LibraryPart.BASE);
    mentioned.forEach(name -> parts.add(LibraryPart.ofClass(name)));
    return parts;
  }

  /** The Java libraries for single modules that a program does not mention. */
  private static Set<String> unused(Set<String> mentioned) {
    Set<String> unused = new HashSet<>();
    if (!mentioned.contains(EVAL)) {
      FOR_MODULES.forEach(
          (library, classes) -> {
            if (mentioned.stream().noneMatch(name -> classes.matcher(name).matches())) {
              unused.add(library);
            }
          });
    }
    return unused;
  }

  /** The jars of the modules that run programs: of parts of the library, and of what they need. */
  private static List<Path> runtime(Set<String> mentioned) throws IOException {
    Set<ResolvedModule> modules = new LinkedHashSet<>();
    var configuration = ModuleLayer.boot().configuration();
    List<Path> jars = new ArrayList<>();
    configuration.findModule("yona.tool").ifPresent(modules::add);
    Set<String> unused = unused(mentioned);
    for (LibraryPart part : parts(mentioned)) {
      // One that is in no distribution is in no jar either.
      configuration
          .findModule(part.javaModule())
          .ifPresent(module -> addRequired(module, unused, modules));
    }
    for (ResolvedModule module : modules) {
      URI location = module.reference().location().orElse(null);
      if (location == null || !"file".equals(location.getScheme())) {
        continue;
      }
      Path jar = Path.of(location);
      if (!Files.isRegularFile(jar)) {
        throw new IOException("this Yona does not run from jars, but from " + jar);
      }
      jars.add(jar);
    }
    return jars;
  }

  private static void addRequired(
      ResolvedModule module, Set<String> unused, Set<ResolvedModule> modules) {
    if (unused.contains(module.name()) || !modules.add(module)) {
      return;
    }
    // In an order, as of files of one name the first stays.
    SortedSet<String> required = new TreeSet<>();
    ModuleDescriptor descriptor = module.reference().descriptor();
    if (!descriptor.isAutomatic()) {
      // What requires a module without a descriptor also reads all others without one.
      descriptor.requires().forEach(each -> required.add(each.name()));
    } else if (!FOR_MODULES.containsKey(module.name())) {
      module.reads().forEach(read -> required.add(read.name()));
    }
    for (String name : required) {
      module
          .configuration()
          .findModule(name)
          .ifPresent(found -> addRequired(found, unused, modules));
    }
  }

  private static void addAll(Path jar, Map<String, byte[]> entries) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        String name = entry.getName();
        if (entry.isDirectory()
            || name.endsWith("module-info.class")
            || name.equals(JarFile.MANIFEST_NAME)
            || name.startsWith("META-INF/maven/")
            || name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC)")) {
          continue;
        }
        try (InputStream content = file.getInputStream(entry)) {
          byte[] bytes = content.readAllBytes();
          if (name.startsWith("META-INF/services/")) {
            entries.merge(name, bytes, RunnableJar::lines);
          } else {
            entries.putIfAbsent(name, bytes);
          }
        }
      }
    }
  }

  private static byte[] lines(byte[] first, byte[] second) {
    String text =
        new String(first, StandardCharsets.UTF_8)
            + "\n"
            + new String(second, StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
