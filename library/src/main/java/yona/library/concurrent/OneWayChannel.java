package yona.library.concurrent;

import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Scope;
import yona.async.channel.Channel;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;

/** A channel that programs receive from only; what it gives is made when somebody receives it. */
abstract class OneWayChannel extends ChannelResource {

  /** The scope that it was opened in. */
  private final Scope scope = Scope.holding();

  private @Nullable Channel<Object> publisher;

  /** A multiplexer reads from channels of values: a fiber sends them to one. */
  @Override
  final synchronized Channel<Object> publisher() {
    if (publisher == null) {
      Channel<Object> values = new SyncChannel<>();
      scope.background(
          () -> {
            try (values) {
              sendTo(values);
            }
            return null;
          });
      publisher = values;
    }
    return publisher;
  }

  private void sendTo(Channel<Object> values) {
    try {
      for (Read<?> read = receive();
          read instanceof Read.Value<?>(Object value);
          read = receive()) {
        values.send(value);
      }
    } catch (ChannelClosedException | CancellationException e) {
      // Its end, and that of the scope, are the end of what comes.
    }
  }
}
