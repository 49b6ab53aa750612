package yona.io;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.async.Async;
import yona.io.file.OpenFile;

/** Processes of their own that run a main class of the tests, on the fibers' own scheduler. */
public final class ChildJvm {

  private ChildJvm() {}

  /** The command that runs a class. */
  public static List<String> command(Class<?> main, String... arguments) {
    return command(
        List.of(place(OpenFile.class), place(main), place(Async.class)), main, arguments);
  }

  /** The same with copies of the classes in a folder, for a user who may not read the others. */
  public static List<String> commandOfCopies(Path folder, Class<?> main, String... arguments)
      throws IOException {
    List<Path> copies = new ArrayList<>();
    for (Path place : List.of(place(OpenFile.class), place(main), place(Async.class))) {
      Path copy = folder.resolve(copies.size() + "-" + place.getFileName());
      copyAll(place, copy);
      copies.add(copy);
    }
    return command(copies, main, arguments);
  }

  private static List<String> command(List<Path> classes, Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    command.add("-XX:+UseSerialGC");
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classes.stream().map(Path::toString).toList()));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.forEach(
          each -> {
            try {
              Path target = to.resolve(from.relativize(each).toString());
              Files.copy(each, target, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  private static Path place(Class<?> type) {
    return Path.of(URI.create(location(type)));
  }

  private static String location(Class<?> type) {
    String resource = type.getName().replace('.', '/') + ".class";
    String url = type.getResource("/" + resource).toString();
    return url.startsWith("jar:")
        ? url.substring(4, url.indexOf('!'))
        : url.substring(0, url.length() - resource.length());
  }
}
