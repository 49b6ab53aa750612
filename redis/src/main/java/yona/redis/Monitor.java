package yona.redis;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Link;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.async.channel.ReadableChannel;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/**
 * The commands that a server executes for all its clients, as its {@code MONITOR} tells them, from
 * the moment on that {@link Redis#monitor} has given this until it is closed. It ends by itself
 * when the connection is lost, and when 16 MiB of commands wait to be read.
 *
 * <p>Belongs to the scope that it is opened in, which closes it on its way out.
 */
public final class Monitor implements Cancellable, AutoCloseable {

  private final RedisConnection connection;
  private final Inbox<String> inbox;
  private final @Nullable Link link;
  private final AtomicBoolean ended = new AtomicBoolean();

  private Monitor(RedisConnection connection, Inbox<String> inbox) {
    this.connection = connection;
    this.inbox = inbox;
    this.link = Redis.linked(this);
  }

  /**
   * Begins to monitor. Suspends until the server has confirmed it.
   *
   * @param scope what its fibers run in
   */
  static Monitor open(ConnectionFactory connector, RedisOptions options, Scope scope)
      throws IOException {
    Inbox<String> inbox = new Inbox<>(scope);
    Promise<RespValue> answer = new Promise<>();
    RedisConnection connection = null;
    try {
      connection = connector.connect(new Lines(inbox, answer)).connection();
      connection.attend(true);
      connection.send(RespCommand.of("MONITOR"));
      RespValue confirmed = answer.value(options.timeout());
      if (confirmed instanceof ErrorValue refusal) {
        throw new RedisException(refusal);
      }
      return new Monitor(connection, inbox);
    } catch (IOException | RedisException | CancellationException | TimeoutException error) {
      inbox.abandon();
      if (connection != null) {
        connection.close();
      }
      if (error instanceof TimeoutException late) {
        throw new IOException("MONITOR: no reply: " + late.getMessage(), late);
      }
      throw error;
    }
  }

  /**
   * What comes: first an answer, then a line for each command.
   *
   * @param answer to MONITOR
   */
  private record Lines(Inbox<String> inbox, Promise<RespValue> answer) implements ServerListener {

    @Override
    public void pushed(PushValue push) {}

    @Override
    public boolean unasked(RespValue reply) {
      if (answer.complete(reply)) {
        return true;
      }
      return reply instanceof SimpleString(String line) && inbox.offer(line, 2L * line.length());
    }

    @Override
    public void lost(UnansweredException reason) {
      answer.fail(reason);
      inbox.end();
    }
  }

  /**
   * Where the commands come: a time, a database, a client, and a command for each. To be read by
   * any number of fibers, each line by one; it can be raced and selected from. It is closed with
   * this.
   *
   * @return the channel
   */
  public ReadableChannel<String> lines() {
    return inbox.channel();
  }

  /**
   * How many commands have come for {@link #lines} until now, whether they were read or not; what
   * was dropped is not counted. Does not wait.
   *
   * @return their number
   */
  public long received() {
    return inbox.added();
  }

  /** Ends it: what was not read is dropped. Again it does nothing. May suspend. */
  @Override
  public void close() {
    if (!ended.getAndSet(true)) {
      Redis.unlink(link);
      inbox.abandon();
      connection.close();
    }
  }

  /** Closes this: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }
}
