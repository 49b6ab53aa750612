package yona.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import yona.async.Program;
import yona.language.CompiledProgram;

/** Runs the program in the jar that {@link RunnableJar} made. */
public final class JarMain {
  private JarMain() {}

  /**
   * Runs the program and ends the process with its exit status.
   *
   * @param arguments given to the program
   */
  public static void main(String[] arguments) {
    List<Path> libraries = new ArrayList<>();
    int status;
    try {
      extractLibraries(libraries);
      status = new Execution(program(libraries), List.of(arguments)).run();
    } catch (IOException broken) {
      status = Exit.failure("this jar cannot be run: " + broken.getMessage());
    } catch (Throwable fault) {
      status = Internal.error(fault);
    }
    for (Path library : libraries) {
      try {
        Files.deleteIfExists(library);
      } catch (IOException stays) {
        // It is in the folder for temporary files.
      }
    }
    Program.halt(status);
  }

  private static CompiledProgram program(List<Path> libraries) throws IOException {
    try (InputStream data = JarMain.class.getResourceAsStream("/" + RunnableJar.PROGRAM)) {
      if (data == null) {
        throw new IOException("it holds no program");
      }
      return ProgramData.read(data.readAllBytes(), Surroundings.java(libraries));
    }
  }

  /** Java's class loaders read no jars in jars. */
  private static void extractLibraries(List<Path> libraries) throws IOException {
    Path self;
    try {
      self = Path.of(JarMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IOException(impossible);
    }
    try (JarFile jar = new JarFile(self.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().startsWith(RunnableJar.LIBRARIES)) {
          Path library = Files.createTempFile("yona-library-", ".jar");
          libraries.add(library);
          try (InputStream content = jar.getInputStream(entry);
              OutputStream out = Files.newOutputStream(library)) {
            content.transferTo(out);
          }
        }
      }
    }
  }
}
