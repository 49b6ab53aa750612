package yona.bench.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tools of the peers, installed where that is possible: on Debian, as root. */
public final class Tools {
  private Tools() {}

  /** Installs the tools that a peer lacks: those that could not be installed, or nothing. */
  static Optional<String> ensure(Peer peer) throws IOException, InterruptedException {
    if (absent(peer).isEmpty()) {
      return Optional.empty();
    }
    if (!peer.packages().isEmpty()) {
      install(peer.packages());
    }
    var absent = absent(peer);
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of("there is no " + String.join(" and no ", absent));
  }

  /** The peak memory of whole processes is told by GNU time. */
  static void ensureTime() throws IOException, InterruptedException {
    if (!Files.isExecutable(Path.of("/usr/bin/time"))) {
      install(List.of("time"));
    }
  }

  /** What web servers are asked by. */
  static void ensureLoad() throws IOException, InterruptedException {
    if (!onPath("wrk") || !onPath("h2load")) {
      install(List.of("wrk", "nghttp2-client"));
    }
  }

  private static List<String> absent(Peer peer) {
    return peer.tools().stream().filter(tool -> !onPath(tool)).toList();
  }

  /** Whether there is a command of that name. */
  public static boolean onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }

  /** Installs Debian packages, or does nothing where that is not possible. */
  public static void install(List<String> packages) throws IOException, InterruptedException {
    if (!onPath("apt-get") || !"root".equals(System.getProperty("user.name"))) {
      return;
    }
    System.err.println("bench: installing " + String.join(" ", packages));
    var command =
        new ArrayList<>(List.of("apt-get", "install", "-y", "-q", "--no-install-recommends"));
    command.addAll(packages);
    if (Subprocess.run(command, Path.of("/"), 600).status() != 0) {
      // The list of packages may be old, or not there yet.
      Subprocess.run(List.of("apt-get", "update", "-q"), Path.of("/"), 300);
      Subprocess.run(command, Path.of("/"), 600);
    }
  }
}
