package yona.tool.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A project to begin with: a program, a module, its test, a README and a {@code yona.toml}. */
public final class NewProject {
  private static final String TOML =
      """
      [project]
      name = "%1$s"
      version = "0.1.0"
      main = "src/main.yona"

      [modules]
      roots = ["src"]

      # Java libraries, for example "org.apache.commons:commons-lang3" = "3.20.0"
      [dependencies]
      """;

  private static final String MAIN =
      """
      %2$s::greeting "world"
      """;

  private static final String MODULE =
      """
      ## Greetings.
      module %2$s exports greeting as
          ## A greeting.
          ##
          ## - `name`: a String, whom to greet
          ## - result: a String
          greeting name = "hello, {name}"
      end
      """;

  private static final String TEST =
      """
      [
          Test::test "greets by name" (\\-> Test::assert_equal "hello, yona" (%2$s::greeting "yona")),
          Test::property "ends with the name" [Test::strings] (\\name ->
              Test::assert (Seq::ends_with name (%2$s::greeting name)))
      ]
      """;

  private static final String README =
      """
      # %1$s

      ```
      yona run     runs src/main.yona
      yona test    runs the tests in test
      yona check   looks for mistakes without running anything
      ```
      """;

  private NewProject() {}

  /**
   * Makes the project.
   *
   * @param folder where: a folder that is not there yet, or is empty; its name is the project's
   * @param standard the names of the standard modules, which no other module has
   * @param web whether it is a web service with a database
   * @throws ProjectException if the name or the folder will not do
   */
  public static void make(Path folder, List<String> standard, boolean web) throws ProjectException {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    String name = last == null ? "" : last.toString();
    if (!name.matches("[a-z][a-z0-9_]*")) {
      throw ProjectException.of(
          "expected a name of small letters, digits and _ for the project, found " + name,
          "for example yona new shop");
    }
    String module = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    if (standard.contains(module)) {
      module += "Program";
    }
    Map<String, String> files = new LinkedHashMap<>();
    files.put(Project.FILE, TOML);
    files.put("README.md", web ? WebProject.README : README);
    files.put("src/main.yona", web ? WebProject.MAIN : MAIN);
    files.put("src/" + module + ".yona", web ? WebProject.MODULE : MODULE);
    files.put("test/" + module + "_test.yona", web ? WebProject.TEST : TEST);
    if (web) {
      files.put("migrations/V1__notes.sql", WebProject.MIGRATION);
    }
    try {
      if (Files.exists(folder) && !isEmptyFolder(folder)) {
        throw ProjectException.of(folder + " is there already, and not an empty folder", null);
      }
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = folder.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.write(path, file.getValue().formatted(name, module).getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw ProjectException.of(folder + ": " + FileProblem.ofWriting(e), null);
    }
  }

  private static boolean isEmptyFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }
}
