import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Generates the Java methods of the commands before the module itself is compiled: compiles the
 * generator with the packages that it needs, and runs it. Does nothing if no input has changed.
 *
 * <p>Arguments: the folder of the module, the folder for the generated sources, the folder for the
 * compiled generator, the class path.
 */
public final class Generate {
  private Generate() {}

  public static void main(String[] arguments) throws Exception {
    Path module = Path.of(arguments[0]);
    Path generated = Path.of(arguments[1]);
    Path classes = Path.of(arguments[2]);
    Path done = classes.resolve("done");
    Path main = module.resolve("src/main/java/yona/redis");
    Path resources = module.resolve("src/main/resources");
    List<Path> sources = new ArrayList<>();
    for (Path folder :
        List.of(
            main.resolve("command"), main.resolve("resp"), module.resolve("src/generator/java"))) {
      sources.addAll(files(folder, ".java"));
    }
    List<Path> inputs = new ArrayList<>(sources);
    inputs.addAll(files(resources, ".txt"));
    if (Files.exists(done)
        && Files.isDirectory(generated)
        && newest(inputs).compareTo(Files.getLastModifiedTime(done)) < 0) {
      return;
    }
    Files.createDirectories(classes);
    List<String> options =
        new ArrayList<>(
            List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", arguments[3]));
    sources.forEach(source -> options.add(source.toString()));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, System.out, System.err, options.toArray(String[]::new));
    if (status != 0) {
      System.exit(status);
    }
    URL[] path = {url(classes), url(resources)};
    try (URLClassLoader loader = new URLClassLoader(path)) {
      loader
          .loadClass("yona.redis.generator.CommandGenerator")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {generated.toString()});
    }
    Files.writeString(done, "");
  }

  private static URL url(Path folder) throws IOException {
    URI uri = folder.toUri();
    return uri.toURL();
  }

  private static List<Path> files(Path folder, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }

  private static FileTime newest(List<Path> files) throws IOException {
    FileTime newest = FileTime.fromMillis(0);
    for (Path file : files) {
      FileTime time = Files.getLastModifiedTime(file);
      newest = time.compareTo(newest) > 0 ? time : newest;
    }
    return newest;
  }
}
