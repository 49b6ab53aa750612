package yona.language;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.ModuleInterface;

/**
 * What became of compiling the file of a module, and what it depended on besides the file's text:
 * as long as neither has changed it need not be compiled again.
 *
 * @param module what other modules see of it
 * @param digest of {@code module}, see {@link CompiledModules#digest}
 * @param dependencies the modules that it mentions, in the order of their first mention
 * @param classes its class files by internal name
 */
record CompiledModule(
    ModuleInterface module,
    String digest,
    List<Dependency> dependencies,
    Map<String, byte[]> classes) {

  /**
   * A module that this one mentions.
   *
   * @param fqn its qualified name
   * @param needed whether it has to be loaded first, as for an import
   * @param digest of what was seen of it
   */
  record Dependency(String fqn, boolean needed, String digest) {}

  private static final int MAGIC = 0x596F6E61;
  private static final int CHECKSUM = 4;

  /**
   * The module as bytes.
   *
   * @param compiler which compiler made it
   * @param source the file's text
   */
  byte[] write(String compiler, String source) {
    Output output = new Output();
    output.number(MAGIC);
    output.text(compiler);
    output.text(source);
    output.text(ModuleSummary.write(module));
    output.text(digest);
    output.number(dependencies.size());
    for (Dependency dependency : dependencies) {
      output.text(dependency.fqn);
      output.number(dependency.needed ? 1 : 0);
      output.text(dependency.digest);
    }
    output.number(classes.size());
    classes.forEach(
        (name, content) -> {
          output.text(name);
          output.bytes(content);
        });
    byte[] content = output.content();
    ByteBuffer.wrap(content, content.length - CHECKSUM, CHECKSUM).putInt(checksum(content));
    return content;
  }

  /**
   * The module that {@link #write} wrote.
   *
   * @return null if it is another compiler's or another text's, or if anything is wrong with it
   */
  static @Nullable CompiledModule read(byte[] content, String compiler, String source) {
    if (content.length < CHECKSUM) {
      return null;
    }
    ByteBuffer input = ByteBuffer.wrap(content);
    if (input.getInt(content.length - CHECKSUM) != checksum(content)) {
      return null;
    }
    try {
      if (input.getInt() != MAGIC
          || !Arrays.equals(bytes(input), compiler.getBytes(StandardCharsets.UTF_8))
          || !Arrays.equals(bytes(input), source.getBytes(StandardCharsets.UTF_8))) {
        return null;
      }
      ModuleInterface module = ModuleSummary.read(text(input));
      String digest = text(input);
      List<Dependency> dependencies = new ArrayList<>();
      for (int left = input.getInt(); left > 0; left--) {
        dependencies.add(new Dependency(text(input), input.getInt() != 0, text(input)));
      }
      Map<String, byte[]> classes = new LinkedHashMap<>();
      for (int left = input.getInt(); left > 0; left--) {
        classes.put(text(input), bytes(input));
      }
      return new CompiledModule(module, digest, dependencies, classes);
    } catch (BufferUnderflowException | IllegalArgumentException broken) {
      return null;
    }
  }

  private static int checksum(byte[] content) {
    CRC32C checksum = new CRC32C();
    checksum.update(content, 0, content.length - CHECKSUM);
    return (int) checksum.getValue();
  }

  private static String text(ByteBuffer input) {
    return new String(bytes(input), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer input) {
    int length = input.getInt();
    if (length < 0 || length > input.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    input.get(bytes);
    return bytes;
  }

  /** Numbers, and texts and bytes behind their lengths; room for the checksum at the end. */
  private static final class Output {
    private final List<byte[]> parts = new ArrayList<>();
    private int length;

    void number(int number) {
      add(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    void text(String text) {
      bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte[] bytes) {
      number(bytes.length);
      add(bytes);
    }

    private void add(byte[] part) {
      parts.add(part);
      length = Math.addExact(length, part.length);
    }

    byte[] content() {
      ByteBuffer content = ByteBuffer.allocate(length + CHECKSUM);
      parts.forEach(content::put);
      return content.array();
    }
  }
}
