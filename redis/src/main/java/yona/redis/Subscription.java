package yona.redis;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.Link;
import yona.async.Scope;
import yona.async.channel.ReadableChannel;
import yona.redis.observation.Telemetry;

/**
 * Messages of some channels, from the moment on that {@link Redis#subscribe} has given this until
 * it is closed, in the order in which the server sends them.
 *
 * <p>When the connection is lost and made again the channels are subscribed to again, and a {@link
 * Gap} stands where messages may be missing. So it does where more than 16 MiB of messages waited
 * to be read: what came then is dropped.
 *
 * <p>Belongs to the scope that it is opened in, which closes it on its way out.
 */
public final class Subscription implements Cancellable, AutoCloseable {

  private final Inbox<Notice> inbox;
  private final Telemetry telemetry;
  private final Runnable leaving;
  private final @Nullable Link link;
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * Makes a subscription that belongs to the calling fiber's scope.
   *
   * @param scope what its fiber runs in
   * @param telemetry is told of gaps
   * @param leaving is run when it is closed, once; may suspend
   */
  Subscription(Scope scope, Telemetry telemetry, Runnable leaving) {
    this.telemetry = telemetry;
    this.leaving = leaving;
    this.inbox = new Inbox<>(scope);
    this.link = Redis.linked(this);
  }

  /** Takes a message, or drops it if too many wait. Never waits. */
  void put(Message message) {
    long length = (long) message.channel().length() + message.content().length();
    if (!inbox.offer(message, length) && inbox.mark(Gap.GAP)) {
      telemetry.gap("overflow");
    }
  }

  /** Messages may have been lost. Never waits. */
  void putGap() {
    if (inbox.mark(Gap.GAP)) {
      telemetry.gap("connection");
    }
  }

  /**
   * Where the messages come. To be read by any number of fibers, each message by one; it can be
   * raced and selected from. It is closed with this.
   *
   * @return the channel
   */
  public ReadableChannel<Notice> messages() {
    return inbox.channel();
  }

  /**
   * How many messages and gaps have come for {@link #messages} until now, whether they were read or
   * not; what was dropped is not counted. Does not wait.
   *
   * @return their number
   */
  public long received() {
    return inbox.added();
  }

  /**
   * Ends the subscription: no more messages come, and those that were not read are dropped. Again
   * it does nothing. May suspend.
   */
  @Override
  public void close() {
    if (abandon()) {
      Async.<Boolean, RuntimeException>shielded(
          () -> {
            leaving.run();
            return true;
          });
    }
  }

  /** Ends it without a word to others; false if it has ended already. */
  boolean abandon() {
    boolean isFirst = !ended.getAndSet(true);
    if (isFirst) {
      Redis.unlink(link);
      inbox.abandon();
    }
    return isFirst;
  }

  /** Closes this: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }
}
