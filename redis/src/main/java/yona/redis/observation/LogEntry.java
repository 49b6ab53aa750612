package yona.redis.observation;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * What the log of a client says at a time. It has no secrets: passwords are not shown, and neither
 * are the arguments of scripts, nor what replies contain. Immutable.
 *
 * @param time when it was
 * @param kind what has happened
 * @param server where; empty for {@link Kind#DROPPED}
 * @param connection the number of the connection, counted by the client from 1
 * @param database the database of the connection; -1 if that is not known
 * @param text of {@link Kind#SENT} the command, shortened; of {@link Kind#REPLIED} and {@link
 *     Kind#FAILED} its name, a colon and what has become of it; else what is to be said
 * @param latency from the call to the reply; null where there is none
 */
public record LogEntry(
    Instant time,
    Kind kind,
    String server,
    int connection,
    int database,
    String text,
    @Nullable Duration latency) {

  /** What has happened. */
  public enum Kind {
    /** There is a connection; its greeting follows. */
    CONNECTED("connected"),
    /** A command is sent. */
    SENT(">"),
    /** A command has its reply. */
    REPLIED("<"),
    /** A command has no reply, and will have none. */
    FAILED("!"),
    /** A connection is over. */
    LOST("lost:"),
    /** So many entries are missing here, as the log was not read fast enough. */
    DROPPED("dropped:");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }
  }

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /**
   * The entry in a line, such as {@code 2026-11-23T10:24:01.734512Z [0 127.0.0.1:6379 #1] > GET k},
   * with the database, the server and the connection as {@code MONITOR} has them.
   *
   * @return visible characters only, without an end of line
   */
  @Override
  public String toString() {
    String where =
        kind == Kind.DROPPED
            ? ""
            : "[%s %s #%d] ".formatted(database < 0 ? "?" : database, server, connection);
    return TIME.format(time)
        + " "
        + where
        + kind.sign
        + (text.isEmpty() ? "" : " " + text)
        + (latency == null ? "" : " in " + Latencies.shown(latency));
  }
}
