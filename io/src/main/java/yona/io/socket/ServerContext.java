package yona.io.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import yona.io.medium.Operations;

/**
 * The context of a server's TLS. Its files are read again when they have changed, so that a renewed
 * certificate is shown to the next client. Used by one fiber at a time.
 */
final class ServerContext {
  private static final FileTime NONE = FileTime.fromMillis(0);

  private final ServerTls tls;
  private final Consumer<IOException> report;
  private SSLContext context;
  private List<FileTime> changed;

  /** Reads the files. May suspend. */
  ServerContext(ServerTls tls, Consumer<IOException> report) throws IOException {
    this.tls = tls;
    this.report = report;
    // Before they are read: a change meanwhile is seen at the next look.
    this.changed = Operations.inPlace(this::timesOfChange);
    this.context = TlsContexts.server(tls);
  }

  /** An engine for a connection of a client. May suspend, for looking at the files. */
  SSLEngine engine() throws IOException {
    List<FileTime> now = Operations.inPlace(this::timesOfChange);
    if (!now.equals(changed)) {
      changed = now;
      try {
        context = TlsContexts.server(tls);
      } catch (IOException e) {
        // Of two files one may not be written yet: the next change is tried again.
        report.accept(new IOException("the former certificate stays in use: " + e.getMessage(), e));
      }
    }
    return TlsContexts.server(context, tls);
  }

  /** One for each file; the beginning of time for a file that cannot be asked. */
  private List<FileTime> timesOfChange() {
    List<FileTime> times = new ArrayList<>();
    for (Path file :
        Stream.concat(Stream.of(tls.certificate(), tls.key()), tls.clientAuthorities().stream())
            .toList()) {
      try {
        times.add(Files.getLastModifiedTime(file));
      } catch (IOException e) {
        times.add(NONE);
      }
    }
    return times;
  }
}
