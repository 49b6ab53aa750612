package yona.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Named pipes for tests. */
public final class Fifo {

  private Fifo() {}

  public static Path make(Path folder, String name) throws Exception {
    return make(folder, name, 1).get(0);
  }

  public static List<Path> make(Path folder, String prefix, int count) throws Exception {
    List<Path> paths = new ArrayList<>();
    List<String> command = new ArrayList<>(List.of("mkfifo"));
    for (int i = 0; i < count; i++) {
      Path path = folder.resolve(prefix + i);
      paths.add(path);
      command.add(path.toString());
    }
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    return paths;
  }

  /** Opens, writes and closes FIFOs one after the other, on a thread that is no fiber. */
  public static Thread write(List<Path> fifos) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                for (Path fifo : fifos) {
                  Files.writeString(fifo, fifo.getFileName() + "\n");
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
  }
}
