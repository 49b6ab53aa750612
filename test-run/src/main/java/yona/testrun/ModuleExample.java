package yona.testrun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An example from the documentation of a standard module.
 *
 * @param name where it stands: {@code Seq.yona:12}
 * @param program the program
 * @param output the lines that it prints, after {@code # out:}
 * @param result what it gives, after {@code # =>}, {@code # error:} or {@code # exit:}; empty if
 *     nothing is said
 */
public record ModuleExample(String name, String program, List<String> output, String result) {
  private static final String FENCE = "## ```";

  /**
   * All examples of some texts of modules.
   *
   * @param sources the files of the modules by what the examples call them
   * @return the examples by file and line
   * @throws IOException if a file cannot be read
   */
  public static List<ModuleExample> in(Map<String, Path> sources) throws IOException {
    List<ModuleExample> examples = new ArrayList<>();
    for (Map.Entry<String, Path> source : sources.entrySet()) {
      read(source.getKey(), Files.readAllLines(source.getValue()), examples);
    }
    return examples;
  }

  private static void read(String file, List<String> lines, List<ModuleExample> examples) {
    List<String> block = null;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.equals(FENCE)) {
        if (block != null) {
          examples.add(of(file + ":" + (i - block.size() + 1), block));
        }
        block = block == null ? new ArrayList<>() : null;
      } else if (block != null) {
        block.add(line.length() > 3 ? line.substring(3) : "");
      }
    }
  }

  private static ModuleExample of(String name, List<String> block) {
    StringBuilder program = new StringBuilder();
    List<String> output = new ArrayList<>();
    String result = "";
    for (String line : block) {
      if (line.startsWith("# out: ")) {
        output.add(line.substring("# out: ".length()));
      } else if (line.startsWith("# => ")) {
        result = line.substring("# => ".length());
      } else if (line.startsWith("# error: ") || line.startsWith("# exit: ")) {
        result = line.substring("# ".length());
      } else {
        program.append(line).append('\n');
      }
    }
    return new ModuleExample(name, program.toString(), output, result);
  }
}
